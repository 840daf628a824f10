"""Writes a random small legal program, with the `// sweep:` line that says how to run it.

    generate.py SEED [--kind flat|plane|space] [--real float|double] [--all-ways] [--methods] > program.ode

The same seed gives the same program; what is not asked for comes from the seed too. Every size in the
sweep is legal: reads outside the grid have a boundary rule or a guard. Expressions come from
phrases.py. Most programs are exact (+ - * /, sqrt and the like), so that every backend must agree
with the oracle bit for bit; in the others, which call sin and its kind, forms must agree with each other.
"""

import argparse
import random

from methods import ORDERS
from phrases import Names, Phrases, World

AXES = {"flat": ["i"], "plane": ["j", "i"], "space": ["k", "j", "i"]}
WIDTHS = [1, 2, 4, 8, 16]
METHODS = [method for method in ORDERS if method != "euler"]


class Generator(Phrases):
    def __init__(self, seed: int, kind: str | None, real: str | None):
        source = random.Random(seed)
        self.extra, self.terms = random.Random(~seed), []
        self.seed = seed
        self.kind = kind or source.choice(["flat", "flat", "plane", "space"])
        self.precision = real or source.choice(["float", "double"])
        axes = AXES[self.kind]
        flat = len(axes) == 1
        world = World(
            axes=axes, extents=["N" if flat else "N" + {"i": "X", "j": "Y", "k": "Z"}[a] for a in axes],
            states=["y"] if flat and source.random() < 0.7 else ["u", "v", "w"][: source.randint(1, 3)],
            reach=source.choice([1, 2, 4, 5]), period=source.choice([1, 1, 2, 3, 4]),
            exact=source.random() < 0.75, param_offsets=source.random() < 0.2,
            far=source.random() < 0.2)
        super().__init__(source, world)
        self.counter = 0
        # A pure stencil has no selects around it; else results are tamed, so that conversions to int
        # are defined and nothing overflows.
        self.tamed = world.wild = source.random() < 0.75
        self.loops = source.random() < 0.25

    # ---- declarations ------------------------------------------------------------------------
    def boundary(self, state: str) -> str:
        text, axes = "", self.world.axes
        if self.chance(0.15):
            rules = ["dirichlet(wall)", "neumann(0)", "periodic", "clamp", "mirror(-1)"]
            return f"boundary({state}) = {self.pick(*rules[: 3 if self.world.far or self.world.param_offsets else 5])};\n"
        for axis in axes:
            if self.chance(0.25):
                text += f"boundary({state}, {axis}) = periodic;\n"
                continue
            simple = self.world.far or self.world.param_offsets  # such reads know few rules
            fixed = ["dirichlet(wall)", "dirichlet(0.5)", "dirichlet(K * wall)", f"dirichlet({self.along(axis)})"]
            images = ["neumann(0)", "mirror", "mirror(-1)", "clamp", "neumann(wall)", "robin(0.5, wall)",
                      f"robin(0.5, {self.along(axis)})", f"mirror({self.along(axis)})"]
            if simple:
                fixed, images = fixed[:3], images[:2]
            rules = [self.pick(*fixed, "neumann(0)", self.pick(*images), None) for side in range(2)]
            if None in rules:  # on a small grid an image may lie beyond the open side
                rules = [self.pick(*fixed) if rule in images else rule for rule in rules]
            for side, rule in zip(("low", "high"), rules):
                if rule:
                    text += f"boundary({state}, {axis}, {side}) = {rule};\n"
                else:
                    self.world.open_sides.add((state, axis, side))
        return text

    def along(self, axis: str) -> str:
        """A value that depends on the time, or on the place along the side."""
        others = [f"0.25 * ({a} % 3) - wall" for a in self.world.axes if a != axis]
        return self.pick("0.5 * t - K", "wall + t * K", *others, *(f"{o} * t" for o in others))

    def field(self, name: str) -> str:
        """Rules for a field, if any."""
        self.world.fields.append(name)
        if self.chance(0.5):
            return ""
        self.world.ruled.append(name)
        rule = self.pick("clamp", "mirror(-1)", "neumann(0)", "dirichlet(wall)", "robin(0.5, wall)", "neumann(wall)", "periodic")
        return f"boundary({name}) = {rule};\n"

    def species(self, brackets: str) -> str:
        """Two more states, of which one text gives what is theirs."""
        text = self.boundary("f")
        self.world.open_sides |= {(f"f[{q}]", axis, side) for s, axis, side in self.world.open_sides if s == "f"
                                  for q in range(2)}
        self.world.states += ["f[0]", "f[1]"]
        return f"state real f[2]{brackets};\n{text}" + self.initial("f").replace("(f)(", "(f)(int q, ")

    def initial(self, array: str) -> str:
        world, last = self.world, self.world.axes[-1]
        sum_of_axes = " + ".join(f"{k + 1} * {a}" for k, a in enumerate(world.axes))
        value = self.pick(f"0.25 * (({sum_of_axes}) % 7) - 0.5 * ({last} % {world.period + 1})",
                          f"0.125 * (({sum_of_axes}) % 11 - 5)", f"({sum_of_axes}) % 3 - 1")
        return f"initial({array})({self.indices()}) {{ return {value}; }}\n"

    def indices(self) -> str:
        return ", ".join(f"int {a}" for a in self.world.axes)

    def tables(self) -> str:
        text = ""
        for name in ("w5", "wp")[: self.random.choice([0, 1, 2])]:
            text += {"w5": "table real w5[5] = {0.25, -0.5, 1, 0.75, -1.5};\n",
                     "wp": "table real wp[] = {K / 2, 1 - wall, wall * wall, 0.5 * M};\n"}[name]
            self.world.tables[name] = 5 if name == "w5" else 4
        return text

    def helpers(self) -> str:
        """Each may call those before it."""
        text = ("static real tame(real x) { return x > -8 && x < 8 ? x : 0.5; }\n" if self.world.exact
                else "static real tame(real x) { return fmin(fmax(x, -8), 8); }\n")
        world, inside = self.world, Names(reals=["p", "q"], ints=["n"], indices=False)
        if len(world.axes) == 1 and not world.open_sides and self.chance(0.3):
            state = world.states[0]
            text += f"static real beside(int n) {{ return {state}[n - 1] - K * {state}[n + 1]; }}\n"
            world.near_helpers.append("beside")
        for k in range(self.random.choice([0, 1, 1, 2, 3])):
            kind = self.random.random() if world.exact else 0
            if kind < 0.6:
                text += f"static real f{k}(real p, real q, int n) {{\n{self.statements(1, inside, '  ')}}}\n"
                world.real_helpers.append(f"f{k}")
            elif kind < 0.8:
                names = Names(reals=["p"], ints=["n"], indices=False)
                text += (f"static int f{k}(real p, int n) {{\n  if ({self.condition(1, names)}) return "
                         f"{self.integer(1, names)};\n  return {self.integer(2, names)};\n}}\n")
                world.int_helpers.append(f"f{k}")
            else:
                names = Names(reals=["p"], ints=["n"], indices=False)
                text += f"static bool f{k}(real p, int n) {{ return {self.condition(2, names)}; }}\n"
                world.bool_helpers.append(f"f{k}")
        return text

    # ---- statements --------------------------------------------------------------------------
    def local(self) -> str:
        self.counter += 1
        return f"a{self.counter}"

    def statements(self, depth: int, names: Names, indent: str) -> str:
        text, names = "", names.copy()
        for _ in range(self.random.randint(0, 2 + depth)):
            text += self.statement(depth, names, indent)
        return text + f"{indent}return {self.result(names)};\n"

    def result(self, names: Names) -> str:
        value = self.real(self.pick(2, 2, 3), names)
        if self.terms and names.indices and self.extra.random() < 0.5:
            value = f"{value} + {self.extra.choice(self.terms)}"
        return f"0.125 * tame({value})" if self.tamed else f"0.125 * ({value})"

    def statement(self, depth: int, names: Names, indent: str) -> str:
        kind = self.random.random()
        if kind < 0.35:
            value, name = self.real(2, names), self.local()
            names.reals.append(name)
            return f"{indent}real {name} = {value};\n"
        if kind < 0.47:
            value, name = self.integer(2, names), self.local()
            names.ints.append(name)
            return f"{indent}int {name} = {value};\n"
        if kind < 0.57:
            value, name = self.condition(2, names), self.local()
            names.bools.append(name)
            return f"{indent}bool {name} = {value};\n"
        if kind < 0.63 and self.loops and names.indices:
            return self.loop(names, indent)
        if kind < 0.8 or depth == 0:
            return self.assignment(names, indent)
        text = f"{indent}if ({self.condition(2, names)}) {{\n"
        if self.chance(0.4):
            text += self.statements(depth - 1, names, indent + "  ")
        else:
            text += self.assignment(names, indent + "  ")
            if self.chance(0.5):
                text += f"{indent}}} else {{\n" + self.assignment(names, indent + "  ")
        return text + f"{indent}}}\n"

    def assignment(self, names: Names, indent: str) -> str:
        if names.ints and self.chance(0.2):
            return f"{indent}{self.random.choice(names.ints)} = {self.integer(2, names)};\n"
        if names.bools and self.chance(0.25):
            return f"{indent}{self.random.choice(names.bools)} = {self.condition(1, names)};\n"
        if not names.reals:
            return ""
        assign = self.pick("=", "+=", "-=", "*=")
        return f"{indent}{self.random.choice(names.reals)} {assign} {self.real(2, names)};\n"

    def loop(self, names: Names, indent: str) -> str:
        """A short one is written out; one that ends at a param stays, and with it the equation scalar."""
        name, state = self.local(), self.random.choice(self.world.states)
        others = "".join(f"[{a}]" for a in self.world.axes[:-1])
        sides = {side for s, a, side in self.world.open_sides if s == state and a == self.world.axes[-1]}
        i, n = self.world.axes[-1], self.world.extents[-1]
        read = f"{state}{others}[{i} + c]"
        if sides:
            read = f"({i} + c >= 0 && {i} + c < {n} ? {read} : 0.5)"
        inner = names.copy()
        inner.reals.append(name)
        inner.ints.append("c")
        head = self.pick("c = -2; c <= 2; c++", "c = 0; c < 4; c++", "c = 0; c < M; c++",
                         "c = -1; c < 40; c += 1")
        text = (f"{indent}real {name} = 0;\n{indent}for (int {head}) {{\n"
                f"{indent}  {name} = 0.5 * {name} + {self.pick('0.25', 'K', '0.1 * c')} * {read};\n")
        if self.chance(0.5):
            text += f"{indent}  if ({self.condition(1, inner)}) {name} -= {self.real(1, inner)};\n"
        names.reals.append(name)
        return text + f"{indent}}}\n"

    # ---- the program -------------------------------------------------------------------------
    def sizes(self) -> str:
        """Small ones, all of them, and rows in which each class has a vector or two of any width."""
        m, period = self.pick(0, 1, 3, 5, -2), self.world.period
        first = period * self.pick(16, 18, 33) + self.random.randint(3, 3 + 16 * period)
        if self.kind == "flat":
            return f"N:1..40,M:{m}+N:{first}..{first + 12},M:2"
        if self.kind == "plane":
            return (f"NX:1..{self.pick(6, 9)},NY:{self.pick('1..4', '1..6', '3..5')},M:{m}"
                    f"+NX:{first}..{first + 4},NY:9,M:2")
        return (f"NX:1..{self.pick(5, 7)},NY:{self.pick('1..3', '2..4')},NZ:{self.pick('1..2', '2..3')},M:{m}"
                f"+NX:{first}..{first + 2},NY:6,NZ:5,M:2")

    def ways(self) -> str:
        """Few, for every one builds kernels; as seeds go on, all of them come round."""
        turn = self.seed // 5
        names = ["serial", "threads", f"vector-groups:{WIDTHS[self.seed % 5]}",
                 f"vector-ranges:{WIDTHS[(self.seed + turn + 2) % 5]}"]
        if turn % 3 == 0:
            names.append(f"vector-aos:{WIDTHS[self.seed % 3]}")
        if self.seed % 7 == 0:
            names.append(["scalar-blocked", "scalar-strided", "scalar-strided/3"][turn % 3])
        return ",".join(names)

    def data(self) -> str:
        """Data at the point's index, one through the other, and random numbers: terms of results. They have numbers of their
        own, so that the rest of what a seed gives is the same with and without."""
        last, text = self.world.axes[-1], ""
        if self.extra.random() < 0.35:
            n = self.world.extents[-1]
            text = (f"data int way[{n}];\ndata real cost[3][7];\n"
                    "initial(way)(int e) { return (e * 5 + 2) % 7; }\ninitial(cost)(int a, int b) { return 0.25 * a - 0.125 * b; }\n")
            self.terms += [f"cost[1][way[{last}]]", f"cost[way[{last}] < 3 ? 2 : 0][3] * K"]
        if self.extra.random() < 0.25:
            self.terms += ["uniform(0)", "uniform(5) * wall"]
        return text

    def graph(self) -> str:
        """A state whose points read others by data, in as many passes as each has: their functions are computed in vectors."""
        if self.kind != "flat" or self.world.exact or self.world.period > 1 or self.extra.random() < 0.5:
            return ""
        return ("state real z[N];\ndata int friends[N], friend[7];\n"
                "initial(friends)(int e) { return (e * 5 + 2) % 7; }\ninitial(friend)(int e) { return (e * 11 + 3) % N; }\n"
                "initial(z)(int i) { return 0.125 * (i % 9); }\n"
                "ddt(z)(int i, real t) {\n  real sum = 0;\n  for (int k = 0; k < friends[i]; k++)\n"
                "    sum += K * exp(z[friend[k]] - z[i]);\n  return sum;\n}\n")

    def method(self) -> str:
        """Methods take turns, so that what a seed gives is the same program with and without."""
        return f"method = {METHODS[self.seed % len(METHODS)]};\n"

    def program(self, all_ways: bool, methods: bool = False) -> str:
        world = self.world
        brackets = "".join(f"[{n}]" for n in world.extents)
        sizes, ways = self.sizes(), self.ways()
        text = (f"// sweep: sizes={sizes} large=0 steps=2 dt=0.25 real={self.precision}"
                f"{'' if world.exact else ' tolerance=1e-4'}{'' if all_ways else ' ways=' + ways}"
                f"{f' stages={2 + self.seed % 5}' if methods and 'rkl2' in self.method() else ''}\n")
        text += "param int " + ", ".join(f"{n} = {30 if n in ('N', 'NX') else 6}" for n in world.extents)
        text += ", M = 3;\nparam real K = 0.75, wall = K - 1;\n" + (self.method() if methods else "")
        text += f"state real {', '.join(s + brackets for s in world.states)};\n"
        if self.chance(0.4) or not world.exact:
            text += f"field real beta{brackets};\n" + self.field("beta") + self.initial("beta")
        text += self.tables() + self.data() + self.graph()
        text += "".join(self.boundary(s) + self.initial(s) for s in world.states)
        declared = list(world.states)
        if self.chance(0.15):
            declared.append("f")
            text += self.species(brackets)
        text += self.helpers()
        for state in declared:
            names = Names(ints=["q"] if state == "f" else [])
            text += f"ddt({state})({'int q, ' if state == 'f' else ''}{self.indices()}, real t) {{\n"
            for r in range(world.period - 1):
                if self.chance(0.8):
                    text += (f"  if ({world.axes[-1]} % {world.period} == {r}) {{\n"
                             f"{self.statements(1, names, '    ')}  }}\n")
            text += self.statements(2, names, "  ") + "}\n"
        return text


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("seed", type=int)
    parser.add_argument("--kind", choices=AXES)
    parser.add_argument("--real", choices=["float", "double"])
    parser.add_argument("--all-ways", action="store_true", help="every backend, form and width")
    parser.add_argument("--methods", action="store_true", help="steps by another method than Euler's")
    options = parser.parse_args()
    print(Generator(options.seed, options.kind, options.real).program(options.all_ways, options.methods), end="")
