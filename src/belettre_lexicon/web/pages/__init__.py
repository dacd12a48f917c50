"""The HTML pages: templates, scripts and styles, and the routes that serve them. Start reading at ``site``."""
