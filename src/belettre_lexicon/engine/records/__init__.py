"""Floor 3. Games in writing.

``json_lines`` for programs, ``shorthand`` for people, ``journal`` for faces that keep a game.
"""
