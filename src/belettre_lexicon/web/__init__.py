"""``belettre serve``: the web server with its pages and its JSON API (extra ``web``).

Its modules and subpackages import each other in one direction only: each may import those on its left::

    games  ←  pictures  ←  services  ←  edge  ←  api  ←  pages  ←  app

    games/    the games: database, registry, live updates, bots, snapshots, score sheet; independent of HTTP requests
    pictures  draws word families, apart from the threads that answer requests
    services  ``Settings`` of a server and ``Services``, the objects that all requests share
    edge/     what all requests need: checks, rate limits, deadlines, error responses, language, tokens
    api/      the JSON API under ``/api``: its operations, the types of requests and responses, the OpenAPI document
    pages/    the HTML pages with their templates, scripts and styles
    app       builds the ASGI application from all of these

Start reading at ``app.build``. To see how a game is changed, start at ``games.registry.Game.enter``.
"""
