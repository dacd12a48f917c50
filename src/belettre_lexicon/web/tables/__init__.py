"""Tables: the registry of running games, and what all tables share."""
