"""Pins every word that eulerc says about small programs.

    messages.py EULERC FILE.test WORK [--refresh]

FILE.test holds programs, each after a line "#--- name.ode". The lines of a program that start with "//! " are what eulerc must
print about it, all of it and nothing else: place, text, source line, caret and hint. If an error is among these lines, eulerc
must exit with 1, otherwise with 0. --refresh writes what eulerc prints into FILE.test instead; read the difference before
committing.
"""

import os
import re
import subprocess
import sys


def programs(text):
    """(name, program without expectations, expected output) of each section."""
    pieces = re.split(r"^#--- (\S+)\n", text, flags=re.M)
    for name, body in zip(pieces[1::2], pieces[2::2]):
        lines = body.splitlines()
        told = [line[3:].removeprefix(" ") for line in lines if line.startswith("//!")]
        yield name, "".join(line + "\n" for line in lines if not line.startswith("//!")), told


def main(eulerc, path, work, refresh=None):
    os.makedirs(work, exist_ok=True)
    text = open(path).read()
    result, wrong = text[: text.index("#--- ")], 0
    sections = list(programs(text))
    for name, program, told in sections:
        with open(os.path.join(work, name), "w") as file:
            file.write(program)
    for name, program, told in sections:
        run = subprocess.run([os.path.abspath(eulerc), name, "--emit=opencl", "-o", name + ".cl"], cwd=work,
                             stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        said = [line.rstrip() for line in run.stdout.splitlines()]
        result += f"#--- {name}\n{program}" + "".join(f"//! {line}".rstrip() + "\n" for line in said)
        status = 1 if any(": error: " in line for line in said) else 0
        if said != [line.rstrip() for line in told] or run.returncode != status:
            wrong += 1
            if not refresh:
                print(f"{name}: status {run.returncode}, expected {status}; expected to be told\n  " +
                      "\n  ".join(told) + "\nbut was told\n  " + "\n  ".join(said))
    if refresh:
        with open(path, "w") as file:
            file.write(result)
    elif wrong:
        sys.exit(f"{wrong} of {len(sections)} programs are told something else")


if __name__ == "__main__":
    main(*sys.argv[1:])
