"""Floor 5. ``belettre serve``: the page for the table and its JSON API (extra ``web``).

    app ── pages (HTML) ─┐
        ├─ api (JSON) ───┼─ tables (games in this process) ── store (games in the database)
        └─ live (SSE) ───┘        └─ players (bots)   └─ sight (what a device may see)
    guard (names, origins, sizes) and pace (codes, tokens, rates) stand before all of them; problems says what is wrong

The table of the JSON API is in ``api``, how a call is answered in ``calls``, the answers in ``word_calls`` and
``game_calls``, their document in ``openapi``.

Start reading at ``app``.
"""
