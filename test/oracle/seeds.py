"""Runs of programs by their seeds, some at a time.

    for result in in_turn(run, seeds_of("1..60"), jobs=2, seconds=600): ...
"""

import concurrent.futures
import json
import os
import time


def seeds_of(text):
    """The seeds of "FIRST..LAST", or the only one."""
    first, _, last = text.partition("..")
    return range(int(first), int(last or first) + 1)


def in_turn(run, seeds, jobs, seconds):
    """run(seed) of each seed, as the results come. After `seconds` no further seed is begun."""
    seeds, deadline = iter(seeds), time.monotonic() + seconds
    with concurrent.futures.ProcessPoolExecutor(jobs) as pool:
        waiting = set()
        while True:
            while len(waiting) < jobs and time.monotonic() < deadline:
                seed = next(seeds, None)
                if seed is None:
                    break
                waiting.add(pool.submit(run, seed))
            if not waiting:
                return
            done, waiting = concurrent.futures.wait(waiting, return_when=concurrent.futures.FIRST_COMPLETED)
            yield from (future.result() for future in done)


def keep(path, summary):
    """Writes a summary whole, so that a run that is cut off leaves the one before."""
    with open(path + ".new", "w") as file:
        json.dump(summary, file, indent=1)
    os.replace(path + ".new", path)
