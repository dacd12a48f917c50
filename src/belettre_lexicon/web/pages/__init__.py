"""Floor 5. The pages for people: ``site`` has the routes, ``render`` turns the templates into HTML."""
