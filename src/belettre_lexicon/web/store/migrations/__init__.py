"""The conversion of databases from older formats to the present one, by Alembic.

env        the environment in which Alembic runs a conversion
versions/  a module for each format, which makes it from the format before

To change the tables, change them in ``database_schema``, increase its ``FORMAT``, and add a module to ``versions``.
"""
