"""The HTML pages: templates, scripts and styles, and the routes that serve them.

site      collects the routes of all pages (start reading here); serves the home page and other small pages
table     the pages of games of all kinds
verdict   the judge's page: its form, its URL, its verdict, and the pictures of word families
api_page  the page about the API for programs
render    renders templates and serves static files
"""
