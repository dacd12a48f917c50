"""The JSON API under ``/api``.

An operation is one method of one path, such as ``GET /api/verdict``, with the function that handles it.

operations  the table of all operations; handlers and the OpenAPI document are generated from it. Start reading here
operation   an operation, and its handler for Litestar
call        a decoded request, as the functions of operations get it
words       the operations on words, and ``judge_query``, which the HTML pages use too
games       the operations on games of Belettre
belote      the operations on score sheets of Belote
keys        the operations on the tokens that allow their holders to change a game
requests    the types of query parameters and request bodies; *belote_requests* those of score sheets
responses   the types of the JSON objects that lower floors return as plain dicts
openapi     generates the OpenAPI document
"""
