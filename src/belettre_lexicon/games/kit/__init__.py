"""What all card games of this library share: places, the state machine, refusals, records and journals.

Nothing here depends on the rules of a particular game. The package imports only ``errors`` from the library.

    machine   state, log, apply, undo and replay: start reading here
    dispatch  selects the function that handles a value by the type of the value
    places    four places around a table, in two partnerships
        refusals  the reasons why an action is not legal
    chain     records as JSON lines, each with a check over the lines before it
    journal   every entry of a game in order, undos included
    bots      the interface of bots, and one that takes any legal action
    matches   matches between bots, played in several processes

Each game defines its own deals, views, states and questions.
"""
