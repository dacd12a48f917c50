"""What all games of this library share: seats, the state machine, records and journals.

Nothing here depends on the rules of a particular game. The package imports only ``base`` from the library.

    machine   state, log, apply, undo and replay, and refusals: start reading here
    seats     seats for 2 to 6 players, and their teams
    chain     JSON lines, each with a check over the lines before it
    record    the header and the events of a game in such lines, and how events are written as JSON
    journal   every entry of a game in order, undos included
    matches   the interface of bots, one that takes any legal action, and matches in several processes

Each game defines its own deals, views, states and questions.
"""
