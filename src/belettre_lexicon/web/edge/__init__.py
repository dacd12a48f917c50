"""Floor 5. What a request meets before its route, and what it says of the device that sent it."""
