"""What is generated and kept in the repository. Each module returns its files from ``generated``."""
