"""The lowest floor: exceptions, value classes, tables of options, files that users name, loading of public names."""
