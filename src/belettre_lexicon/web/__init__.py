"""Floor 5. ``belettre serve``: the page for the table and its JSON API (extra ``web``).

    app ── pages (HTML) ─┐
        ├─ api (JSON) ───┼─ tables (games in this process) ── store (games in the database)
        └─ live (SSE) ───┘        └─ players (bots)   └─ sight (what a device may see)
    guard (codes, tokens, origins, sizes, rates) stands before all of them

Start reading at ``app``.
"""
