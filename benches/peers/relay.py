"""A UCI engine's relay over chess.engine of python-chess, asynchronous, for the bench beside it.

relay.py ENGINE ARGUMENTS...: speaks UCI on both sides. Only what the bench says is understood.
"""

import asyncio
import sys

import chess
import chess.engine


def words(info):
    """One line of a search, as UCI has it."""
    names = {"depth": "depth", "seldepth": "seldepth", "multipv": "multipv", "nodes": "nodes", "nps": "nps"}
    out = [f"{name} {info[key]}" for key, name in names.items() if key in info]
    if "score" in info:
        score = info["score"].relative
        out.append(f"score mate {score.mate()}" if score.is_mate() else f"score cp {score.score()}")
    if "time" in info:
        out.append(f"time {round(info['time'] * 1000)}")
    if "pv" in info:
        out.append("pv " + " ".join(move.uci() for move in info["pv"]))
    return "info " + " ".join(out)


def limit(go):
    """What `go` grants: the clocks, or no end."""
    value = dict(zip(go, go[1:]))
    seconds = [float(value[name]) / 1000 if name in value else None for name in ("wtime", "btime", "winc", "binc")]
    return chess.engine.Limit(white_clock=seconds[0], black_clock=seconds[1], white_inc=seconds[2], black_inc=seconds[3])


async def main():
    _, engine = await chess.engine.popen_uci(sys.argv[1:])
    lines = asyncio.StreamReader()
    loop = asyncio.get_running_loop()
    await loop.connect_read_pipe(lambda: asyncio.StreamReaderProtocol(lines), sys.stdin)
    board, game = chess.Board(), object()
    while text := await lines.readline():
        command, *rest = text.decode().split()
        if command == "uci":
            print("id name relay\nuciok", flush=True)
        elif command == "isready":
            await engine.ping()
            print("readyok", flush=True)
        elif command == "ucinewgame":
            board, game = chess.Board(), object()
        elif command == "position":
            # Most often two moves more than before.
            for move in rest[2 + len(board.move_stack):]:
                board.push_uci(move)
        elif command == "go":
            with await engine.analysis(board, limit(rest), game=game) as search:
                async for info in search:
                    print(words(info), flush=True)
                best = await search.wait()
            print(f"bestmove {best.move}", flush=True)
        elif command == "quit":
            break
    await engine.quit()


asyncio.run(main())
