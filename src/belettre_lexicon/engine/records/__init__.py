"""Floor 3. Records: formats in which games are written down and read back.

``json_lines`` is for programs, ``shorthand`` for people; with ``journal``, front-ends keep a game while it is played.
"""
