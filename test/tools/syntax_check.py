"""Compiles the kernels of programs with clang, in both precisions; fails at the first error.

    syntax_check.py EULERC CLANG WORK --every PROGRAM... --one PROGRAM...

The kernels' build options come from a plan (runtime/opencl/build_options.cpp). Programs after --every are compiled with every
combination of the options that select kernel text. Programs after --one are compiled with one combination, which differs from
program to program, so that all combinations take part. Programs that can stream through space are also compiled in that form. An
unused variable is an error, too, except for variables that the compiler writes for all possible reads of a step: indices, places,
loaded values. A function that gets local memory and may not be inlined is also an error (templates/language/prelude.cl).
"""

import argparse
import itertools
import os
import re
import subprocess
import sys

KERNELS = {"soa": ["STEP=1"], "aos": ["STEP=2", "PERSISTENT_ROUNDS=8"],
           "rows": ["TILED", "INTERLOCKING_PLANE=256"], "columns": ["TILED", "INTERLOCKING_PLANE=256", "INTERLOCKING_COLUMNS"],
           "overlapped": ["TILED", "KEPT=3", "BUFFERS=2", "LAST_POINTS=1", "LAST_ROWS=2"],
           "overlapped-whole": ["TILED", "KEPT=4", "BUFFERS=1", "LAST_POINTS=0", "LAST_ROWS=0", "PERSISTENT_ROUNDS=8"],
           "streaming": ["TILED", "STREAMING_LEVELS=2", "STREAMING_PHASES=1", "KEPT=2", "BUFFERS=1", "LAST_POINTS=0", "LAST_ROWS=0"],
           "streaming-written": ["TILED", "STREAMING_LEVELS=2", "STREAMING_PHASES=3", "KEPT=2", "BUFFERS=1", "LAST_POINTS=0", "LAST_ROWS=0"],
           "wavefront": ["TILED", "WAVEFRONT"]}
STREAMING = ["WIDTH=4", "SHIFTS", "LINEAR_STREAMING", "PERSISTENT_ROUNDS=8", "LAST_POINTS=3", "STEP=1", "CHUNK=2", "GROUP=32", "ACROSS=16", "DEEP=2", "LINEAR_STREAMING_UNROLL=2"]
FLAGS = ["-x", "cl", "-cl-std=CL1.2", "-Xclang", "-finclude-default-header", "-fsyntax-only", "-Wall",
         "-Werror", "-Wno-unused-function", "-Wno-error=unused-variable",
         "-Wno-bitwise-instead-of-logical"]  # masks are truth values if a vector has one lane

UNUSED = re.compile(r"unused variable '(?!(?:at|i\d|[sw]\d+(?:_left|_right)?)')")

NOT_IN_PLACE = re.compile(r"^EULERC_INLINE [^;{]*(?:\blocal |EULERC_SCRATCH )[^;{]*\{", flags=re.M)


def combinations():
    """The options of each build, without -DEULERC_."""
    for width, shifts, kernels in itertools.product((1, 2, 4, 8, 16), (False, True), KERNELS):
        if "KEPT=" in " ".join(KERNELS[kernels]) and not (shifts and width <= 4):
            continue
        yield [f"WIDTH={width}", *KERNELS[kernels], *(["SHIFTS"] if shifts else []), "CHUNK=2",
               "GROUP=32", "ACROSS=16", f"DEEP={1 if width == 8 else 2}"]


class Kernels:
    """The kernels of a program, in a file."""

    def __init__(self, eulerc, program, real, path, options=()):
        self.path = path
        subprocess.run([eulerc, program, "--emit=opencl", "-o", path, f"--real={real}", *options], check=True, stderr=subprocess.DEVNULL)
        with open(path, "r+") as emitted:
            self.text = emitted.read()
            if "#define EULERC_STAGE_LEVELS " in self.text:  # as in runtime/model/stages.cpp
                emitted.seek(0)
                emitted.write(f"extern constant {real} eulerc_factors[];\n{self.text}")
        # If a method may leave out its error, the run sets the number of stages (runtime/model/stages.cpp).
        self.stages = [f"{name}={count}" for name, count in (("STAGES", 8), ("LIVE_OUT", 1))
                       if not re.search(f"^#define EULERC_{name} ", self.text, re.M)]

    def streams(self):
        return "void eulerc_stream_column(" in self.text

    def wrong(self, clang, settings):
        """The messages of a build with these options; "": none."""
        defines = [f"-DEULERC_{setting}" for setting in settings + self.stages]
        loads = ["-Wno-error=unused-but-set-variable"] if settings is STREAMING else []  # near the ends of a row
        compiled = subprocess.run([clang, *FLAGS, *loads, *defines, self.path], stderr=subprocess.PIPE, text=True)
        is_wrong = compiled.returncode or UNUSED.search(compiled.stderr)
        return f"{compiled.stderr}\nwith {' '.join(defines)}" if is_wrong else ""


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    for name in ("eulerc", "clang", "work"):
        parser.add_argument(name)
    parser.add_argument("--every", nargs="+", default=[])
    parser.add_argument("--one", nargs="+", default=[])
    options = parser.parse_args()
    os.makedirs(options.work, exist_ok=True)
    turn, done = itertools.cycle(combinations()), 0
    for program in options.every + options.one:
        for real in ("float", "double"):
            kernels = Kernels(options.eulerc, program, real, os.path.join(options.work, f"{os.path.basename(program)}.{real}.cl"))
            if found := NOT_IN_PLACE.search(kernels.text):
                sys.exit(f"{program} --real={real}: not EULERC_IN_PLACE: {found.group()}")
            chosen = list(combinations()) if program in options.every else [next(turn)]
            for settings in chosen + ([STREAMING] if kernels.streams() else []):
                if words := kernels.wrong(options.clang, settings):
                    sys.exit(f"{program} --real={real}: {words}")
                done += 1
    print(f"{done} builds")
    assert done


if __name__ == "__main__":
    main()
