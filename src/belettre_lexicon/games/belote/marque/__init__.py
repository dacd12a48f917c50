"""The score sheet of a table with real cards, as a small game on ``kit.machine``: nobody enters cards.

Front-ends (the command ``belote score``, a server) read lines with ``typed`` and apply what they mean.

    marque       the sheet, also as plain values: start reading here
    entries      the terms, and what is entered, as actions and events
    refusals     which entries no deal can give
    state        the deals so far, their scores and totals
    needs        what each team needs to end the partie
    vocabulary   the words that may be typed, and the names of the players
    typed        reads typed lines
    journal      every entry and undo in order, to resume a sheet even if the program was killed
"""
