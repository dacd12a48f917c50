"""python-chess: the engine of another game, to compare the time of one step."""

from __future__ import annotations

import random
from collections.abc import Callable

import chess


def load(words: list[str]) -> dict[str, Callable[[str], object]]:
    """Play a random game. A question is a number, the index of a position of that game (modulo their count)."""
    rng = random.Random(7)
    board = chess.Board()
    positions: list[tuple[chess.Board, chess.Move]] = []
    while len(positions) < 200 and not board.is_game_over():
        move = rng.choice(list(board.legal_moves))
        positions.append((board.copy(), move))
        board.push(move)

    def step(question: str) -> object:
        at, move = positions[int(question) % len(positions)]
        at.push(move)
        at.pop()
        return None

    def moves(question: str) -> object:
        return list(positions[int(question) % len(positions)][0].legal_moves)

    return {"python-chess: step, push and pop": step, "python-chess: moves, all legal moves": moves}
