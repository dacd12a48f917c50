"""Floor 5. The games of a server, independent of requests and pages.

registry         creates and loads games of all kinds: start reading here
loaded_game      what all kinds have in common: a loaded game applies entries and stores them
database         stores the journal lines of each game in SQLite or PostgreSQL
notifications    reports which games other processes have changed
database_backup  copies an SQLite database while servers use it
database_engine  opens a database: connections, transactions, errors
database_schema  the tables and their format; migrations/ converts older formats
snapshot         describes a game of Belettre as a given device may see it
purge            deletes games that nobody has played for a long time
live             sends the devices that follow a game its current state
event_stream     the server-sent events to one device
stream_slots     how many devices can follow, and who gives up a slot to whom
invitations      links that make another device an arbiter's for a while
bot_driver       plays the bots of practice games
score_sheet      writes the score sheet of a game of Belettre as CSV
belote_sheet     a score sheet of Belote
belote_snapshot  describes a score sheet of Belote in sentences
"""
