"""Compiles programs with hostile names; fails if the name breaks out of what it is put into.

    hostile.py EULERC CLANG CXX SOURCE WORK
"""

import os
import shutil
import subprocess
import sys

PROGRAM = """/// ends the text: )EULERC"; and a quote: " and a backslash: \\ in it
param real K = 0.5;
state real y[8];
static_assert(K > 0, "a \\"quoted\\" )EULERC\\" ??/ text\\n");
initial(y)(int i) { return i; }
ddt(y)(int i, real t) { return K * y[i]; }
"""
NAMES = [b')EULERC"; int injected[] = {"', b'line\nbreak', b'back\\slash\\', b'*comment /*'.replace(b'/', b''),
         b'\xff not utf-8', 'größe'.encode(), b'$(HOME) $x # a b', b'-dash', b'??=??', b'%d%s', b'control\x01\x7f1']
CLANG = ["-x", "cl", "-cl-std=CL1.2", "-Xclang", "-finclude-default-header", "-fsyntax-only", "-Werror",
         "-DEULERC_WIDTH=4", "-DEULERC_CHUNK=2", "-DEULERC_GROUP=32", "-DEULERC_STEP=1", "-DEULERC_ACROSS=16",
         "-DEULERC_DEEP=1"]


def run(*command, **options):
    return subprocess.run(command, check=True, **options)


def main(eulerc, clang, cxx, work):
    os.chdir(work)
    for k, stem in enumerate(NAMES):
        name = b"./" + stem + b".ode"
        with open(name, "w") as file:
            file.write(PROGRAM)
        run(eulerc, name, "--emit=opencl", "-o", "out.cl")
        run(clang, *CLANG, "out.cl")
        run(eulerc, name, "--emit=host", "-o", "out.cpp", "-M", "-MF", "out.d")
        text = open("out.cpp", "rb").read()
        if b")EULERC\"" in stem:
            assert b'R"EULERC0(' in text
        if stem.startswith(b"$") and shutil.which("make"):
            # make finds the file that it is told of, and so has nothing to do. There are signs that it has no
            # way to write: ; and = and the end of a line.
            os.utime(name, (1e9, 1e9))
            run("make", "-q", "-f", "out.d", "out.cpp")
        # The strings of one name have all its bytes; one call of the compiler is enough for all names.
        with open(f"name{k}.inc", "wb") as file:
            line = next(line.strip() for line in text.splitlines() if line.strip().startswith(b".source = "))
            file.write(line.removeprefix(b".source = "))
    with open("names.cpp", "w") as file:
        file.write("#include <cstdio>\nconst char *const names[] = {\n" +
                   "".join(f'#include "name{k}.inc"\n' for k in range(len(NAMES))) +
                   "};\nint main() { for (const char *name : names) std::fputs(name, stdout), std::putchar(0); }\n")
    run(cxx, "-std=c++20", "-Wall", "-Werror", "names.cpp", "-o", "names")
    said = run("./names", stdout=subprocess.PIPE).stdout.split(b"\0")
    assert said[:-1] == [b"./" + stem + b".ode" for stem in NAMES], said
    # The worst of them as a whole.
    run(eulerc, b"./" + NAMES[0] + b".ode", "--emit=host", "-o", "out.cpp")
    run(cxx, "-std=c++20", "-fsyntax-only", "-I", os.path.join(os.path.dirname(os.path.dirname(eulerc)), "include"), "out.cpp")


if __name__ == "__main__":
    main(*sys.argv[1:])
