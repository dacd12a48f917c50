"""The database: what is kept, how it is backed up, converted and purged."""
