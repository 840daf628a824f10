"""Draws a mixed program: one that has many features of the language at once.

    draw(17) → Mixed (program.py)          draw.py 17 > program.ode
"""

import random
import sys

from acts import Acts
from leaves import Leaves
from program import Array, Mixed
from sides import draw_rules
from features import METHODS

AXES = {1: ["i"], 2: ["j", "i"], 3: ["k", "j", "i"]}
EXTENTS = {"i": "NX", "j": "NY", "k": "NZ"}
FAR_SHARE = 0.4  # of programs that read at no constant distance: such reads leave few forms


class Draw(Leaves, Acts):
    def __init__(self, seed):
        self.seed, self.random = seed, random.Random(seed)
        self.features = set()
        self.axes = AXES[self.random.choices([1, 2, 3], [4, 4, 2])[0]]
        self.extents = [EXTENTS[a] for a in self.axes]
        self.last = self.axes[-1]
        self.exact = self.chance(0.6)
        self.has_far = self.chance(FAR_SHARE)
        self.has_params = self.has_far and self.chance(0.6)
        self.ring_share = self.pick(0, 0.1, 0.3)
        self.has_idle = random.Random(f"idle {seed}").random() < 0.12  # a quantity that no step needs
        # Along rows the neighbour behind a point alone: with classes, most reads are of the point itself.
        self.looks_forward = random.Random(f"forward {seed}").random() < 0.12
        self.side = random.Random(f"side {seed}").choice([-1, 1] + [0] * 10)  # at which all neighbours are read; 0: at both
        apart = random.Random(f"round {seed}")  # along the axis that slabs cut, as others may not
        self.goes_round = apart.choice(["state", "field", "let"]) if apart.random() < 0.15 else None
        self.reading_helpers, self.of = {}, None
        self.dear_helpers, self.apart = {}, random.Random(f"dear {seed}")  # the other draws stay as they are

    def chance(self, share):
        return self.random.random() < share

    def pick(self, *choices):
        return self.random.choice(choices)

    def mark(self, *names):
        self.features.update(names)

    # ---- declarations
    def declare(self):
        """States, quantities and fields, in the order of the program."""
        states = [Array(name, "state") for name in ["u", "v", "s"][:self.random.choices([1, 2, 3], [4, 4, 1])[0]]]
        if self.chance(0.2):
            states.append(Array("f", "state", species=self.pick(2, 2, 3)))
            self.mark("species")
        if len(states) > 1:
            self.mark("states")
        for state in states:
            state.is_map = self.chance(0.2)
        if any(s.is_map for s in states):
            self.mark("map", *(["map_and_rate"] if not all(s.is_map for s in states) else []))
        lets = [Array(name, "let") for name in ["mu", "nu"][:self.random.choices([0, 1, 2], [4, 4, 2])[0]]]
        self.mark(*["let", "lets"][:len(lets)])
        fields = [Array("beta", "field")] * self.chance(0.4)
        self.mark(*["field"] * len(fields))
        for field in fields:
            field.is_series = random.Random(f"series {self.seed}").random() < 0.4
            self.mark(*["series"] * field.is_series)
        mixed = states + fields + lets
        self.random.shuffle(mixed)
        in_turn = iter(lets)  # mu before nu, which may read it
        return [next(in_turn) if array.kind == "let" else array for array in mixed]

    def initial(self, array):
        """Of a state or a field: of the indices, data, and random numbers."""
        total = " + ".join(f"{k + 1} * {a}" for k, a in enumerate(self.axes)) + (" + q" if array.species else "")
        value = self.pick(f"0.25 * (({total}) % 7) - 0.5", f"0.125 * (({total}) % 11 - 5)", f"0.5 * (({total}) % 3 - 1)")
        if self.chance(0.1):
            self.mark("initial_data", "data_real")
            value += f" + amount_{self.last}[{self.last}]"
        if self.chance(0.1):
            self.mark("initial_noise")
            value += " + uniform(2)"
        return value

    def data(self):
        lines = []
        for axis, extent in zip(self.axes, self.extents):
            lines += [f"data int at_{axis}[{extent}];", f"initial(at_{axis})(int e) {{ return (e * 5 + 2) % {extent}; }}",
                      f"data real amount_{axis}[{extent}];",
                      f"initial(amount_{axis})(int e) {{ return 0.25 * (e % 5) - 0.375; }}"]
        return lines + [
            f"data int kind_of[{self.extents[-1]}];", "initial(kind_of)(int e) { return e * 2 % 3; }",
            "data real cost[3][5];", "initial(cost)(int a, int b) { return 0.25 * a - 0.125 * b; }",
            f"data int row[{self.extents[-1]} + 1];", "initial(row)(int e) { return e + e / 2; }",
            f"data real weight[2 * {self.extents[-1]}];", "initial(weight)(int e) { return 0.125 * (e % 7) - 0.25; }"]

    def helpers(self):
        lines = ["static real blend(real a, real b, int n) { return n % 2 == 0 ? a - 0.5 * b : a * b; }",
                 "static real bent(real a, real b, int n) {\n  real c = a + 0.25 * n;\n  if (c > b) c = b;\n  return c;\n}"]
        if not self.exact:
            lines[1] = "static real bent(real a, real b, int n) { return fmin(a + 0.25 * n, b); }"
        closed = [a for a in self.arrays if not a.open_sides and not a.species]
        lines += self.dear(closed)
        for array in closed[:2]:
            name, before = f"around_{array.name}", "".join(f"[{a}]" for a in self.axes[:-1])
            self.reading_helpers[name] = array
            arguments = ", ".join(f"int {a}" for a in self.axes)
            lines.append(f"static real {name}({arguments}) {{ return {array.name}{before}[{self.last} - 1] - K * "
                         f"{array.name}{before}[{self.last} + 1]; }}")
        return lines

    # ---- functions
    def loop(self):
        """Statements that leave a sum in `sum`."""
        kind = self.random.random()
        if kind < 0.5 or not self.has_far:
            self.mark("loop_short")
            array = self.chosen(lambda a: not a.open_sides)
            before = "".join(f"[{a}]" for a in self.axes[:-1])
            read = f"{array.name}{self.which(array)}{before}[{self.last} + c]" if array else self.leaf()
            if array:
                self.read_beside(array)
            return ["real sum = 0;", f"for (int c = -1; c <= 1; c++) sum = 0.5 * sum + {self.pick('K', '0.25', 'w[c + 1]')} * {read};"]
        if kind < 0.75:
            self.mark("loop_run")
            return ["real sum = 0;", f"for (int c = 0; c < {self.pick('M', self.extents[-1])}; c++) sum = 0.5 * sum + "
                    f"{self.pick('0.1 * c', '0.25')} * {self.leaf()};"]
        self.mark("loop_data", "data_int", "data_real")
        return ["real sum = 0;", f"for (int c = row[{self.last}]; c < row[{self.last} + 1]; c++) sum += weight[c] * {self.leaf()};"]

    def body(self, array):
        self.of = array
        if self.chance(0.2):
            array.steps = self.loop()
            array.terms.append("sum")
        if self.chance(0.3):
            array.steps.append(f"real a = {self.term()};")
            array.terms.append(self.pick("a * K", "0.5 * a", "a * a"))
        if array.kind == "state" and self.apart.random() < 0.2 and self.dear_helpers:
            array.terms.append(self.at_several_points())
        if self.apart.random() < 0.15:
            array.terms.append(self.nested_choice())
        array.terms += [self.term() for _ in range(self.random.choices([1, 2, 3], [3, 4, 2])[0])]

    def idle(self):
        """A quantity that no step needs, the only one that reads at a distance of params where others do not."""
        self.of = Array("idle", "let")
        self.arrays.append(self.of)
        self.of.terms = [self.by_param(), self.leaf()]

    # ---- sizes
    def along(self, longest):
        """A size of the last axis."""
        kind = self.random.choices(["one_point", "few_points", "whole_vector", "many_points"], [1, 3, 2, 2])[0]
        n = {"one_point": 1, "few_points": self.random.randint(2, 13), "whole_vector": self.pick(8, 16, 24, 32, 48, 64),
             "many_points": self.random.randint(17, 130)}[kind]
        if n > longest:
            kind, n = "few_points", self.random.randint(2, 9)
        self.mark(kind)
        return n

    def size(self, large):
        rank = len(self.axes)
        nx = self.along({1: 130, 2: 130, 3: 70}[rank] if large or rank < 3 else 20)
        room = [1, 9, 26 if rank < 3 else 13] if large else [1, 3, 4] if nx < 40 else [1, 1, 2]
        others = [self.random.randint(1, room[1] if rank == 3 and k else room[2]) for k in range(rank - 1)]
        values = dict(zip(self.extents, [*others, nx]))
        return ",".join(f"{name}={value}" for name, value in values.items()) + f",M={self.pick(1, 2, 3)}"

    def tall_size(self):
        """For slabs: many points along the slowest axis, and few along the others. Drawn without chance."""
        values = dict(zip(self.extents, [97, 5, 6]))
        return ",".join(f"{name}={value}" for name, value in values.items()) + ",M=2"

    # ---- the program
    def program(self):
        self.arrays = self.declare()
        for array in self.arrays:
            array.is_simple = self.has_far and self.chance(0.5)
            if self.has_idle and array is next(a for a in self.arrays if a.kind == "state"):
                array.is_simple = True
            draw_rules(self, array)
            array.initial = self.initial(array) if array.kind != "let" else ""
            if array.is_series:
                array.initial = ""
        helpers = self.helpers()
        for array in self.arrays:
            if array.kind != "field":
                self.body(array)
        if self.has_idle:
            self.idle()
        for array in self.arrays:  # a rule counts where something beyond the side is read
            self.mark(*(array.rule_features if array.is_read_beside else []))
        method = self.pick(*METHODS)
        real = self.pick("float", "double")
        stages = self.random.randint(2, 6) if method == "rkl2" else 0
        data = self.data()
        sizes, large_sizes = [self.size(False) for _ in range(3)], [*(self.size(True) for _ in range(2)), self.tall_size()]
        steps_taken = self.random.randint(2, 4)
        self.draw_behind(method)
        self.mark(f"rank{len(self.axes)}", method, real, "exact" if self.exact else "rough")
        return Mixed(
            seed=self.seed, real=real, method=method, stages=stages,
            exact=self.exact, axes=self.axes, extents=self.extents,
            params=["param int " + ", ".join(f"{n} = 6" for n in self.extents) + ", M = 2;",
                    "param real K = 0.75, wall = K - 1;"],
            tables=["table real w[3] = {0.25, K / 2, -0.5};"], data=data, helpers=helpers, arrays=self.arrays,
            series=self.series, behind=self.behind, sizes=sizes, large_sizes=large_sizes, steps_taken=steps_taken,
            features=self.features)


def draw(seed):
    return Draw(seed).program()


if __name__ == "__main__":
    print(draw(int(sys.argv[1])).text(), end="")
