"""Commands of maintainers: sources, layers, benchmark, map of the house, mutants, releases."""
