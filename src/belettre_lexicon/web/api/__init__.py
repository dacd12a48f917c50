"""The JSON API under ``/api``: start reading at ``operations``.

An operation is one method of one path, such as ``GET /api/verdict``, with the function that handles it. Handlers and
the OpenAPI document are made from the table of operations. The HTML pages use operations too.
"""
