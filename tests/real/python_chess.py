"""Options, play, ponder and analysis of an engine behind the wrapper, and the same engine without it.

Usage: python_chess.py UCI_ARBITER STOCKFISH
"""

import sys

import chess
import chess.engine

ARBITER, STOCKFISH = sys.argv[1:]
WRAPPED = [ARBITER, "wrap", "--", STOCKFISH]


def game(command):
    """The moves of a short game with a fixed number of nodes a move."""
    with chess.engine.SimpleEngine.popen_uci(command) as engine:
        engine.configure({"Threads": 1, "Hash": 16})
        board = chess.Board()
        while len(board.move_stack) < 40 and not board.is_game_over():
            board.push(engine.play(board, chess.engine.Limit(nodes=2000)).move)
        return [move.uci() for move in board.move_stack]


def main():
    with chess.engine.SimpleEngine.popen_uci(STOCKFISH) as bare:
        bare_options = dict(bare.options)
        name = bare.id["name"]
    with chess.engine.SimpleEngine.popen_uci(WRAPPED) as engine:
        assert engine.id["name"] == name, engine.id
        ours = [option for option in engine.options if option.startswith("Arbiter ")]
        assert len(ours) == 13, ours
        assert {key: engine.options[key] for key in bare_options} == bare_options
        engine.configure({"Hash": 32, "Arbiter Claims": "always", "Arbiter Stop Timeout": 3000})

        board = chess.Board()
        for _ in range(4):
            played = engine.play(board, chess.engine.Limit(time=0.02), ponder=True)
            board.push(played.move)
            # A hit, then a miss.
            hit = played.ponder if len(board.move_stack) == 1 else None
            board.push(hit or next(iter(board.legal_moves)))

        lines = engine.analyse(chess.Board(), chess.engine.Limit(depth=6), multipv=3)
        assert len(lines) == 3 and all("score" in line for line in lines), lines
        with engine.analysis(chess.Board()) as analysis:
            for line in analysis:
                if line.get("depth", 0) >= 6:
                    break
        assert analysis.wait().move in chess.Board().legal_moves

        # The claim by the move that repeats is told; in analysis nothing is answered for the engine.
        repeated = chess.Board()
        for move in "g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1".split():
            repeated.push_uci(move)
        told = []
        with engine.analysis(repeated, chess.engine.Limit(nodes=100), root_moves=[chess.Move.from_uci("f6g8")]) as said:
            told = [line["string"] for line in said if "string" in line]
        assert any("claim 9.2.1 threefold repetition (plies 0, 4, 8) by f6g8" in text for text in told), told
    assert game(WRAPPED) == game(STOCKFISH)


main()
