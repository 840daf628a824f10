"""Metrics of the sources: of rooms, functions and generated programs, and the metrics that the design limits (house_table.py).

They are lines of each room (a folder of the compiler or the runtime), long functions, functions with many parameters, and lines of
the host code of a program.

    house.py EULERC [--times] [--check]     (--times: also how long three programs take to compile; minutes on a busy machine)

With --check a metric beyond its bound is an error.

Functions are found by their layout: the sources are formatted, so one begins at a line that ends with `{` behind its parameters
and ends with the first `}` of the same indent.
"""

import argparse
import os
import re
import subprocess
import sys
import tempfile
import time

import house_table

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
ROOMS = ["compiler/frontend", "compiler/ir", "compiler/analysis", "compiler/transform", "compiler/codegen",
         "compiler/driver", "templates", "runtime/planning", "runtime", "lit", "test", "bench"]
BACK_HALF = ["compiler/codegen", "templates", "runtime/planning"]
LONG, MANY = 60, 6
HEAD = re.compile(r"^( *)(?!(?:if|for|while|switch|do|else|return|namespace|struct|class|enum|union)\b)[\w:~<>&*,\[\] ]*?"
                  r"([\w:~]+)\((.*)\)(?: const| noexcept| override)*(?: : .*)? \{$", flags=re.S)


def sources(folder):
    """The project's own source files in a folder and its subfolders."""
    listed = subprocess.run(["git", "-C", ROOT, "ls-files", folder], check=True, stdout=subprocess.PIPE, text=True)
    return [path for path in listed.stdout.split() if path.endswith((".cpp", ".h", ".cl", ".py"))]


def lines_of(folder):
    return sum(sum(1 for _ in open(os.path.join(ROOT, path), errors="replace")) for path in sources(folder))


def parameters(text):
    """The number of parameters of a list: commas outside of brackets, plus one."""
    depth, count = 0, 1 if text.strip() else 0
    for character in text:
        depth += character in "(<[{"
        depth -= character in ")>]}"
        count += character == "," and depth == 0
    return count


def functions(path):
    """Name, length in lines and number of parameters of each function of a file."""
    lines = open(os.path.join(ROOT, path), errors="replace").read().splitlines()
    for k, line in enumerate(lines):
        if not line.endswith("{") or line.lstrip().startswith(("//", "#", "}", ":")):
            continue
        first = k
        while first > 0 and k - first < 12 and sum(l.count("(") - l.count(")") for l in lines[first:k + 1]) < 0:
            first -= 1
        head = HEAD.match("\n".join(lines[first:k + 1]))
        if not head or head.group(2).endswith("_"):  # the last member that a constructor initialises
            continue
        end = next((e for e in range(k + 1, len(lines)) if lines[e].startswith(head.group(1) + "}")), k)
        yield head.group(2), end - first + 1, parameters(head.group(3))


def seconds(eulerc, program, out):
    begin = time.monotonic()
    subprocess.run([eulerc, program, "-o", os.path.join(out, "solver")], check=True)
    return time.monotonic() - begin


def is_beyond(name, must, counted):
    """Whether a metric is beyond its bound. The lines of three rooms are not checked: features were added after
    that bound was set."""
    return must.isdigit() and not name.startswith("lines of") and float(str(counted).split()[0]) > float(must)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("eulerc")
    parser.add_argument("--times", action="store_true")
    parser.add_argument("--check", action="store_true")
    options = parser.parse_args()
    for room in ROOMS:
        print(f"{lines_of(room):7}  {room}")
    print(f"{sum(lines_of(room) for room in BACK_HALF):7}  lines of {', '.join(BACK_HALF)}")

    found = [(path, *function) for room in ("compiler", "runtime", "templates") for path in sources(room)
             if path.endswith((".cpp", ".h")) for function in functions(path)]
    long = sorted(((length, f"{path}: {name}") for path, name, length, _ in found if length > LONG), reverse=True)
    many = sorted(((count, f"{path}: {name}") for path, name, _, count in found if count > MANY), reverse=True)
    print(f"{len(found):7}  functions of compiler, runtime and templates")
    print(f"{len(long):7}  of more than {LONG} lines" + "".join(f"\n{'':9}{n:4} {where}" for n, where in long))
    print(f"{len(many):7}  of more than {MANY} parameters")

    string = os.path.join(ROOT, "examples/string/string.ode")
    host = subprocess.run([options.eulerc, string, "--emit=host", "-o", "-"], check=True, stdout=subprocess.PIPE)
    print(f"{host.stdout.count(bytes([10])):7}  lines of the host code of string.ode")
    build = os.path.dirname(os.path.dirname(os.path.abspath(options.eulerc)))
    print("\n          must  counted")
    rows = house_table.rows(ROOT, build, host.stdout.decode())
    for name, must, counted in rows:
        print(f"{must:>14}  {counted}  {name}")
    beyond = [name for name, must, counted in rows if options.check and is_beyond(name, must, counted)]
    if beyond:
        sys.exit(f"beyond the bound: {', '.join(beyond)}")
    if options.times:
        with tempfile.TemporaryDirectory() as out:
            for program in (string, *(os.path.join(ROOT, "bench/programs", name) for name in
                                      ("luo_rudy.ode", "many_states.ode"))):
                print(f"{seconds(options.eulerc, program, out):7.1f}  seconds of {os.path.basename(program)}")


if __name__ == "__main__":
    sys.exit(main())
