//! What `match -help` says.

/// The options of `match`.
pub const HELP: &str = "\
Usage: uci-arbiter match -engine KEYS -engine KEYS … [OPTIONS]

Plays engines against each other under the FIDE Laws. The command lines of cutechess-cli and fastchess are taken as
they are; where the two differ, the words of the line tell which is meant (-dialect says it outright).

Engines
  -engine KEYS            one player; -each KEYS for all, which overrides
    cmd=PROGRAM           the program; cmd=house:search, house:random: our own
    conf=NAME             an engine of ./engines.json or ~/.config/cutechess/engines.json, else of engines/NAME.toml
    name=NAME dir=DIR arg=WORD args=\"WORDS\" proto=uci|xboard option.NAME=VALUE
    initstr=LINE stderr=FILE restart=auto|on|off ponder whitepov rating=ELO
    tc=40/60+0.6          time control; also 5:00+3, 40/90:00+30,15:00+30, 60d5 (delay), 60b3 (Bronstein), hg60, inf
    st=SECONDS depth=N nodes=N timemargin=MS book=FILE bookdepth=N tscale=FACTOR

Event
  -tournament KIND        round-robin, gauntlet (-seeds N), knockout, pyramid
  -games N -rounds N -repeat [N] -noswap -reverse -wait MS
  -openings file=FILE format=epd|pgn|polyglot order=sequential|random plies=N start=N policy=default|encounter|round
  -variant standard|fischerandom
  -concurrency N -force-concurrency -use-affinity [LIST]
  -srand SEED -event NAME -site NAME
  -sprt elo0=E elo1=E alpha=P beta=P model=normalized|logistic|bayesian
  -quick cmd=A cmd=B book=FILE

Rules
  -rules PRESET           event rules to begin with (default: cutechess)
  -laws EDITION           the edition of the Laws
  -draw movenumber=N movecount=N score=CP
  -resign movecount=N score=CP [twosided=true]
  -maxmoves N
  -tb PATHS -tbpieces N -tbignore50 -tbadjudicate BOTH|WIN_LOSS|DRAW
  -recover -startup-ms N -ucinewgame-ms N -ping-ms N

Output
  -pgnout FILE [min] [fi], or -pgnout file=FILE min=true
  -epdout FILE
  -jsonl FILE             everything, one JSON object a line
  -livepgn FILE           the games in play
  -live ADDRESS           the match in browsers, as 127.0.0.1:8000 or a port
  -journal FILE           what a stopped match is resumed from
  -wires DIR              what engines say and hear, one file a game
  -output format=cutechess|fastchess
  -ratinginterval N -scoreinterval N -outcomeinterval N
  -dialect WORD           cutechess or fastchess: whose command line this is (default: by its words)
  -print-toml             print the event file that this line means, and play nothing
  -engines -version -help
";
