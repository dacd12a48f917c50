"""The engine of Belettre: plays whole games, with the word checks of ``words``. Start reading at ``partie``."""
