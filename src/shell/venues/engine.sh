# Called with a name and the path of a gate.
name=$1; gate=$2; n=0
while read -r line; do
    case $line in
        uci) echo "id name $name"; echo uciok ;;
        isready) echo readyok ;;
        position*6Q1/8*) n=stalemate ;;
        position*8/6Q1*) n=mate ;;
        position*moves*) set -- ${line#*moves }; n=$# ;;
        position*) n=0 ;;
        go*)
            # Nobody leads it by the hand: it leaves when the test has left, or taken its folder away.
            while [ ! -e "$gate" ]; do
                [ -d "${gate%/*}" ] && kill -0 "$PPID" 2>/dev/null || exit 0
                sleep 0.02
            done
            case $name$n in
                *stalemate) m=g5g6 ;; *mate) m=g1h1 ;;
                strong0) m=e2e4 ;; strong1) m=e7e5 ;; strong2) m=d2d4 ;; strong3) m=d8h4 ;; strong4) m=d1h5 ;;
                weak0) m=f2f3 ;; weak1) m=f7f6 ;; weak2) m=g2g4 ;; weak3) m=g7g5 ;;
            esac
            echo "bestmove $m" ;;
        quit) exit 0 ;;
    esac
done
