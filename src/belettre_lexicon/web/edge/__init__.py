"""Floor 5. What surrounds every request: middleware, connection deadlines, error answers, and request details.

middleware       response headers and request checks, from the outside in: start reading here
rate_limit       limits per client address
timeouts         deadlines for slow or dead connections
problems         error answers
request_context  the language of a request, and which games its device may change
"""
