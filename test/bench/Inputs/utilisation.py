"""No run uses a device by more than it has: demands shares of at most 1.02 of programs, on threads and through OpenCL.

    utilisation.py EULERC FOLDER PROGRAM[:NAME=VALUE,...] ...
"""
import json
import os
import subprocess
import sys

MOST, LONG = 1.02, 0.05  # s
eulerc, folder, *programs = sys.argv[1:]
os.makedirs(folder, exist_ok=True)
wrong, seen = [], 0
for program in programs:
    path, _, sets = program.partition(":")
    solver = os.path.join(folder, "solver")
    subprocess.run([eulerc, path, "-o", solver], check=True)
    for backend in os.environ.get("BACKENDS", "threads opencl").split():
        steps, shares = 16, {}
        while steps < 1 << 22:
            stats = os.path.join(folder, "stats.json")
            subprocess.run([solver, "--quiet", "--no-tune", "--backend", backend, "--steps", str(steps), "--stats", stats]
                           + [word for each in sets.split(",") if each for word in ("--set", each)], check=True,
                           stdout=subprocess.DEVNULL)
            with open(stats) as file:
                run = json.load(file)
            shares = run["tuning"]["utilisation"]
            if run["seconds"]["run"] > LONG:
                break
            steps *= 4
        known = {name: share for name, share in shares.items() if share is not None}
        seen += len(known)
        print(f"{os.path.basename(path)} {sets} {backend}: " +
              ", ".join(f"{name} {share:.3f}" for name, share in known.items()), flush=True)
        if any(share > MOST for share in known.values()):
            wrong.append(f"{path} {backend}: {known}")
sys.exit(f"more than {MOST}: {wrong}" if wrong else None if seen else "no share is known")
