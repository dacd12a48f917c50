"""Floor 3. Bots: programs that play a seat.

``amateur`` plays sensible cards. ``strong`` plays to win, with the help of ``playout``. ``simulation`` lets bots play
matches and counts the results.
"""
