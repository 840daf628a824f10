"""The programs of unseen.json on this machine's processors beside plain loops (peers/plain.cpp), in turns.

    pairs.py DIR --out FILE [--rounds 5] [--seconds 0.5] [--only NAME ...]     solvers of `unseen.py build`; prints a table

Each round runs the loop, then `auto` with the choice of an earlier run, then each named way that is near the best. Other work on
the machine delays one run and not another. Ratios are therefore of processor seconds, and also of wall seconds; each is the
median over the rounds.
"""

import argparse
import json
import os
import resource
import statistics
import sys
import tempfile

import peers
import unseen

LOOP = {"plain": {"source": "plain.cpp", "needs": "Debian's g++",
                  "compile": ["g++", "-O3", "-march=native", "-ffast-math", "-fopenmp", "-std=c++20"]}}
DT = {"weno": "1e-9", "dendrite": "1e-6", "elastic": "1e-3", "gray_scott": "1e-3", "gray_scott_rk4": "1e-3"}


def processor_seconds(pid):
    with open(f"/proc/{pid}/stat") as file:
        words = file.read().rpartition(")")[2].split()
    return (int(words[11]) + int(words[12])) / os.sysconf("SC_CLK_TCK")


class Pairs:
    def __init__(self, folder, work, loop):
        self.runner = unseen.Runner(os.path.abspath(folder), "cpu", None, work)
        self.loop = loop

    def ask_loop(self, name, size, steps):
        ask = lambda: self.loop.ask("plain", name, size, steps, DT.get(name.removesuffix("_fast"), "0.1"))
        if not self.loop.running.get("plain"):
            ask()
        before = processor_seconds(self.loop.running["plain"].process.pid)
        wall = ask()
        return wall, processor_seconds(self.loop.running["plain"].process.pid) - before

    def ask_solver(self, name, sets, steps, options):
        """Wall seconds and processor seconds of the steps. Processor seconds are of the whole process, less a process that takes
        no step."""
        def spent(count):
            before = resource.getrusage(resource.RUSAGE_CHILDREN)
            found = self.runner.solve(name, sets, count, options)
            after = resource.getrusage(resource.RUSAGE_CHILDREN)
            return found, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
        found, long = spent(steps)
        if isinstance(found, str):
            return None
        _, short = spent(0)
        return found["seconds"]["run"], max(long - short, 1e-3), unseen.in_words(found["plan"])

    def measure(self, name, sets, rounds, seconds):
        size = int(sets.partition("=")[2])
        looks = 12
        wall, _ = self.ask_loop(name, size, looks)
        wall, _ = self.ask_loop(name, size, looks)
        steps = max(looks, int(looks * seconds / wall))
        self.runner.solve(name, sets, 12 * steps, [])  # auto tries the ways
        ways = {"auto": [], "linear": ["--scheme", "linear"], "tiles": ["--scheme", "overlapped"],
                "tiles, 2 steps": ["--scheme", "overlapped", "--tile-steps", "2"],
                "tiles, 4 steps": ["--scheme", "overlapped", "--tile-steps", "4"]}
        found = {way: [] for way in ["loop", *ways]}
        plans = {}
        for turn in range(rounds):
            found["loop"].append(self.ask_loop(name, size, steps))
            for way, options in list(ways.items()):
                took = self.ask_solver(name, sets, steps, options)
                if took is None:
                    del ways[way], found[way]
                    continue
                found[way].append(took[:2])
                plans[way] = took[2]
                if turn == 0 and way != "auto" and took[0] > 2 * found["auto"][0][0]:
                    del ways[way], found[way]  # not near the best
        return {"problem": name, "sets": sets, "steps": steps, "plans": plans,
                "wall": {way: statistics.median(each[0] for each in times) for way, times in found.items()},
                "processor": {way: statistics.median(each[1] for each in times) for way, times in found.items()}}


def line(record):
    ratios = []
    for clock in ("processor", "wall"):
        times = record[clock]
        best = min(value for way, value in times.items() if way != "loop")
        ratios += [times["loop"] / times["auto"], best / times["auto"]]
    return (f"| {record['problem']} {record['sets']} | {ratios[0]:.2f} | {ratios[2]:.2f} | {ratios[1]:.2f} | {ratios[3]:.2f} | "
            f"{record['plans']['auto']} |")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder")
    parser.add_argument("--out", required=True)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--seconds", type=float, default=0.5)
    parser.add_argument("--only", nargs="+", default=[])
    options = parser.parse_args()
    rows = []
    print("| program | loop / auto, processor seconds | wall | best / auto, processor seconds | wall | auto |\n|---|---|---|---|---|---|", flush=True)
    with tempfile.TemporaryDirectory() as work, peers.Peers(unseen.HERE, ["plain"], LOOP, sys.executable) as loop:
        if loop.left_out:
            sys.exit(f"no plain loops: {loop.left_out}")
        pairs = Pairs(options.folder, work, loop)
        for name, sets in unseen.cases(options.folder, "cpu", options.only):
            if name.startswith("drawn"):
                continue
            rows.append(pairs.measure(name, sets, options.rounds, options.seconds) | {"load": os.getloadavg()[0]})
            print(line(rows[-1]), flush=True)
            with open(options.out, "w") as file:
                json.dump({"rows": rows}, file, indent=1)


if __name__ == "__main__":
    sys.exit(main())
