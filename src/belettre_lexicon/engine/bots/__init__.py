"""Floor 3. Players that are programs.

``amateur`` plays sensible cards, ``strong`` plays to win, ``simulation`` counts matches.
"""
