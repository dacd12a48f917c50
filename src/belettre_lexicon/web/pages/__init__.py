"""The HTML pages: templates, scripts and styles, and the routes that serve them.

site           collects the routes of all pages (start reading here); serves the home page and other small pages
verdict        serves the judge's page and the pictures of word families
verdict_form   converts the judge's form into a query, and a query into a URL
game           serves the pages of a game of Belettre
game_fragment  renders the part of a game page that changes with the game
belote         serves the pages of score sheets of Belote; *belote_fragment* renders the part that changes
belote_rules   the house rules in the form for a new score sheet
api_page       the page about the API for programs
render         renders templates and serves static files
"""
