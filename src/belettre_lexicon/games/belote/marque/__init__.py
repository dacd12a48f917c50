"""The score sheet of a table with real cards, as a small game on ``kit.machine``: nobody enters cards.

Front-ends (the command ``belote score``, a server) read lines with ``typed`` and apply what they mean to a ``marque``.
"""
