"""The commands about words."""
