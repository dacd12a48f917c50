"""What a reader decided by hand: the tables of decisions, read strictly."""
