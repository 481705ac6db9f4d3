"""A switch between network namespaces with delay, loss and a partition, for kernels without netem.

fleet_switch.py DELAY_MS JITTER_MS LOSS_PERCENT "CUT:FROM-TO,..." NAMESPACE=ADDRESS...

Each namespace gets a TUN device with its address; packets go between them late, or not at all. CUT names a namespace
that is cut off from FROM to TO seconds after the start, as often as is given.
"""

import ctypes, fcntl, heapq, os, random, select, struct, subprocess, sys, time

delay, jitter, loss = float(sys.argv[1]) / 1e3, float(sys.argv[2]) / 1e3, float(sys.argv[3]) / 100
cuts = []
for cut in filter(None, sys.argv[4].split(",")):
    name, span = cut.split(":")
    cuts.append((name, *map(float, span.split("-"))))
libc = ctypes.CDLL(None, use_errno=True)
own = os.open("/proc/self/ns/net", os.O_RDONLY)
names, devices, by_address = {}, [], {}
for argument in sys.argv[5:]:
    name, address = argument.split("=")
    space = os.open(f"/run/netns/{name}", os.O_RDONLY)
    if libc.setns(space, 0) != 0:
        sys.exit(f"{name}: cannot be entered")
    tun = os.open("/dev/net/tun", os.O_RDWR | os.O_NONBLOCK)
    fcntl.ioctl(tun, 0x400454CA, struct.pack("16sH", b"tun0", 0x1001))
    libc.setns(own, 0)
    for command in ("addr add %s/24 dev tun0" % address, "link set tun0 up", "link set lo up"):
        subprocess.run(["ip", "netns", "exec", name, "ip", *command.split()], check=True)
    names[tun] = name
    by_address[bytes(map(int, address.split(".")))] = tun
    devices.append(tun)
print("ready", flush=True)
start, waiting, number, sent, lost = time.monotonic(), [], 0, 0, 0
while True:
    now = time.monotonic()
    while waiting and waiting[0][0] <= now:
        _, _, to, packet = heapq.heappop(waiting)
        try:
            os.write(to, packet)
        except OSError:
            pass
    timeout = max(0, waiting[0][0] - now) if waiting else 1
    for device in select.select(devices, [], [], timeout)[0]:
        try:
            packet = os.read(device, 65536)
        except OSError:
            continue
        to = by_address.get(packet[16:20])
        if to is None:
            continue
        now = time.monotonic()
        away = {name for name, since, until in cuts if since <= now - start < until}
        if names[device] in away or names[to] in away or random.random() < loss:
            continue
        number += 1
        heapq.heappush(waiting, (now + delay + random.uniform(-jitter, jitter), number, to, packet))
