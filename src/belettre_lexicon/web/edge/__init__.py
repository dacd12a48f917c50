"""Floor 5. What all requests need: middleware, connection deadlines, error responses, and request details.

middleware       sets response headers and checks requests: start reading here
rate_limit       limits the requests of each client address
timeouts         closes slow or dead connections
problems         creates error responses
request_context  finds the language of a request and whether its device may change a game
"""
