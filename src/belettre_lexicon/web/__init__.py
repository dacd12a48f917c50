"""Floor 5. ``belettre serve``: the web server with its pages and its JSON API (extra ``web``).

Imports between the wings go one way, from the right to the left::

    games  ←  services  ←  edge  ←  api  ←  pages  ←  app

    games/    the games: database, registry, live updates, bots, snapshots, score sheet; independent of requests
    services  ``Settings`` of a server and ``Services``, the objects that its requests share
    edge/     what surrounds every request: checks, rate limits, deadlines, error answers, language, tokens
    api/      the JSON API under ``/api``: operations, the shapes of requests and answers, the OpenAPI document
    pages/    the HTML pages, their templates, scripts and styles
    app       puts the server together

Start reading at ``app.build``; for the rules of a game in progress at ``games.registry.Game.enter``.
"""
