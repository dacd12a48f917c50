"""What every module may use: errors, files that users name, and how public names are loaded."""
