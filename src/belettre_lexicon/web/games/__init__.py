"""Floor 5. The games of a server, independent of requests and pages.

registry    loads games, applies entries, persists them: start reading here
database    the lines of each game in SQLite or PostgreSQL
snapshot    what a device may see of a game
live        server-sent events for devices that follow a game
bot_driver  plays the bots of practice games
score_sheet the score sheet as CSV
"""
