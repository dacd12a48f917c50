"""A module for each format of the database, which makes it from the format before.

Alembic loads these modules by their paths. The revision of a module is the number of its format. A conversion cannot be
undone: an older server needs a backup that was made before it.
"""
