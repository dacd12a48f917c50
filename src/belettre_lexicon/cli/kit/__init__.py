"""What all commands share: parser, terminal, language, and saved games."""
