"""Score sheets of Belote on the server: what ``tables.kind.Kind`` asks of them.

kind      the kind, with its request bodies; start reading here
snapshot  a sheet with its sentences
page      the part of the page that changes, and the page with the form for a new sheet
"""
