"""``belettre serve``: the web server with its pages and its JSON API (extra ``web``).

Its parts import each other in one direction only; each may import those on its left (a test of the house holds it)::

    asgi ← store ← tables ← live ← slow_tasks ← workers ← collector ← services ← edge ← api ← pages ← kinds ← app

    asgi        the types of ASGI
    store/      the database
    tables/     games at their tables, independent of HTTP requests: registry, entries, seats, and what a table asks of
                a kind of game (``tables.kind``)
    live/       live updates, the moves that games make by themselves, the deletion of old games
    slow_tasks  work that is done apart from the threads that answer requests, such as pictures of word families
    workers     the threads in which requests are answered: words apart from games, which wait for the database
    collector   when Python's cyclic garbage collector visits all objects
    services    ``Settings`` of a server and ``Services``, the objects that all requests share
    edge/       what all requests need: checks, rate limits, deadlines, error responses, language, tokens
    api/        the JSON API under ``/api``: operations on words and those of all games, the OpenAPI document
    pages/      the HTML pages of words and those of all games, with templates, scripts and styles
    kinds/      the kinds of games: Belettre, and score sheets of Belote. Nothing below knows one of them
    app         builds the ASGI application from all of these

Start reading at ``app.build``. To see how a game is changed, start at ``tables.loaded_game.LoadedGame.enter``; to add a
game, at ``tables.kind.Kind``.
"""
