"""Scripts that use the library together with another system. Each is short, and has a test and a page in docs."""
