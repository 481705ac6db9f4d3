"""Tournament reports between uci-arbiter and gacrux: points, ranks, tie-breaks and pairings must agree.

    trf.py PROGRAM (swiss|round-robin|teams) REPORT...

A report is read by both; then the program writes it in both versions, and gacrux reads those too.
"""

import pathlib
import re
import subprocess
import sys
import tempfile

CODES = ("BH BH/C1 BH/C2 BH/M1 BH/M2 SB SB/C1 SB/C2 PS PS/C1 KS WIN WON BPG BWG REP ARO").split()
# Buchholz has no place where all meet all (C.07 art. 8), and there the two count rounds without a game otherwise.
ROUND_ROBIN = "SB PS WIN WON BPG BWG ARO".split()
ORDERS = [["DE"], ["BH/C1", "BH", "DE", "WON"], ["DE", "SB", "BPG"]]


def cells(text):
    """What a report says of each player: points, and opponent, colour and result of each round."""
    told = {}
    for line in re.split("[\r\n]+", text):
        if line.startswith("001"):
            rounds = [line[at : at + 8].strip() for at in range(91, len(line), 10)]
            while rounds and not rounds[-1]:
                rounds.pop()
            told[int(line[4:8])] = (line[14:47].strip(), line[80:84].strip(), line[85:89].strip(), rounds)
    return told


def ours(program, system, report, codes):
    """Place, points and tie-breaks by player's name."""
    command = [program, "event", "standings", report, "--system", system, "--tie-breaks", ",".join(codes)]
    said = subprocess.run(command, capture_output=True, text=True, check=True)
    assert not said.stderr, said.stderr
    head, *lines = said.stdout.splitlines()
    ends = [word.end() for word in re.finditer(r"\S+", head)]
    table = {}
    for line in lines:
        values = [line[ends[at - 1] : ends[at]].strip() for at in range(7, 7 + len(codes))]
        points = line[ends[2] - 7 : ends[2]].strip()
        table[line[5 : ends[2] - 8].strip()] = (int(line[:4]), number(points), [number(value) for value in values])
    return table


def theirs(system, report, codes):
    """The same of gacrux, by number."""
    flag = {"swiss": "-s", "round-robin": "-p"}[system]
    command = [sys.executable, "-m", "gacrux.tiebreakchecker", "-i", report, "-f", "TRF", "-o", "-", flag, "-dS"]
    said = subprocess.run(command + ["-t", "PTS"] + codes, capture_output=True, text=True, check=False)
    table = {}
    for line in said.stdout.splitlines()[1:]:
        player, rank, points, *values = line.split(";")
        table[int(player)] = (int(rank), number(points), [number(value) for value in values])
    assert table, said.stdout + said.stderr
    return table


def pairings_are_dutch(report):
    """Whether every round is the one that gacrux would pair."""
    command = [sys.executable, "-m", "gacrux.pairingchecker", "-i", report, "-f", "TRF", "-o", "-", "-c", "-m", "dutch"]
    said = subprocess.run(command + ["-dT"], capture_output=True, text=True, check=False)
    return "Check: True" in said.stdout


def teams(program, report):
    """The teams of an event: match points, game points and tie-breaks."""
    codes = "MPTS GPTS EMMSB EMGSB EGMSB EGGSB".split()
    said = subprocess.run([program, "event", "standings", report], capture_output=True, text=True, check=True).stdout
    head, *lines = said.split("\n\n")[0].splitlines()
    assert head.split()[:12] == ["Rank", "Team", "MP", "GP", "+", "=", "-", "MPvGP"] + codes[2:], head
    mine = {}
    for line in lines:
        # The game points against each team stand behind.
        shape = r" *(\d+) (.*?)((?: +[\d.]+){10})(?: +[\d.*]+){%d}" % len(lines)
        rank, name, values = re.fullmatch(shape, line).groups()
        match_points, game_points, *rest = values.split()
        mine[name] = (int(rank), [number(value) for value in [match_points, game_points] + rest[4:]])
    command = [sys.executable, "-m", "gacrux.tiebreakchecker", "-i", report, "-f", "TRF", "-o", "-", "-p", "-dS"]
    said = subprocess.run(command + ["-t"] + codes, capture_output=True, text=True, check=False).stdout
    other = {}
    for line in said.splitlines()[1:]:
        team, rank, *values = line.split(";")
        other[int(team)] = (int(rank), [number(value) for value in values])
    names = {}
    for line in pathlib.Path(report).read_text().splitlines():
        if line.startswith("310"):
            names[int(line[4:7])] = line[8:40].strip()
    assert names and {names[team]: told for team, told in other.items()} == mine, f"{report}: {mine}, gacrux {said}"
    return len(names) * len(codes)


def number(text):
    return 0.0 if text in ("", "-", "-0") else float(text)


def main(program, system, *reports):
    compared = 0
    for report in reports:
        told = cells(pathlib.Path(report).read_bytes().decode())
        codes = CODES if system == "swiss" else ROUND_ROBIN
        if system == "teams":
            compared += teams(program, report)
            continue
        with tempfile.TemporaryDirectory() as folder:
            files = [report]
            for version in ("trf16", "trf26"):
                files.append(f"{folder}/{version}.trf")
                command = [program, "event", "trf", report, "--format", version, "--out", files[-1]]
                subprocess.run(command, check=True)
                again = cells(pathlib.Path(files[-1]).read_bytes().decode())
                assert again == told, f"{report}: {version}: {again} is not {told}"
            # The random ones were paired by nothing but chance.
            if pathlib.Path(report).name.startswith(("bbp-", "gacrux-")):
                for file in files:
                    assert pairings_are_dutch(file), f"{file}: pairings"
            mine = ours(program, system, report, codes)
            for file in files:
                other = theirs(system, file, codes)
                for player, (name, points, _, _) in told.items():
                    assert number(points) == mine[name][1] == other[player][1], f"{report}: points of {name}"
                    for code, one, two in zip(codes, mine[name][2], other[player][2]):
                        assert one == two, f"{file}: {name}: {code}: {one}, gacrux {two}"
                        compared += 1
            for order in ORDERS if system == "swiss" else [["DE", "SB", "WON"]]:
                mine, other = ours(program, system, report, order), theirs(system, report, order)
                for player, (name, _, _, _) in told.items():
                    assert mine[name][0] == other[player][0], f"{report}: {name} by {order}"
    print(f"{compared} tie-breaks of {len(reports)} reports agree")


main(*sys.argv[1:])
