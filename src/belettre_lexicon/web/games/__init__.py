"""Floor 5. The games of a server.

Start reading at ``games``; ``database`` keeps them, ``snapshot`` says what a device may see.
"""
