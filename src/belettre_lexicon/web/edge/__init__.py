"""What all requests need: ASGI layers, limits of connections, error responses, and request details.

Start reading at ``middleware``.
"""
