"""Belettre on the server: what ``tables.kind.Kind`` asks of its games.

kind         the kind; start reading here
game         a game: its practice games with their bots, and the words said in it
requests     the types of request bodies
operations   the API operations that only Belettre has, such as the correction of a word
snapshot     the state of a game as one device may see it, and all its events
analyses     what was possible in the manches that are over
score_sheet  the score sheet as CSV
fragment     the part of the game page that changes; *places*, *choices*, *band* and *story* are parts of it
screen       the screen for everybody, *history* the history page, *word_sheet* the verdict on a word that was said
"""
