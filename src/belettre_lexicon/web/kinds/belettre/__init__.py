"""Belettre on the server: what ``tables.kind.Kind`` asks of its games.

kind        the kind; start reading here
game        a game: its practice games with their bots, and the words said in it
requests    the types of request bodies
operations  the API operations that only Belettre has: the correction of a word, the score sheet as CSV, and what was
            possible in the manches that are over
snapshot    the state of a game as one device may see it, and all its events
fragment    the part of the game page that changes; *places* and *story* are parts of it
pages       the other pages: the screen for everybody, the history, the verdict on a word that was said
"""
