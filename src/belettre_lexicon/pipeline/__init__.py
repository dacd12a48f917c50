"""From public sources to the compiled lexicon: fetch → parse → merge → layers → kin → compile. Beside the floors.

The pipeline may import floors 0 and 1; no module of the run time imports it. Start at ``build`` for the order of the
steps, at ``merge`` for which source wins, at ``kin.build`` for word families.
"""
