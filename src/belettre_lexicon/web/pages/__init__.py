"""The HTML pages: templates, scripts and styles, and the routes that serve them.

site          collects the routes of all pages (start reading here); serves the home page and other small pages
table         the pages of games of all kinds
verdict       serves the judge's page and the pictures of word families
verdict_form  converts the judge's form into a query, and a query into a URL
api_page      the page about the API for programs
render        renders templates and serves static files
"""
