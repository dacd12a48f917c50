"""From public sources to the compiled lexicon: fetch → parse → normalise → merge → compile.

Beside the floors: this package may import floors 0 and 1, and nothing that runs at a
table imports it. Start reading at ``merge``, which says which source wins.
"""
