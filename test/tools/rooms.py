"""Checks the order of rooms, the subfolders of a folder: no two rooms include each other, and there is no longer cycle of
includes.

    rooms.py FOLDER LIST     (LIST: lines "KNOWN: a b", pairs that still do)

A file at the root of the folder belongs to the room "root". The check fails if a pair or a longer cycle is not in LIST. It also
fails if a pair of LIST no longer exists: remove that pair, so that the list only gets shorter.
"""

import os
import re
import sys

INCLUDE = re.compile(r'^\s*#\s*include\s*"([^"]+)"', re.M)
ROOT = "root"


def room_of(path, folder):
    parts = os.path.relpath(path, folder).split(os.sep)
    return parts[0] if len(parts) > 1 else ROOT


def includes(folder):
    """{(room, other room): ["file includes file"]} of all files below a folder."""
    found = {}
    for place, _, names in os.walk(folder):
        for name in sorted(names):
            if not name.endswith((".h", ".cpp")):
                continue
            path = os.path.join(place, name)
            with open(path) as file:
                text = file.read()
            for header in INCLUDE.findall(text):
                near = [os.path.normpath(os.path.join(base, header)) for base in (place, folder)]
                target = next((each for each in near if os.path.isfile(each)), None)
                if target is None:
                    continue
                edge = room_of(path, folder), room_of(target, folder)
                if edge[0] != edge[1]:
                    says = f"{os.path.relpath(path, folder)} includes {os.path.relpath(target, folder)}"
                    found.setdefault(edge, []).append(says)
    return found


def pairs_of(edges):
    """The pairs of rooms that include each other, each pair in alphabetical order."""
    return sorted({tuple(sorted(edge)) for edge in edges if edge[::-1] in edges})


def cycle_of(edges):
    """A cycle of includes, as a list of rooms; [] if there is none."""
    after = {}
    for first, second in sorted(edges):
        after.setdefault(first, []).append(second)
    done, way = set(), []

    def walk(room):
        if room in way:
            return way[way.index(room):] + [room]
        if room in done:
            return []
        way.append(room)
        for other in after.get(room, []):
            if cycle := walk(other):
                return cycle
        way.pop()
        done.add(room)
        return []

    return next((cycle for room in sorted(after) if (cycle := walk(room))), [])


def main():
    folder, known_in = sys.argv[1:]
    with open(known_in) as file:
        known = {tuple(sorted(words)) for words in re.findall(r"^KNOWN: (\S+) (\S+)$", file.read(), re.M)}
    edges = includes(folder)
    if not edges:
        sys.exit(f"{folder} has no rooms that include each other's headers: is it the right folder?")
    pairs = set(pairs_of(edges))
    faults = [f"{first} and {second} include each other: {edges[first, second][0]}, and {edges[second, first][0]}"
              for first, second in sorted(pairs - known)]
    faults += [f"{first} and {second} no longer include each other: strike them off the list" for first, second in sorted(known - pairs)]
    cycle = cycle_of({edge for edge in edges if tuple(sorted(edge)) not in pairs})
    if cycle:
        faults.append("a way leads back: " + ", ".join(edges[edge][0] for edge in zip(cycle, cycle[1:])))
    if faults:
        sys.exit("\n".join(faults))
    print(f"{len({room for edge in edges for room in edge})} rooms, {len(pairs)} pairs that include each other")


if __name__ == "__main__":
    main()
