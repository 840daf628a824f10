"""Format of the sources, and the static checks of clang-tidy.

    style.py format [--check]                formats them; --check names the files that are not formatted
    style.py tidy BUILD [PART] [--jobs N] [--changed] [--seconds S]
        the static checks of .clang-tidy; PART: of paths with that text alone; --changed: of what is compiled of a file that
        differs from the branch that it leaves (of the last commit on that branch itself); --seconds: no further file is begun
        after these, and each commit begins with another one

Both commands say what to do, and exit with 1 if anything is wrong. Files are checked as the build compiles them, together if the
build compiles several as one; headers are checked through the files that include them. A file that passed is not checked again
until the build compiles it again or .clang-tidy changes.
"""

import argparse
import concurrent.futures
import json
import os
import shlex
import subprocess
import sys
import time

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
FORMAT, TIDY = "clang-format-19", "clang-tidy-19"
FORMATTED = ["compiler/*.h", "compiler/*.cpp", "runtime/*.h", "runtime/*.cpp", "templates/*.h", "lit/*.cpp", "test/*.h", "test/*.cpp",
             "bench/*.h", "bench/*.cpp", "bench/*.cu"]
BY_HAND = ("templates/language/", "templates/functions/")
TIDIED = ("compiler/", "runtime/", "templates/", "lit/")


def formatted_files():
    listed = subprocess.run(["git", "-C", ROOT, "ls-files", "-z", "--cached", "--others", "--exclude-standard", *FORMATTED],
                            check=True, stdout=subprocess.PIPE, text=True).stdout.split("\0")
    return [path for path in listed if path and not path.startswith(BY_HAND) and os.path.exists(os.path.join(ROOT, path))]


def run_format(check):
    files = formatted_files()
    if not files:
        sys.exit("there are no sources here: is this the project's folder?")
    if not check:
        return subprocess.run([FORMAT, "-i", *files], cwd=ROOT).returncode
    said = subprocess.run([FORMAT, "--dry-run", *files], cwd=ROOT, stderr=subprocess.PIPE, text=True, check=True).stderr
    wrong = sorted({line.split(":")[0] for line in said.splitlines() if "[-Wclang-format-violations]" in line})
    if wrong:
        print("not formatted:", *wrong, "type: ./dev format", sep="\n  ", file=sys.stderr)
    elif said:
        sys.exit(said)
    else:
        print(f"{len(files)} files are formatted")
    return len(wrong) > 0


def units(build):
    """The project's units of compilation, without tests: path, source file and object file of each."""
    with open(os.path.join(build, "compile_commands.json")) as file:
        commands = json.load(file)
    for each in commands:
        under_build = os.path.relpath(each["file"], build)
        path = os.path.relpath(each["file"], ROOT) if under_build.startswith("..") else under_build
        if path.startswith(TIDIED):
            words = shlex.split(each["command"])
            yield path, each["file"], os.path.join(each["directory"], words[words.index("-o") + 1])


def git(*words):
    """The output of git, in lines; None if it fails."""
    done = subprocess.run(["git", "-C", ROOT, *words], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    return done.stdout.splitlines() if done.returncode == 0 else None


def changed_files():
    """Files that differ from the commit where this branch left the main branch; on the main branch, from the commit before. None:
    not known."""
    bases = (git("merge-base", "HEAD", branch) for branch in ("origin/HEAD", "origin/main", "main", "master"))
    base = next((found[0] for found in bases if found), None)
    if base is None or [base] == git("rev-parse", "HEAD"):
        base = "HEAD~1"
    differing = git("diff", "--name-only", base)
    return None if differing is None else set(differing) | set(git("ls-files", "--others", "--exclude-standard"))


def sources_of(build):
    """{object file: the project's files that it depends on}, from ninja."""
    done = subprocess.run(["ninja", "-C", build, "-t", "deps"], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    found, output = {}, ""
    for line in done.stdout.splitlines():
        if line.startswith("    "):
            path = os.path.relpath(os.path.normpath(os.path.join(build, line.strip())), ROOT)
            if not path.startswith(".."):
                found[output].add(path)
        elif ": #deps" in line:
            output = os.path.join(build, line.split(": #deps")[0])
            found[output] = set()
    return found


def affected(found, build):
    """The units that depend on a changed file; all units if the changes are not known, or if the checks have changed."""
    changed = changed_files()
    if changed is None or ".clang-tidy" in changed:
        return found
    sources = sources_of(build)
    return [unit for unit in found if unit[0] in changed or sources.get(os.path.normpath(unit[2]), {unit[0]}) & changed]


def state_of(unit, configuration):
    """The key of a file that passed; "" if the file was never compiled."""
    _, _, output = unit
    return f"{os.stat(output).st_mtime_ns}\n{configuration}" if os.path.exists(output) else ""


def check_unit(build, unit, configuration):
    """The messages of clang-tidy for a file, "" if there are none, and its seconds."""
    path, source, _ = unit
    stamp = os.path.join(build, "tidy", path.replace("/", "_") + ".passed")
    state = state_of(unit, configuration)
    if state and os.path.exists(stamp):
        with open(stamp) as file:
            if file.read() == state:
                return "", 0
    begin = time.monotonic()
    done = subprocess.run([TIDY, "-p", build, "--quiet", "--extra-arg=-w", source], stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                          text=True)
    if done.returncode:
        return done.stdout or done.stderr, time.monotonic() - begin
    os.makedirs(os.path.dirname(stamp), exist_ok=True)
    with open(stamp, "w") as file:
        file.write(state)
    return "", time.monotonic() - begin


def in_turn(found):
    """The same units, beginning with another one at each commit."""
    commits = git("rev-list", "--count", "HEAD")
    begin = int(commits[0]) * 7 % len(found) if commits and found else 0
    return found[begin:] + found[:begin]


def run_tidy(build, part, jobs, only_changed, seconds):
    found = [unit for unit in units(build) if part in unit[0]]
    if not found:
        sys.exit(f"{build}/compile_commands.json has no files of {part or 'the project'}")
    of = len(found)
    found = in_turn(affected(found, build)) if only_changed else found
    print(f"{len(found)} of {of} files to check")
    deadline = time.monotonic() + seconds
    with open(os.path.join(ROOT, ".clang-tidy")) as file:
        configuration = file.read()
    status, left = 0, 0
    with concurrent.futures.ThreadPoolExecutor(jobs) as pool:
        checked = pool.map(lambda unit: time.monotonic() < deadline and check_unit(build, unit, configuration), found)
        for (path, *_), result in zip(found, checked):
            if not result:
                left += 1
                continue
            said, took = result
            print(f"{took:6.1f} s  {path}", flush=True)
            if said:
                status = 1
                print(said, file=sys.stderr)
    if left:
        print(f"no time for {left} of them; all: ./dev format --check")
    return status


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    verbs = parser.add_subparsers(dest="verb", required=True)
    verbs.add_parser("format").add_argument("--check", action="store_true")
    tidy = verbs.add_parser("tidy")
    tidy.add_argument("build")
    tidy.add_argument("part", nargs="?", default="")
    tidy.add_argument("--jobs", type=int, default=1)
    tidy.add_argument("--changed", action="store_true")
    tidy.add_argument("--seconds", type=float, default=float("inf"))
    options = parser.parse_args()
    if options.verb == "format":
        return run_format(options.check)
    return run_tidy(os.path.abspath(options.build), options.part, options.jobs, options.changed, options.seconds)


if __name__ == "__main__":
    sys.exit(main())
