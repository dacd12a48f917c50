"""The word families and the readings as tables: their rows, and files of them (start in ``export``). Floor 1."""
