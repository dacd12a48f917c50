"""Programs that use the library, one for each task. Each is short, has a test, and is named on a page in docs."""
