"""Reads an .ode file for the oracle: words of the language → plain C → syntax tree.

In: a path. Out: a pycparser tree and the boundary rules, for example

    boundary(u, x, low) = dirichlet(1);   →  Boundary(args=["u", "x", "low"], rule=<FuncCall>)

Deliberately textual, and without anything in common with the compiler's front end: macros and
includes are left to `cpp`, the words of the language are replaced by C declarations, and
pycparser parses the result.
"""

import os
import re
import subprocess
from dataclasses import dataclass

from pycparser import c_ast, c_parser

# A storage class that no .ode file uses marks each kind of declaration.
STORAGE = {
    "param": "register const",
    "state": "extern",
    "let": "extern restrict",
    "field": "extern volatile",
    "series": "extern volatile",
    "table": "extern const",
    "data": "extern const volatile",
}
PRELUDE = "typedef double real;\n"
CONSTANTS = {
    "M_PI": "3.14159265358979323846",
    "M_PI_2": "1.57079632679489661923",
    "M_PI_4": "0.78539816339744830962",
    "M_E": "2.7182818284590452354",
    "M_LN2": "0.69314718055994530942",
    "M_SQRT2": "1.41421356237309504880",
    "true": "1",
    "false": "0",
}


class OdeError(Exception):
    """The program is wrong, or uses something the oracle does not know."""


@dataclass
class Boundary:
    args: list
    rule: c_ast.Node


@dataclass
class Source:
    tree: c_ast.FileAST
    boundaries: list
    method: str
    outputs: list  # names of functions
    globals: list  # (name, reduction, state): values of the whole grid
    series: list   # fields that change in time
    lines: dict    # data over time → (first time, time between two), where an axis gives these


def preprocess(path, defines=(), include_dirs=()):
    """The text after `cpp`, with line markers; <eulerc/ode.h> is left out."""
    with open(path) as file:
        text = file.read()
    text = re.sub(r"^[ \t]*#[ \t]*include[ \t]*[<\"]eulerc/ode\.h[>\"].*$", "", text, flags=re.M)
    command = ["cpp", "-nostdinc", "-undef", "-I", os.path.dirname(os.path.abspath(path))]
    for folder in include_dirs:
        command += ["-I", folder]
    for name, value in CONSTANTS.items():
        command.append(f"-D{name}={value}")
    for define in defines:
        command.append(f"-D{define}")
    done = subprocess.run(command, input=f'#line 1 "{path}"\n{text}', text=True,
                          capture_output=True)
    if done.returncode != 0:
        raise OdeError(done.stderr.strip())
    return done.stdout


def conditions(text):
    """`stop(energy < 1);` → `int eulerc_stop_0(real t) { return energy < 1; }`, and so on."""
    for number in range(text.count("stop")):
        found = re.search(r"^\s*stop\s*\(", text, flags=re.M)
        if not found:
            break
        end, depth = found.end(), 1
        while depth > 0:
            depth += {"(": 1, ")": -1}.get(text[end], 0)
            end += 1
        condition, rest = text[found.end():end - 1], text[end:].lstrip().removeprefix(";")
        text = f"{text[:found.start()]}\nint eulerc_stop_{number}(real t) {{ return {condition}; }}\n{rest}"
    return text


def behind_steps(text):
    """`event e(int i, real t) = v[i];` and `when (v[i] > 1) { … }` as functions, with the arguments of the shortest ddt."""
    text = re.sub(r"\bevent\s+(\w+)\s*(\([^)]*\))\s*=([^;]*);", r"real eulerc_event_\1\2 { return \3; }", text)
    arguments = min(re.findall(r"\beulerc_(?:ddt|next)_\w+\s*(\([^)]*\))", text), key=len, default="(int i, real t)")
    for number in range(len(re.findall(r"\bwhen\s*\(", text))):
        found = re.search(r"\bwhen\s*\(", text)
        end, depth = found.end(), 1
        while depth > 0:
            depth += {"(": 1, ")": -1}.get(text[end], 0)
            end += 1
        text = (f"{text[:found.start()]}int eulerc_when_{number}{arguments} {{ return {text[found.end():end - 1]}; }}\n"
                f"real eulerc_then_{number}{arguments} {text[end:]}")
    return text


def coordinates(text):
    """`axis x = { .from = A, .step = B };` as a function, which each `x(i)` calls; `.at = xs` as one of the data."""
    for name, given in re.findall(r"\baxis\s+(\w+)\s*=\s*\{([^}]*)\}\s*;", text):
        parts = dict(re.findall(r"\.(\w+)\s*=\s*([^,]+)", given))
        value = f"{parts['at']}[n]" if "at" in parts else f"{parts.get('from', '0.0')} + n * ({parts['step']})"
        declared = rf"\baxis\s+{name}\s*=[^;]*;"
        text = re.sub(rf"\b{name}\s*\(", f"coordinate_of_{name}(", text)
        text = re.sub(declared, f"static real coordinate_of_{name}(int n) {{ return {value}; }}", text)
    return text


def read(path, defines=(), include_dirs=()):
    text = preprocess(path, defines, include_dirs)
    text = re.sub(r"(?<=[0-9])'(?=[0-9])", "", text)  # 1'000'000
    text = re.sub(r"\bstatic_assert\b", "_Static_assert", text)
    text = re.sub(r"\bbool\b", "int", text)
    method = re.search(r"^\s*method\s*=\s*(\w+)\s*;", text, flags=re.M)
    text = re.sub(r"^\s*method\s*=\s*\w+\s*;", "\n", text, flags=re.M)
    text = re.sub(r"\b(initial|ddt|next|let)\s*\(\s*(\w+)\s*\)\s*(?=\()", r"real eulerc_\1_\2", text)
    text = re.sub(r"\bmonitor\s*\(\s*(\w+)\s*\)\s*(\w+)\s*(?=\()", r"real eulerc_monitor_\1_\2", text)
    outputs = re.findall(r"\boutput\s+real\s+(\w+)\s*\(", text)
    text = re.sub(r"\boutput\s+(?=real\b)", "", text)
    series = re.findall(r"\bseries\s+real\s+(\w+)", text)
    number = r"([-+.\deE]+)"
    lines = {name: (float(first), float(step)) for name, first, step in re.findall(
        rf"\baxis\s+(\w+)_time\s*=\s*\{{\s*\.from\s*=\s*{number}\s*,\s*\.step\s*=\s*{number}\s*\}}\s*;", text)}
    wholes = re.findall(r"\bglobal\s+real\s+(\w+)\s*=\s*(\w+)\s*\(\s*([\w\[\]]+)\s*\)\s*;", text)
    text = re.sub(r"\bglobal\s+real\b[^;]*;", "", text)
    text = behind_steps(text)
    text = re.sub(r"\baxis\s+\w+_time\s*=\s*\{[^}]*\}\s*;", "", text)  # `lines` has them
    text = coordinates(text)
    text = conditions(text)
    for word, storage in STORAGE.items():
        text = re.sub(rf"\b{word}\b", storage, text)
    text = re.sub(r"\btimespan\s*=", "int timespan =", text)

    arguments = []

    def boundary(match):
        arguments.append([a.strip() for a in match.group(1).split(",")])
        return f"int eulerc_boundary_{len(arguments) - 1} ="

    text = re.sub(r"\bboundary\s*\(([^)]*)\)\s*=", boundary, text)
    try:
        tree = c_parser.CParser().parse(PRELUDE + f'#line 1 "{path}"\n' + text, path)
    except c_parser.ParseError as error:
        raise OdeError(str(error)) from None
    rules = {d.name: d.init for d in tree.ext if isinstance(d, c_ast.Decl) and d.name}
    boundaries = [Boundary(args, rules[f"eulerc_boundary_{k}"])
                  for k, args in enumerate(arguments)]
    return Source(tree, boundaries, method.group(1) if method else "euler", outputs, wholes, series, lines)
