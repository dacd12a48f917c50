"""The benchmark: this library measured beside its peers. It is not part of the installed package.

``scripts/benchmark.py`` runs it; start reading there. ``race`` runs the contestants, ``growth``, ``commands`` and
``instructions`` make the other measurements, ``report`` writes the page.

The web server is measured separately: ``load`` puts many tables on it, with ``devices``, ``connections`` and
``bare_server``; ``rows`` measures a large database. ``servers`` and ``usage`` serve both.
"""
