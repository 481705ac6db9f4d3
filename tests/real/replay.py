"""Random games by python-chess, and what it says of every position: for `replay.rs`, one line a half-move.

Usage: replay.py PLIES SEED

`G MODE FEN` begins a game. Then, for the start and after every move, five fields between tabs: the move in UCI, the
FEN, flags, the legal moves in UCI in order, and whether the claims were asked for (`?`).
"""

import random
import sys

import chess

PLIES, SEED = int(sys.argv[1]), int(sys.argv[2])
DICE = random.Random(SEED)

# Where repetition, castling, en passant and the counters set traps.
STARTS = [
    "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 3 1",
    "4k3/8/8/8/1p6/8/P7/4K3 w - - 7 1",
    "8/8/8/8/k2p3R/8/4P3/4K3 w - - 0 1",
    "6k1/1p2p1rp/rP1pR3/2pP1pP1/p1P2P1P/R5K1/8/8 b - - 0 1",
    "7k/P7/8/8/8/8/7p/K7 w - - 0 1",
    "4k3/8/8/8/8/8/4P3/4K2R w K - 96 100",
    "r3k2r/pppqppbp/2np1np1/8/8/2NP1NP1/PPPQPPBP/R3K2R w KQkq - 0 9",
    "rnbqkbnr/ppp1pppp/8/8/3pP3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 3",
]


def start():
    """A third each from the standard position, from one of the 960, and from the list."""
    kind = DICE.randrange(3)
    if kind == 0:
        return chess.Board()
    if kind == 1:
        return chess.Board.from_chess960_pos(DICE.randrange(960))
    return chess.Board(DICE.choice(STARTS))


def pick(board, legal):
    """Half of the moves go back where the man came from, and officers are preferred, so that positions repeat."""
    number = DICE.randrange(8)
    if number < 4 and len(board.move_stack) >= 2:
        before = board.move_stack[-2]
        back = chess.Move(before.to_square, before.from_square)
        if back in legal:
            return back
    if number < 6:
        quiet = [move for move in legal if not board.is_zeroing(move)]
        if quiet:
            return DICE.choice(quiet)
    return DICE.choice(legal)


def tell(board, uci, legal):
    flags = ""
    flags += "c" if board.is_check() else ""
    flags += "m" if board.is_checkmate() else ""
    flags += "s" if board.is_stalemate() else ""
    for count in (2, 3, 5):
        flags += str(count) if board.is_repetition(count) else ""
    flags += "f" if board.is_fifty_moves() else ""
    flags += "v" if board.is_seventyfive_moves() else ""
    asked = DICE.randrange(8) == 0 or board.halfmove_clock in (98, 99, 100)
    if asked:
        flags += "T" if board.can_claim_threefold_repetition() else ""
        flags += "F" if board.can_claim_fifty_moves() else ""
    moves = " ".join(sorted(board.uci(move) for move in legal))
    fields = [uci, board.fen(en_passant="legal"), flags, moves, "?" if asked else ""]
    sys.stdout.write("\t".join(fields) + "\n")


def main():
    told = 0
    while told < PLIES:
        board = start()
        sys.stdout.write(f"G\t{'chess960' if board.chess960 else 'standard'}\t{board.fen(en_passant='legal')}\n")
        legal = list(board.legal_moves)
        tell(board, "", legal)
        for _ in range(DICE.choice([40, 120, 300])):
            if not legal or told >= PLIES:
                break
            move = pick(board, legal)
            uci = board.uci(move)
            board.push(move)
            told += 1
            legal = list(board.legal_moves)
            tell(board, uci, legal)


main()
