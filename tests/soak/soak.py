"""A soak by hand: random traffic through the wrapper, matches with engines that fail, audits, over and over.

    soak.py PROGRAM MINUTES PGN...

Needs python-chess. Ends with 1 at the first panic, orphan, hang, wrong result or changed audit; else prints what was
done, and the memory of the one wrapper that lives from beginning to end, minute by minute. It is no part of the gate.
"""

import os
import pathlib
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import time

import chess
import chess.pgn

FAULTS = (
    "crash-at-go=7 exit-at-go=5 half-line-at-go=9 hang-at-go=6 freeze-at-go=8 illegal-at-go=11 none-at-go=4 null-at-go=3 "
    "words-at-go=12 early-bestmove double-bestmove flood=2000 big-line=200000 stderr=100000 crlf tabs leading-space "
    "nul-bytes not-utf8 ignore-quit crash-at-quit orphan die-at-start no-uciok odd-options banner"
).split()
JUNK = [b"", b"\x00\xff\xfe", b"position", b"position fen x y z", b"go go go", b"setoption name", b"debug maybe",
        b"\xe2\x99\x9e " * 50, b"position startpos moves e2e4 e2e4", b"go wtime -1 btime x", b"x" * 100_000]


def fail(what):
    print(f"FAILED: {what}", flush=True)
    sys.exit(1)


def resident(pid):
    """Resident memory in KiB."""
    for line in pathlib.Path(f"/proc/{pid}/status").read_text().splitlines():
        if line.startswith("VmRSS"):
            return int(line.split()[1])
    return 0


class Soak:
    def __init__(self, program, folder):
        # A copy, so that every process of this run can be told by its file.
        self.program = str(folder / "soaked-arbiter")
        shutil.copy(program, self.program)
        self.folder = folder
        self.random = random.Random(1)
        self.counts = {}
        self.memory = []
        self.audited = {}
        self.long = self.wrap(["engine", "random"], [], "long")
        self.moves = []

    def count(self, what, times=1):
        self.counts[what] = self.counts.get(what, 0) + times

    def wrap(self, engine, options, name):
        log = open(self.folder / f"{name}.err", "ab")
        ledger = ["--ledger", str(self.folder / f"{name}.jsonl")] if name != "long" else []
        command = [self.program, "wrap"] + options + ledger + ["--", self.program] + engine
        return subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=log, bufsize=0)

    def mine(self):
        """Processes of this run that live."""
        found = []
        for process in pathlib.Path("/proc").iterdir():
            try:
                if process.name.isdigit() and os.readlink(process / "exe").startswith(self.program):
                    found.append(int(process.name))
            except OSError:
                pass
        return found

    def no_orphans(self, after):
        own = {self.long.pid}
        for _ in range(100):
            children = pathlib.Path(f"/proc/{self.long.pid}/task/{self.long.pid}/children")
            left = [pid for pid in self.mine() if pid not in own and not self.is_below(pid, self.long.pid)]
            if not left:
                return
            time.sleep(0.1)
        fail(f"orphans after {after}: {left}")

    @staticmethod
    def is_below(pid, root):
        while pid > 1:
            if pid == root:
                return True
            try:
                pid = int(pathlib.Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()[1])
            except OSError:
                return True  # gone meanwhile
        return False

    def long_traffic(self, seconds):
        """Whole games through one wrapper: each go gets one bestmove, and that a legal one."""
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            board, plies = chess.Board(), []
            self.say(self.long, b"ucinewgame")
            for _ in range(self.random.randrange(10, 200)):
                if board.is_game_over():
                    break
                if self.random.random() < 0.05:
                    self.say(self.long, self.random.choice([line for line in JUNK if not line.startswith(b"go")]))
                self.say(self.long, " ".join(["position startpos"] + ["moves"] * bool(plies) + plies).encode())
                self.say(self.long, self.random.choice([b"go movetime 1", b"go depth 1", b"go wtime 9000 btime 9000"]))
                move = self.best_move(self.long)
                if chess.Move.from_uci(move) not in board.legal_moves:
                    fail(f"{move} after {plies}")
                board.push_uci(move)
                plies.append(move)
                self.count("moves through the long wrapper")

    def say(self, process, line):
        process.stdin.write(line + b"\n")

    def best_move(self, process):
        while True:
            line = process.stdout.readline()
            if not line:
                fail("the long wrapper ended")
            if line.startswith(b"bestmove"):
                return line.split()[1].decode()

    def short_wrapper(self):
        """Junk and commands in any order, an engine with faults, and one of four ends."""
        faults = self.random.sample(FAULTS, self.random.randrange(0, 3))
        options = self.random.choice([[], ["--crash", "restart"], ["--results", "trust"]])
        process = self.wrap(["engine", "scripted"] + faults, options, "short")
        # What comes out is not waited for, and must not hold anything up.
        sink = subprocess.Popen(["cat"], stdin=process.stdout, stdout=subprocess.DEVNULL)
        process.stdout.close()
        commands = [b"uci", b"isready", b"ucinewgame", b"position startpos moves e2e4", b"go movetime 5", b"go infinite",
                    b"stop", b"ponderhit", b"go ponder wtime 100 btime 100", b"setoption name Hash value 1"]
        try:
            for _ in range(self.random.randrange(5, 150)):
                self.say(process, self.random.choice(commands if self.random.random() < 0.8 else JUNK))
            end = self.random.choice(["quit", "eof", "kill", "term"])
            if end == "quit":
                self.say(process, b"quit")
            elif end == "eof":
                process.stdin.close()
            else:
                process.send_signal({"kill": signal.SIGKILL, "term": signal.SIGTERM}[end])
        except OSError:
            pass  # the engine died, and the wrapper with it
        try:
            process.wait(60)
        except subprocess.TimeoutExpired:
            fail(f"a wrapper hangs: {faults} {options}")
        sink.wait(60)
        self.no_orphans(f"a wrapper with {faults} {options}")
        self.count("wrappers with faults")

    def match(self):
        """Games in which engines fail, and what an independent program says of their ends."""
        faults = self.random.sample(FAULTS, self.random.randrange(1, 3))
        games = self.folder / "match.pgn"
        games.unlink(missing_ok=True)
        scripted = [word for fault in ["engine", "scripted"] + faults for word in [f"arg={fault}"]]
        command = [self.program, "match", "-engine", "name=A", f"cmd={self.program}", *scripted, "-engine", "name=B",
                   "cmd=house:random", "-each", "proto=uci", "tc=1+0.01", "-rounds", "2", "-games", "2", "-recover",
                   "-concurrency", "2", "-pgnout", str(games)]
        done = subprocess.run(command, capture_output=True, timeout=300, cwd=self.folder)
        if b"panicked" in done.stderr or done.returncode not in (0, 1, 5):
            fail(f"match with {faults}: {done.returncode} {done.stderr[-2000:]}")
        self.no_orphans(f"a match with {faults}")
        self.count("matches with failing engines")
        if not games.exists():
            return
        with open(games, encoding="utf-8", errors="replace") as text:
            while game := chess.pgn.read_game(text):
                board, result = game.end().board(), game.headers["Result"]
                outcome = board.outcome()
                if outcome and outcome.result() != result and game.headers.get("Termination") != "unterminated":
                    fail(f"{faults}: {result} for {board.fen()} {game.headers}")
                self.count("games")
        said = subprocess.run([self.program, "audit", str(games)], capture_output=True, timeout=120)
        if said.returncode == 1:
            fail(f"audit of a match with {faults}: {said.stdout[-2000:]}")

    def audit(self, files):
        for file in files:
            done = subprocess.run([self.program, "audit", "--json", file], capture_output=True, timeout=600)
            known = self.audited.setdefault(file, done.stdout)
            if known != done.stdout or b"panicked" in done.stderr:
                fail(f"audit of {file} changed: {done.stderr[-2000:]}")
        self.count("audits of all files")


def main(program, minutes, *files):
    folder = pathlib.Path(tempfile.mkdtemp(prefix="soak-"))
    soak = Soak(program, folder)
    end = time.monotonic() + 60 * float(minutes)
    while time.monotonic() < end:
        soak.long_traffic(10)
        soak.memory.append(resident(soak.long.pid))
        for _ in range(5):
            soak.short_wrapper()
        soak.match()
        soak.audit(files)
        if any(b"panicked" in (folder / f"{name}.err").read_bytes() for name in ("long", "short")):
            fail(f"panicked: {folder}")
        with open(folder / "progress", "w", encoding="utf-8") as out:
            print(soak.counts, soak.memory, file=out)
    soak.say(soak.long, b"quit")
    soak.long.wait(60)
    soak.no_orphans("the long wrapper")
    step = max(1, len(soak.memory) // 20)
    print(soak.counts)
    print("memory of the long wrapper, KiB:", soak.memory[::step], "last", soak.memory[-1])
    shutil.rmtree(folder)


main(*sys.argv[1:])
