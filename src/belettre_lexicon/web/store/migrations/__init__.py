"""The conversion of databases from older formats to the present one, by Alembic.

To change the tables, change them in ``database_schema``, increase its ``FORMAT``, and add a module to ``versions``.
"""
