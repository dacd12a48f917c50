"""The commands that play games of Belettre."""
