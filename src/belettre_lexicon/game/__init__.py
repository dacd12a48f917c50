"""Floor 1. What all card games of this library share: places, the state machine, refusals, records and journals.

Nothing here knows the rules of a game; the package imports ``errors`` alone.

    machine   state, log, apply, undo and replay: start reading here
    dispatch  which function handles a value, by the type of the value
    places    four places around a table, in two partnerships
    refusals  why an action is not legal
    chain     records as JSON lines, each with a check over the lines before it
    journal   every entry of a game in order, undos included
    matches   many games, played in several processes

Deals, views, states and questions are not here: each game has its own.
"""
