"""Compares every tiling of compiled programs with the serial backend (tilings.cpp), bit for bit.

    tilings.py --build build --cxx g++ WORK --every string.ode 1..60 --some cube.ode NX:3,NY:2,NZ:1..40 ...

A program is followed by its sizes (compare.py; more of them after a +); --every takes all shapes of tiles, vectors and
work-groups, --some a few. Along the rows of a grid few sizes are worth taking: each is a kernel of
its own. The step is a 16th of the program's own, for these runs are longer. The schemes of each program are pinned in
tilings_forms.txt: a program that has lost one fails, and one that has gained one; --pin writes the file for the programs
given. With --short every second program is compared, the others at the next commit; each takes a few kernels of every
scheme, which follow from its name and precision, and hosts are compiled with little optimisation.
"""

import argparse
import os
import re
import subprocess
import sys
import zlib

from compare import Failed, call, compile_part, compiler, settings, settings_of, stages_option

TILINGS = os.path.join(os.path.dirname(os.path.abspath(__file__)), "tilings.cpp")
FORMS = os.path.join(os.path.dirname(os.path.abspath(__file__)), "tilings_forms.txt")

# The template that a program has a scheme's kernel from, in its host code; also if it was put in place (tools/whole.py).
KERNELS = {"diamond": ("rows.cl", "eulerc_rows("), "honeycomb": ("rows.cl", "eulerc_rows("),
           "diamond-columns": ("columns.cl", "eulerc_columns("),
           "honeycomb-columns": ("columns.cl", "eulerc_columns("),
           "registers": ("registers_line.cl", "eulerc_registers_lines("),
           "registers-planes": ("registers_plane.cl", "eulerc_registers_planes("), "streaming": ("streaming_kernels.cl", "KERNEL(eulerc_streaming,"),
           "skewed": ("skewed.cl", "eulerc_skewed("),
           "skewed-threads": ("EULERC_HOST_TILE eulerc_skewed_tile",),
           "wavefront": ("wavefront.cl", "eulerc_wavefront_items("),
           "wavefront-threads": ("EULERC_HOST_TILE eulerc_stream_tile",)}


class Take(argparse.Action):
    """--every PROGRAM SIZES: one more program."""

    def __call__(self, parser, namespace, values, option=None):
        namespace.programs.append((option.lstrip("-"), *values))


def emit(options, path, real, folder):
    """Compiles a program to C++ in a folder; the schemes whose kernels it has."""
    os.makedirs(folder, exist_ok=True)
    call(f"{options.build}/bin/eulerc", path, "--emit=host", "-o", f"{folder}/swept.cpp", f"--real={real}",
         *stages_option(settings(path)))
    with open(f"{folder}/swept.cpp") as file:
        emitted = re.sub(r"\s*\n\s*", " ", file.read())
    return [scheme for scheme, signs in KERNELS.items() if any(sign in emitted for sign in signs)]


def pinned():
    """{program: schemes} of tilings_forms.txt, each scheme with "!" where plans of all its ways are refused."""
    with open(FORMS) as file:
        lines = [line for line in file.read().splitlines() if line and not line.startswith("#")]
    return {program: schemes.split() for program, schemes in (line.split(":", 1) for line in lines)}


def pin(found):
    """Writes schemes of programs to tilings_forms.txt, and keeps the others and the marks."""
    with open(FORMS) as file:
        head = "".join(line for line in file if line.startswith("#"))
    kept = pinned()
    for program, schemes in found.items():
        marked = {scheme for scheme in kept.get(program, []) if scheme.endswith("!")}
        kept[program] = [scheme + "!" if scheme + "!" in marked else scheme for scheme in schemes]
    with open(FORMS, "w") as file:
        file.write(head + "".join(f"{program}: {' '.join(schemes)}\n" for program, schemes in sorted(kept.items())))


def require_pinned(path, schemes):
    """Fails if a program has other schemes than those pinned."""
    expected = [scheme.rstrip("!") for scheme in pinned().get(os.path.basename(path), [])]
    lost, gained = [s for s in expected if s not in schemes], [s for s in schemes if s not in expected]
    if lost:
        raise Failed(f"it has lost the kernels of {', '.join(lost)}, which tilings_forms.txt expects")
    if gained:
        raise Failed(f"tilings_forms.txt does not expect the kernels of {', '.join(gained)}; if they are right, type: "
                     f"tilings.py ... --pin")


def require_ran(path, said):
    """Fails if of a scheme no way ran that is not marked so, or one that is."""
    marked = {scheme.rstrip("!") for scheme in pinned()[os.path.basename(path)] if scheme.endswith("!")}
    never = set(re.findall(r"^  never ran: (\S+)$", said, flags=re.M))
    ran = set(re.findall(r"^  in turn: (\S+) ", said, flags=re.M))
    if never - marked:
        raise Failed(f"{said}\nall plans of {', '.join(sorted(never - marked))} are refused: has it lost them?")
    if ran & marked:
        raise Failed(f"{', '.join(sorted(ran & marked))} runs now: take the mark off in tilings_forms.txt")


def turn_of(path, real):
    """Which kernels are taken: a matter of the program's name alone, so that a new program changes no other one's."""
    return zlib.crc32(f"{os.path.basename(path)} {real}".encode()) % 1000


def compare(options, path, real, folder, part, schemes, mode, sizes):
    """How many runs of an emitted program agree, first of all, and why some are refused, in words."""
    binary = f"{folder}/swept"
    turn = turn_of(path, real)
    call(*compiler(options, turn), f"-I{folder}", f"{folder}/swept.cpp", part,
         f"{options.build}/lib/libeulerc_runtime.a", "-pthread", "-ldl", "-o", binary)
    done = subprocess.run([binary, mode, str(turn) if options.short else "-", ",".join(schemes), str(float(settings(path)["dt"]) / 16), *sizes],
                          stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    if done.returncode:
        raise Failed(f"{done.stdout}{done.stderr}failed")
    return done.stdout.strip()


def in_turn(count):
    """Which of so many programs are taken at this commit: every second one, or the only one."""
    done = subprocess.run(["git", "-C", os.path.dirname(os.path.abspath(__file__)), "rev-list", "--count", "HEAD"],
                          stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    commits = int(done.stdout.strip() or 0)
    return lambda number: count == 1 or (number + commits) % 2 == 0


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--build", required=True)
    parser.add_argument("--cxx", required=True)
    parser.add_argument("--real", choices=("float", "double"), default="float")
    parser.add_argument("--short", action="store_true")
    parser.add_argument("--scheme", help="this one alone, in all its ways: for faults that are planted")
    parser.add_argument("--pin", action="store_true", help="only write the schemes of the programs to tilings_forms.txt")
    parser.add_argument("work")
    for mode in ("--every", "--some"):
        parser.add_argument(mode, nargs=2, action=Take, metavar=("PROGRAM", "SIZES"))
    options = parser.parse_args(namespace=argparse.Namespace(programs=[]))

    if options.pin:
        return pin({os.path.basename(path): emit(options, path, options.real, options.work) for _, path, _ in options.programs})
    part = None
    is_taken = in_turn(len(options.programs)) if options.short and not options.scheme else lambda number: True
    for number, (mode, path, sizes) in enumerate(options.programs):
        try:
            schemes = emit(options, path, options.real, options.work)
            if options.scheme:
                schemes = [scheme for scheme in schemes if scheme == options.scheme]
            else:
                require_pinned(path, schemes)
            if not schemes:
                raise Failed("it has no kernels of tiles")
            if not is_taken(number):
                continue
            part = part or compile_part(options, options.work, TILINGS)
            said = compare(options, path, options.real, options.work, part, schemes, mode,
                           settings_of(sizes))
            if said.startswith("0 "):
                raise Failed(said)
            if options.short and not options.scheme:
                require_ran(path, said)
        except Failed as failure:
            sys.exit(f"{path} --real={options.real}: {failure}")
        print(f"{os.path.basename(path)} {options.real} {','.join(schemes)}: {said}", flush=True)


if __name__ == "__main__":
    main()
