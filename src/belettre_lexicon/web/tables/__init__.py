"""Games at their tables, independent of HTTP requests and of what is played. Start reading at ``loaded_game``."""
