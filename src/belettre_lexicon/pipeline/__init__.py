"""The pipeline builds the compiled lexicon from public sources: fetch → parse → merge → layers → kin → compile.

It stands beside the floors: it may import floors 0 and 1, and no module of the run time imports it. Start at ``build``
for the order of the steps, at ``merge`` for which source wins, at ``kin.build`` for word families.
"""
