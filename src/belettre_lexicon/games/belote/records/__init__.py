"""Records of Belote: formats in which games are saved and loaded.

``json_lines`` is a format for programs, ``shorthand`` one for people. Front-ends save a game while it is played in a
``json_lines.Journal``.
"""
