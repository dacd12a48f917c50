"""Floor 5. The HTML pages: templates, scripts and styles, and the routes that render them.

site           the routes of all pages: start reading here; home, about and other small pages
verdict        the judge's page and word family pictures
verdict_form   the judge's form as a query, and as a URL
game           the pages of a game
game_fragment  the part of a game page that changes with the game
render         templates and static files
"""
