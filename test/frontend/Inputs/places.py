"""Puts every leaf of the language into every place and demands that it is accepted or refused by name.

    places.py EULERC WORK

A leaf is what an expression is made of: a param, a state, a field, a table, a grid index, the time.
A place is where an expression stands: the default of a param, a boundary value, the bound of a loop.
A cell of the table is a program. Where the leaf may stand it compiles; elsewhere eulerc exits with 1
and prints one error, with its place, that says what cannot depend on what, and one hint.
"""

import os
import re
import subprocess
import sys

PROGRAM = """\
param int N = 10;
param real K = 2;
table real w[] = {{1, 2, 3}};
table real v[] = {{K, 2 * K}};
{helper}
{param}
{table}
{timespan}
{assertion}
state real y[{size}];
state real u[{sizes}];
field real c[{sizes}];
boundary(u) = dirichlet({boundary});
initial(y)(int i) {{ return {initial}; }}
initial(u)(int i) {{ return 0; }}
initial(c)(int i) {{ return {coefficient}; }}
ddt(u)(int i, real t) {{ return 0; }}
ddt(y)(int i, real t) {{
  real s = {derivative};
  for (int k = {first}; k < {end}; k++)
    s += k;
  return s + u[{index}] + w[{entry}] + c[i];
}}
param real late = 3;
"""
PLAIN = {"helper": "", "param": "", "table": "", "timespan": "", "assertion": "", "size": "N", "boundary": "0",
         "initial": "1", "coefficient": "1", "derivative": "0", "first": "0", "end": "3", "index": "i",
         "entry": "0"}

# Place: (slot of the program, what is written there, how a message calls it)
PLACES = {
    "real param": ("param", "param real P = {};", "the default of a param"),
    "int param": ("param", "param int P = (int)({});", "the default of a param"),
    "helper of a param": ("param", "static real f(real x) {{ return x; }}\nparam real P = f({});",
                          "the default of a param"),
    "table": ("table", "table real z[] = {{1, {}}};", "an entry of a table"),
    "end of the time span": ("timespan", "timespan = {{ .to = {} }};", "the time span"),
    "step of the time span": ("timespan", "timespan = {{ .dt = 2 * {} }};", "the time span"),
    "static_assert": ("assertion", "static_assert({} > 0.5);", "a static_assert"),
    "size": ("size", "(int)({})", "the size of a grid"),
    "real size": ("size", "{}", "the size of a grid"),
    "boundary": ("boundary", "sin({})", "a boundary value"),
    "initial": ("initial", "1 - {}", "an initial value"),
    "initial of a field": ("coefficient", "{} / 2", "an initial value of a field"),
    "first pass": ("first", "(int)({})", "the bounds of this loop"),
    "last pass": ("end", "(int)({})", "the bounds of this loop"),
    "index": ("index", "(int)({})", "the index of 'u["),
    "entry": ("entry", "(int)({})", "the index of 'w["),
    "derivative": ("derivative", "{}", "a derivative"),
}
CONSTANT = {place for place, (slot, _, _) in PLACES.items()
            if slot in ("param", "table", "timespan", "assertion", "size", "boundary")}
LOOPS = {"first pass", "last pass"}
INDICES = {"index", "entry"}
INITIAL = {"initial", "initial of a field"}

# Leaf: (how it is written, how a message calls it, the places that take it)
LEAVES = {
    "number": ("1", "", set(PLACES)),
    "param": ("N", "param 'N'", set(PLACES) - {"entry"}),
    "state": ("u[0]", "state 'u'", {"derivative"}),
    "state itself": ("y[0]", "state 'y'", {"derivative"}),
    "field": ("c[0]", "field 'c'", {"derivative", "initial"}),
    "table": ("w[0]", "table 'w'", set(PLACES) - {"real size"}),
    "table of params": ("v[1]", "table 'v'", CONSTANT - {"real size"} | INITIAL | {"derivative"}),
    "table at a param": ("w[N / 10]", "table 'w'", INITIAL | {"derivative"}),
    "index": ("i", "the index 'i'", INITIAL | {"derivative", "index"}),
    "time": ("t", "the time", {"derivative", "boundary"}),
    "param below": ("late", "'late' is used before it is declared", set()),
    "state without index": ("u", "state 'u'", set()),
    "state in a helper": ("g(0)", "state 'u'", {"derivative"}),
    "field in a helper": ("d(0)", "field 'c'", {"derivative", "initial"}),
    "table in a helper": ("h(0)", "table 'w'", set(PLACES) - {"real size", "size", "static_assert"}),
}
HELPERS = {"g(0)": "static real f0(int i);\nstatic real g(int i) { return 2 * f0(i); }",
           "d(0)": "static real d(int i);", "h(0)": "static real h(int i) { return w[i]; }"}
BODIES = {"g(0)": "static real f0(int i) { return u[i]; }\n", "d(0)": "static real d(int i) { return c[i]; }\n"}

# C does not call functions here, and says so where they may stand elsewhere.
WITHOUT_FUNCTIONS = {"size": "this size is not a constant",
                     "real size": "a size is an integer",
                     "static_assert": "this condition cannot be checked here"}


def program(place, leaf):
    slot, written, _ = PLACES[place]
    expression = LEAVES[leaf][0]
    fillings = dict(PLAIN, helper=HELPERS.get(expression, ""))
    fillings[slot] = written.format(expression)
    fillings["sizes"] = fillings["size"] if place in LEAVES[leaf][2] else "N"  # all have one shape
    return PROGRAM.format(**fillings) + BODIES.get(expression, "")


def sentence(place, leaf):
    """What a message has to contain that refuses the leaf."""
    expression, called, _ = LEAVES[leaf]
    if leaf == "param below":
        return called
    if expression == "h(0)" and place in WITHOUT_FUNCTIONS:
        return WITHOUT_FUNCTIONS[place]
    if leaf in ("param", "index") and place == "entry":
        return f"'w[{expression}]' reaches entr"
    if leaf == "index" and place == "boundary":
        return "a rule for the sides of the axis 'i' cannot depend on 'i'"
    if place == "real size" and called.startswith("table"):
        return "a size is an integer"
    if leaf == "state without index" and place in INDICES | LOOPS | {"derivative"}:
        return "'u' is used without an index"
    if place in INDICES:
        inner = {"g(0)": "(2.0 * u[0])", "d(0)": "c[0]"}.get(expression, expression)
        return f"{PLACES[place][2]}(int){inner}]' is not affine in i"
    return f"{PLACES[place][2]} cannot depend on {called}"


def mistakes(place, leaf, status, output):
    if place in LEAVES[leaf][2]:
        return [] if status == 0 else ["is refused"]
    errors = re.findall(r"^.*error:.*$", output, flags=re.M)
    found = []
    if status != 1:
        found.append(f"ends with status {status} instead of 1")
    if len(errors) != 1:
        found.append(f"yields {len(errors)} errors")
    elif not re.match(r"cell\.ode:\d+:\d+: error: ", errors[0]):
        found.append("has no place")
    elif sentence(place, leaf) not in errors[0]:
        found.append(f"is not refused by '{sentence(place, leaf)}'")
    output = re.sub(r"(?m)^\S+ warning: .*\n.*\n.*\n(?:eulerc: hint: .*\n)?", "", output)
    if output.count("eulerc: hint: ") != 1:
        found.append("has not one hint")
    return found


def main(eulerc, work):
    os.makedirs(work, exist_ok=True)
    wrong = 0
    for place in PLACES:
        for leaf in LEAVES:
            with open(os.path.join(work, "cell.ode"), "w") as file:
                file.write(program(place, leaf))
            run = subprocess.run([os.path.abspath(eulerc), "cell.ode", "--emit=opencl", "-o", "cell.cl"], cwd=work,
                                 stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
            found = mistakes(place, leaf, run.returncode, run.stdout)
            if found:
                wrong += 1
                print(f"{leaf} as {place} {', '.join(found)}:\n{run.stdout}")
    if wrong:
        sys.exit(f"{wrong} of {len(PLACES) * len(LEAVES)} cells are wrong")
    print(f"{len(PLACES) * len(LEAVES)} cells")


if __name__ == "__main__":
    main(*sys.argv[1:])
