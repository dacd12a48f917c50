"""What all requests need: ASGI layers, limits of connections, error responses, and request details.

middleware       finds the client behind trusted proxies, sets response headers and checks requests: start reading here
rate_limit       limits the requests of each client address
moving_window    counts what happened in the last seconds; keeps a repeated error from filling the log
connections      limits the number of connections, and closes slow or dead ones
problems         creates error responses
request_context  finds the language of a request and whether its device may change a game
"""
