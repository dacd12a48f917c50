"""What happens without a request: live updates, and what games and their registry do by themselves.

Start reading at ``live``.
"""
