#!/usr/bin/env bash
# A fleet in network namespaces: every worker, the coordinator and the broker have one each, every link has delay and
# loss, and the broker is cut off twice for a while (fleet_switch.py). All games must count once, and none may end by a clock. By hand, as
# root: tests/real/fleet_netns.sh path/to/uci-arbiter [NODES]. The games must last beyond the cuts: so many nodes a move.
set -euo pipefail
program=$(realpath "$1")
nodes=${2:-9000}
folder=$(mktemp -d)
names=(broker coordinator w1 w2 w3)
cleanup() {
    for pid in "${pids[@]:-}"; do kill -9 "$pid" 2>/dev/null || true; done
    for name in "${names[@]}"; do ip netns del "fl-$name" 2>/dev/null || true; done
}
trap cleanup EXIT
pids=()
number=1 spaces=()
for name in "${names[@]}"; do
    ip netns add "fl-$name"
    spaces+=("fl-$name=10.77.0.$number")
    number=$((number + 1))
done
# 40 ms and up to 20 more or less each way, 3 % lost; the broker is cut off for 15 and for 25 seconds.
python3 "$(dirname "$0")/fleet_switch.py" 40 20 3 fl-broker:15-30,fl-broker:45-70 "${spaces[@]}" >"$folder/switch.log" &
pids+=($!)
until grep -qs ready "$folder/switch.log"; do sleep 0.2; done
cd "$folder"
cat > event.toml <<TOML
[event]
name = "Namespaces"
seed = 5
[[engines]]
name = "A"
house = "search"
control = "20+0.2"
nodes = $nodes
[[engines]]
name = "B"
house = "search"
control = "20+0.2"
nodes = $nodes
[format]
kind = "round-robin"
rounds = 60
games = 2
[openings]
chess960 = "all"
order = "random"
[rules]
preset = "fide"
max-moves = 25
[output]
pgn = "games.pgn"
TOML
url=nats://10.77.0.1:4222
ip netns exec fl-broker nats-server -js -a 10.77.0.1 -sd "$folder/nats" -l "$folder/nats.log" & pids+=($!)
until ip netns exec fl-coordinator bash -c 'exec 3<>/dev/tcp/10.77.0.1/4222' 2>/dev/null; do sleep 0.2; done
for worker in w1 w2 w3; do
    ip netns exec "fl-$worker" "$program" worker --fleet "$url" --name "$worker" --concurrency 1 --speed 1 2>"$worker.log" &
    pids+=($!)
done
ip netns exec fl-coordinator "$program" event run event.toml --fleet "$url" --lease 10 >out.log 2>err.log &
coordinator=$!; pids+=("$coordinator")
wait "$coordinator"
echo "coordinator ended with $?"
cat err.log
"$program" event status event.journal
echo "games that count: $(grep -c '"kind":"finished"' event.journal); ended by a clock: $(grep -c '"ground":"flag-fall"' event.journal || true)"
echo "by worker:"; grep -o '"worker":"w[0-9]"' event.journal | sort | uniq -c
head -5 w1.log
echo "$folder"
