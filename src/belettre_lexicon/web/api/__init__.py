"""Floor 5. The JSON API under ``/api``.

operations  the table of all operations, from which the routes and the OpenAPI document are made: start reading here
call        how a request is read, passed to its operation and answered
words       the operations on words, and ``judge_query``, which pages use too
games       the operations on games
requests    the shapes of queries and bodies
responses   the shapes of answers that lower floors make
openapi     the OpenAPI document
"""
