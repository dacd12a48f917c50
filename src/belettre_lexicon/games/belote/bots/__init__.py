"""Bots of Belote: a player by a rule of thumb (``easy``) and one that plays to win (``strong``).

``strong`` draws ``worlds``, which it plays to their end with ``playout`` and ``search``. ``simulation`` lets bots play
each other.
"""
