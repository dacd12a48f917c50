"""Floor 1. What every card game of the house shares; it knows no rules of any game and imports ``errors`` alone.

    places    four places round a table, two partnerships
    machine   state, log, apply, undo and replay: start reading here
    refusals  why an action is not legal
    chain     records as JSON lines with a chain of checks
    journal   a game as it was entered, undos included
    matches   many games, by number, over several processes

Deals, views, states and questions are not here: each game has its own.
"""
