"""Games at their tables, independent of HTTP requests and of what is played.

registry     creates games, loads them and keeps them in memory
loaded_game  a loaded game: entries, undo, tokens. Start reading here
kind         what a table asks of a kind of game
table_state  what is kept beside the journal: phones at seats, a card to be confirmed, the pause
phones       the phones at a table, as a snapshot tells of them
invitations  links that make another device an arbiter's, or give it a seat
"""
