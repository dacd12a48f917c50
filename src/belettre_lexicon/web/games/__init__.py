"""Floor 5. The games of a server, independent of requests and pages.

registry     loads games, applies entries to them and stores these entries: start reading here
database     stores the journal lines of each game in SQLite or PostgreSQL
snapshot     describes a game as a given device may see it
live         sends server-sent events to the devices that follow a game
bot_driver   plays the bots of practice games
score_sheet  writes the score sheet of a game as CSV
"""
