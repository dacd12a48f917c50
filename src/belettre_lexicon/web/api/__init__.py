"""The JSON API under ``/api``.

An operation is one method of one path, such as ``GET /api/verdict``, with the function that handles it.

operations  all operations of a server, and ``judge_query``, which the HTML pages use too; handlers and the OpenAPI
            document are made from them. Start reading here
operation   an operation, and its handler for Litestar
call        a decoded request, as the functions of operations get it; how they change a game
tables      the operations on games of all kinds; *rights* those on tokens, and on phones at seats
requests    the types of query parameters and request bodies
responses   the types of the JSON objects that lower floors return as plain dicts
openapi     generates the OpenAPI document
"""
