"""What all games of this library share: seats, the state machine, records and journals.

Nothing here depends on the rules of a particular game, which defines its own deals, views, states and questions. The
package imports only ``base`` from the library. Start reading at ``machine``.
"""
