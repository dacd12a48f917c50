"""The library as a front-end uses it: pickling, copying, closing, threads, iterating, another lexicon."""
