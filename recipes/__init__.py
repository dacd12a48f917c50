"""Ways to use the library that need an engine of their own; each is a short script with a test and a page in docs."""
