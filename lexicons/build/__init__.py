"""The pipeline builds the compiled lexicon from public sources: fetch → parse → merge → layers → kin → compile.

It is not part of the floors (``CONTRIBUTING.md``): it may import floors 0 to 2, and no run-time module imports it.
Start at ``build`` for the order of the steps, at ``readings.merge`` for the rules on which source wins, and at
``kin.build`` for word families.
"""
