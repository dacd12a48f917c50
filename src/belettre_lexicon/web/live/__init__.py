"""Live updates: what a device is sent when a game changes."""
