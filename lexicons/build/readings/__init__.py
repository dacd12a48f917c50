"""From the records of all sources and the decisions to the readings of each word, and to their glosses."""
