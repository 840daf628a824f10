"""The measurements of ./dev bench: compile time, speed of each backend and form, memory.

    bench.py [--quick] [--out DIR] [compile] [length] [run] [grids] [memory] [random]

In: bench/cases.json, the built eulerc. Out: build/bench/NAME.json with every single figure, the machine and the tools, and the
same as tables on standard output. No figure is judged: a shared machine is noisy, so compare figures of one run only.
"""

import argparse
import json
import os
import statistics
import subprocess
import sys
import time

import numpy as np

import peers
import thesis
from surroundings import BUILD, EULERC, ROOT, environment, output

OUT = os.path.join(BUILD, "bench")


def spread(values):
    """The median, and the spread of the values relative to it."""
    median = statistics.median(values)
    return median, (max(values) - min(values)) / median if median else 0.0


def table(title, head, rows):
    print(f"\n### {title}\n")
    print("| " + " | ".join(head) + " |")
    print("|" + "---|" * len(head))
    for row in rows:
        print("| " + " | ".join(row) + " |")


def save(name, result):
    os.makedirs(OUT, exist_ok=True)
    path = os.path.join(OUT, f"{name}.json")
    with open(path, "w") as file:
        json.dump({"environment": environment(), name: result}, file, indent=2)
    print(f"\n{path}")


def with_size(program, n):
    """A copy of the program whose default size is n."""
    with open(os.path.join(ROOT, program)) as file:
        text = file.read()
    assert "N = 80000;" in text
    path = os.path.join(OUT, f"string_{n}.ode")
    with open(path, "w") as file:
        file.write(text.replace("N = 80000;", f"N = {n};"))
    return path


def compiled(program):
    solver = os.path.join(OUT, "solver")
    subprocess.run([EULERC, os.path.join(ROOT, program), "-o", solver], check=True)
    return solver


# ---- compile time --------------------------------------------------------------------------------
def bench_compile(case, quick):
    result = []
    for n in case["sizes"]:
        program, seconds = with_size(case["program"], n), []
        for _ in range(1 if quick else case["runs"]):
            begin = time.monotonic()
            subprocess.run([EULERC, program, "-o", os.path.join(OUT, "compiled")], check=True)
            seconds.append(time.monotonic() - begin)
        begin = time.monotonic()
        subprocess.run([EULERC, program, "--emit=host", "-o", os.path.join(OUT, "compiled.cpp")],
                       check=True)
        result.append({"n": n, "seconds": seconds, "seconds_without_cxx": time.monotonic() - begin})
    rows = []
    for r in result:
        median, apart = spread(r["seconds"])
        rows.append([f"{r['n']:,}", f"{median:.2f}", f"{apart:.0%}", f"{r['seconds_without_cxx']:.2f}"])
    table("Compile time: eulerc string.ode -o string_solver",
          ["n", "median s", "spread", "without host compiler, s"], rows)
    return result


# ---- compile time against the program's length ---------------------------------------------------
def bench_length(case, quick):
    """A chain of `lines` assignments with reads, conditions and calls in turn."""
    kinds = ["a = 0.5 * a + y[i - {r}];", "a = a > 0.25 ? a - y[i + {r}] : a * 1.5;", "a += sin(a);"]
    result = []
    for lines in case["lines"]:
        path = os.path.join(OUT, "long.ode")
        body = "\n".join("  " + kinds[k % 3].format(r=k % 7 + 1) for k in range(lines))
        with open(path, "w") as file:
            file.write("param int N = 1000;\nstate real y[N];\nboundary(y) = dirichlet(0);\n"
                       "initial(y)(int i) { return i; }\nddt(y)(int i, real t) {\n  real a = y[i];\n"
                       f"{body}\n  return a;\n}}\n")
        times = {}
        for name, options in {"front": ["--emit=host", "-o", os.path.join(OUT, "long.cpp")],
                              "all": ["-o", os.path.join(OUT, "long")]}.items():
            times[name] = []
            for _ in range(1 if quick else case["runs"]):
                begin = time.monotonic()
                subprocess.run([EULERC, path, *options], check=True)
                times[name].append(time.monotonic() - begin)
        result.append({"lines": lines, "seconds": times["all"], "seconds_without_cxx": times["front"]})
    table("Compile time against the length of ddt", ["lines", "median s", "without host compiler, s"],
          [[str(r["lines"]), f"{spread(r['seconds'])[0]:.2f}",
            f"{spread(r['seconds_without_cxx'])[0]:.2f}"] for r in result])
    return result


# ---- speed ---------------------------------------------------------------------------------------
LOOP = "OpenMP loop"


def rates_table():
    with open(os.path.join(ROOT, "bench", "rates.json")) as file:
        return json.load(file)


def make_peers(names):
    """Builds the peers of the table of rates that can be built here; notes each other peer."""
    made = peers.Peers(os.path.join(ROOT, "bench"), names, rates_table()["peers"], sys.executable)
    for name, why in made.left_out.items():
        print(f"\n{name} is left out: {why}")
    return made


def run_solver(solver, way, problem):
    """The solver's own statistics of one run; it also checks that the result is finite."""
    stats = os.path.join(OUT, "stats.json")
    subprocess.run([solver, *way["options"], "--set", f"N={problem['n']}", "--steps",
                    str(problem["steps"]), "--stats", stats, "--quiet", "--no-progress"],
                   check=True, stdout=subprocess.DEVNULL)
    with open(stats) as file:
        return json.load(file)


def verified(solver, way):
    """Whether a way agrees with the serial reference, at a small size."""
    done = subprocess.run([solver, *way["options"], "--set", "N=1000003", "--steps", "20", "--verify",
                           "--quiet"], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    return done.returncode == 0


def loop_agrees(asked, solver):
    """Whether the string of the loop agrees with the serial reference up to rounding."""
    case, out = rates_table()["programs"]["string"]["check"], os.path.join(OUT, "string.npy")
    subprocess.run([solver, "--backend", "serial", "--set", f"N={case['size']}", "--steps", str(case["steps"]),
                    "--dt", case["dt"], "--output", out, "--quiet"], check=True, stdout=subprocess.DEVNULL)
    return asked.check(LOOP, "string", case, peers.floats(out))


def device_copy(program, bytes_, runs):
    """GB/s that the OpenCL device reads and writes in each run, by the better of two ways to copy."""
    done = json.loads(output([program, "", str(bytes_), str(runs)]))
    return max(done["gb_per_s"].values(), key=statistics.median)


def bench_run(case, quick):
    with make_peers([LOOP]) as asked:
        result = [run_problem(case, problem, quick, compiled(case["program"]), asked)
                  for problem in case["problems"]]
    for r in result:
        show_run(r)
    return result


def run_problem(case, problem, quick, solver, asked):
    copy = thesis.build_copy(OUT)
    if quick:
        problem = {"n": min(problem["n"], 1_000_000), "steps": 20, "runs": 1}
    n, steps, runs = problem["n"], problem["steps"], problem["runs"]
    # One run more than is counted: the first run warms up. The ways take turns, so that a change of the machine's load affects
    # all of them.
    stats, loop = {way["name"]: [] for way in case["ways"]}, []
    for turn in range(runs + 1):
        for way in case["ways"]:
            one = run_solver(solver, way, problem)
            if turn > 0:
                stats[way["name"]].append(one)
        seconds = asked.ask(LOOP, "string", n, steps, "1e-4")
        if turn > 0:
            loop.append(1e-9 * n * steps / seconds)
    return {
        "n": n, "steps": steps, "ways": stats,
        "verified": {way["name"]: verified(solver, way) for way in case["ways"]},
        "openmp_loop": {"gcomps": loop, **loop_agrees(asked, solver)},
        "device_copy_gb_per_s": device_copy(copy, 4 * n, runs),
    }


def show_run(r):
    limit = statistics.median(r["device_copy_gb_per_s"]) / 8
    speeds = {name: [s["gcomps"] for s in stats] for name, stats in r["ways"].items()}
    speeds[LOOP] = r["openmp_loop"]["gcomps"]
    loop = statistics.median(r["openmp_loop"]["gcomps"])
    threads = statistics.median(speeds["threads"])
    rows = []
    for name, values in speeds.items():
        median, apart = spread(values)
        checked = {True: "yes", False: "NO"}[r["verified"].get(name, r["openmp_loop"]["agrees"])]
        of_limit = f"{median / limit:.0%}" if name.startswith("opencl") else ""
        rows.append([name, f"{median:.2f}", f"{apart:.0%}", f"{median / loop:.2f}",
                     f"{median / threads:.2f}", of_limit, checked])
    device = next((s[0]["device"] + ", driver " + str(s[0]["driver"])
                   for name, s in r["ways"].items() if name.startswith("opencl")), "")
    table(f"String, float, n = {r['n']:,}, {r['steps']:,} steps", [
        "", "Gcomp/s", "spread", "× OpenMP loop", "× threads", "of the copy rate", "agrees with the reference"], rows)
    print(f"\nOpenCL device: {device}  ")
    print(f"Copy, read and written: {statistics.median(r['device_copy_gb_per_s']):.1f} GB/s by OpenCL, so at "
          f"8 bytes an update its limit is {limit:.2f} Gcomp/s (a system that fits the cache has a higher one)")


# ---- grids ---------------------------------------------------------------------------------------
def run_grid(solver, way, case, size, steps):
    """The statistics of one run; its final states are in OUT/grid*.npy."""
    stats = os.path.join(OUT, "stats.json")
    sets = [word for name in case["sizes"] for word in ("--set", f"{name}={size}")]
    subprocess.run([solver, *way["options"], *sets, "--dt", case["dt"], "--steps", str(steps),
                    "--output", os.path.join(OUT, "grid.npy"), "--stats", stats, "--quiet",
                    "--no-progress"], check=True, stdout=subprocess.DEVNULL)
    with open(stats) as file:
        return json.load(file)


def relative_difference(got, reference):
    """The largest difference, relative to the largest value."""
    return float(np.max(np.abs(got - reference)) / np.max(np.abs(reference)))


def bench_grids(cases, quick):
    names = dict.fromkeys(name for case in cases for name in case["peers"])
    with make_peers(list(names)) as asked:
        return [run_grids(case, quick, asked) for case in cases]


def run_grids(case, quick, asked):
    solver, problem, raw = compiled(case["program"]), case["problem"], os.path.join(OUT, "peer.raw")
    size, steps, runs = (32, 5, 1) if quick else (case["size"], case["steps"], case["runs"])
    names = [name for name in case["peers"] if name in asked.names()]
    ways, seconds, results = {way["name"]: [] for way in case["ways"]}, {name: [] for name in names}, {}
    for turn in range(runs + 1): # the first one warms up; the ways take turns
        for name in names:
            one = asked.ask(name, problem, size, steps, case["dt"], raw)
            results[name] = np.fromfile(raw, np.float32)
            if turn > 0:
                seconds[name].append(one)
        for way in case["ways"]:
            stats = run_grid(solver, way, case, size, steps)
            results[way["name"]] = np.concatenate(
                [np.load(os.path.join(OUT, f)).ravel() for f in case["outputs"]])
            if turn > 0:
                ways[way["name"]].append(stats)
    difference = {name: relative_difference(got, results[LOOP]) for name, got in results.items()}
    updates = results[LOOP].size * steps
    rates = {name: [s["gcomps"] for s in stats] for name, stats in ways.items()}
    rates.update({name: [1e-9 * updates / s for s in values] for name, values in seconds.items()})
    loop, threads = statistics.median(rates[LOOP]), statistics.median(rates["threads"])
    rows = []
    for name, values in rates.items():
        median, apart = spread(values)
        rows.append([name, f"{median:.2f}", f"{apart:.0%}", f"{median / loop:.2f}",
                     f"{median / threads:.2f}", f"{difference[name]:.1e}"])
    table(f"{case['name']}, float, {steps} steps", ["", "Gcomp/s", "spread", "× OpenMP loop",
          "× threads", "largest difference from the loop, relative"], rows)
    return {"name": case["name"], "size": size, "steps": steps, "ways": ways,
            "peers": {name: {"gcomps": rates[name]} for name in names},
            "largest_relative_difference": difference}


# ---- memory -------------------------------------------------------------------------------------- A small second Python starts
# the process, because the memory of the starting process counts until the new one has begun.
PEAK = """import os, subprocess, sys
process = subprocess.Popen(sys.argv[1:], stdout=subprocess.DEVNULL)
_, status, usage = os.wait4(process.pid, 0)
print(usage.ru_maxrss * 1024 if status == 0 else 0)"""


def peak_bytes(command):
    """Peak memory of a process; the least value is some 10 MiB, the memory of Python."""
    peak = int(output([sys.executable, "-I", "-S", "-c", PEAK, *command]))
    if not peak:
        sys.exit(f"failed: {' '.join(command)}")
    return peak


def bench_memory(case, quick):
    solver, result = compiled(case["program"]), []
    for way in case["ways"]:
        for n in case["sizes"][: 2 if quick else None]:
            peak = peak_bytes([solver, *way["options"], "--set", f"N={n}", "--steps", "2", "--quiet"])
            result.append({"way": way["name"], "n": n, "peak_bytes": peak})
    rows = []
    for name in dict.fromkeys(r["way"] for r in result):
        base, *more = [r for r in result if r["way"] == name]
        rows.append([name, f"{base['n']:,}", f"{base['peak_bytes'] / 2**20:.0f}", ""])
        for r in more:
            values = (r["peak_bytes"] - base["peak_bytes"]) / (r["n"] - base["n"]) / 4
            rows.append([name, f"{r['n']:,}", f"{r['peak_bytes'] / 2**20:.0f}", f"{values:.2f}"])
    table("Memory of a solver (with PoCL the device's buffers are part of it)",
          ["backend", "n", "peak MiB", "values a component"], rows)
    return result


# ---- random programs -----------------------------------------------------------------------------
def bench_random(case, quick):
    """Not a measurement of speed: how many random programs agree in all forms and with the oracle."""
    summary = os.path.join(OUT, "random-summary.json")
    seeds = case["quick_seeds"] if quick else case["seeds"]
    subprocess.run([sys.executable, os.path.join(ROOT, "test", "oracle", "many.py"), "--build", BUILD,
                    "--seeds", seeds, "--seconds", str(case["seconds"]), "--json", summary,
                    os.path.join(OUT, "random")])  # the script prints the failure
    with open(summary) as file:
        result = json.load(file)
    os.remove(summary)
    table("Random programs against the oracle", ["programs", "runs", "seconds", "failed"],
          [[f"{result['programs']:,}", f"{result['runs']:,}", f"{result['seconds']:.0f}",
            str(len(result["failed"]))]])
    return result


# ---- reductions ----------------------------------------------------------------------------------
def bench_reduce(case, quick):
    """The rate of a reduction of the state on its device, compared with a copy in the same memory."""
    program, copy = build_reduce(case["program"]), thesis.build_copy(OUT)
    result = []
    for points in [1000000] if quick else case["points"]:
        copies = device_copy(copy, 4 * points, case["runs"])
        for backend in case["backends"]:
            done = json.loads(output([program, backend, str(points), str(1 if quick else case["runs"])]))
            result.append({**done, "backend": backend, "device_copy_gb_per_s": copies})
    assert len({(r["points"], r["value"]) for r in result}) == len({r["points"] for r in result}), result
    rows = []
    for r in result:
        for way in ("seconds", "together"):
            median, apart = spread(r[way])
            rate = 4e-9 * r["points"] / median
            rows.append([f"{r['points']:,}", r["backend"], {"seconds": "alone", "together": "of eight"}[way], f"{1e3 * median:.3f}",
                         f"{apart:.0%}", f"{rate:.1f}", f"{rate / statistics.median(r['device_copy_gb_per_s']):.0%}"])
    table("A monitor, the sum of squares of floats; the same bits by all backends",
          ["points", "backend", "", "ms", "spread", "GB/s", "of the copy rate"], rows)
    return result


def build_reduce(program):
    """bench/reduce.cpp with its solver."""
    made = os.path.join(OUT, "reduce")
    subprocess.run([EULERC, os.path.join(ROOT, program), "--emit=host", "-o", made + "_solver.cpp"], check=True)
    subprocess.run([os.environ.get("CXX", "c++"), "-std=c++20", "-O3", "-ffp-contract=off", "-s",
                    "-static-libstdc++", "-static-libgcc", "-pthread",
                    "-I" + os.path.join(BUILD, "include"), made + "_solver.cpp",
                    os.path.join(ROOT, "bench", "reduce.cpp"),
                    os.path.join(BUILD, "lib", "libeulerc_runtime.a"), "-ldl", "-o", made], check=True)
    return made


def main():
    benches = {"compile": bench_compile, "length": bench_length, "run": bench_run,
               "grids": bench_grids, "memory": bench_memory, "reduce": bench_reduce, "random": bench_random}
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--quick", action="store_true", help="once and small: does it work at all?")
    parser.add_argument("names", nargs="*", metavar="NAME", help=", ".join(benches))
    parser.add_argument("--out", metavar="DIR", default=OUT, help="for JSON (default: build/bench)")
    options = parser.parse_args()
    globals()["OUT"] = os.path.abspath(options.out)
    unknown = set(options.names) - set(benches)
    if unknown:
        parser.error(f"there is no bench {sorted(unknown)[0]}; there are: {', '.join(benches)}")
    with open(os.path.join(ROOT, "bench", "cases.json")) as file:
        cases = json.load(file)
    os.makedirs(OUT, exist_ok=True)
    for name in options.names or benches:
        save(name, benches[name](cases[name], options.quick))


if __name__ == "__main__":
    main()
