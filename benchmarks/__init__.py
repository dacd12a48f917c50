"""Speed beside the peers; start reading at ``scripts/benchmark.py``. Nothing here is part of the package."""
