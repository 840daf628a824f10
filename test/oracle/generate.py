"""Writes a random small legal program: flat, or with --grid two states on a grid of two dimensions.

    generate.py SEED [--grid] > program.ode

The same seed gives the same program. It uses + - * and comparisons only, so that every backend must
agree with the oracle bit for bit. Reads outside the grid have a boundary rule, so that every size is
legal; guards, remainders of the index, locals, helpers, early returns and far reads come at random.
"""

import random
import sys

NUMBERS = ["0.5", "-0.25", "1.5", "2", "-1", "K", "wall", "K * wall", "0.125 * K"]


class Generator:
    def __init__(self, seed: int):
        self.random = random.Random(seed)
        self.period = self.random.choice([1, 1, 2, 3, 4])
        self.locals = 0
        self.helpers = self.random.randint(0, 2)

    def pick(self, *choices):
        return self.random.choice(choices)

    def chance(self, share: float) -> bool:
        return self.random.random() < share

    def read(self) -> str:
        kind = self.random.random()
        if kind < 0.8:
            offset = self.random.randint(-5, 5)
            return f"y[i + {offset}]" if offset >= 0 else f"y[i - {-offset}]"
        return self.pick("y[N - 1 - i]", "y[0]", "y[2 * i - 1]", "y[i - M]", "y[i + M - 1]")

    def index_condition(self) -> str:
        k = self.random.randint(0, 4)
        compare = self.pick("<", "<=", ">", ">=", "==", "!=")
        return self.pick(f"i {compare} {k}", f"i {compare} N - {k}", f"i + {k} {compare} N",
                         f"{k} {compare} i", f"i {compare} M", f"2 * i {compare} N",
                         f"i % {self.pick(2, 3, 4)} {self.pick('==', '!=')} {self.random.randint(0, 2)}",
                         f"(i + {k}) % {max(2, self.period)} == {self.random.randint(0, 1)}",
                         f"(i - {k}) % {max(2, self.period)} == {self.random.randint(0, 1)}")

    def condition(self, names: list[str]) -> str:
        kind = self.random.random()
        if kind < 0.6:
            text = self.index_condition()
        elif kind < 0.8:
            text = f"{self.value(1, names)} {self.pick('<', '>=')} {self.value(0, names)}"
        else:
            text = f"({self.condition(names)}) {self.pick('&&', '||')} ({self.condition(names)})"
        return f"!({text})" if self.chance(0.1) else text

    def value(self, depth: int, names: list[str]) -> str:
        if depth == 0 or self.chance(0.2):
            kind = self.random.random()
            if names and kind < 0.3:
                return self.random.choice(names)
            return self.read() if kind < 0.75 else self.random.choice(NUMBERS)
        kind = self.random.random()
        a, b = self.value(depth - 1, names), self.value(depth - 1, names)
        if kind < 0.75:
            return f"({a} {self.pick('+', '-', '*')} {b})"
        if kind < 0.9 or not self.helpers:
            return f"(({self.condition(names)}) ? {a} : {b})"
        return f"helper{self.random.randrange(self.helpers)}({a}, {b}, i)"

    def statements(self, depth: int, names: list[str], indent: str) -> str:
        text, names = "", list(names)
        for _ in range(self.random.randint(0, 3)):
            kind = self.random.random()
            if kind < 0.5 or not names:
                name = f"a{self.locals}"
                self.locals += 1
                text += f"{indent}real {name} = {self.value(2, names)};\n"
                names.append(name)
            elif kind < 0.7:
                text += f"{indent}{self.random.choice(names)} {self.pick('=', '+=', '*=')} {self.value(1, names)};\n"
            elif depth > 0:
                text += f"{indent}if ({self.condition(names)}) {{\n"
                if self.chance(0.4):
                    text += self.statements(depth - 1, names, indent + "  ")
                else:
                    text += f"{indent}  {self.random.choice(names)} = {self.value(2, names)};\n"
                text += f"{indent}}}\n"
        return text + f"{indent}return 0.125 * {self.value(2, names)};\n"

    def program(self) -> str:
        text = ("// sweep: sizes=1..40 large=0 steps=3 dt=0.25\nparam int N = 100;\nparam int M = 3;\n"
                "param real K = 0.75, wall = K - 1;\nstate real y[N];\n")
        text += self.pick("boundary(y) = dirichlet(wall);\n",
                          "boundary(y, i, low) = dirichlet(0.5);\nboundary(y, i, high) = dirichlet(K * wall);\n")
        text += f"initial(y)(int i) {{ return 0.25 * (i % 7) - 0.5 * (i % {self.period + 1}); }}\n"
        count, self.helpers = self.helpers, 0
        for k in range(count):
            text += (f"static real helper{k}(real p, real q, int i) {{\n"
                     f"{self.statements(1, ['p', 'q'], '  ')}}}\n")
            self.helpers = k + 1
        text += "ddt(y)(int i, real t) {\n"
        for r in range(self.period - 1):
            text += f"  if (i % {self.period} == {r}) {{\n{self.statements(1, [], '    ')}  }}\n"
        return text + self.statements(2, [], "  ") + "}\n"


class GridGenerator(Generator):
    """Two states u and v on a grid, with a field and a boundary rule at every side."""

    def read(self) -> str:
        if self.chance(0.1):
            return "beta[j][i]"
        def index(name: str, size: str) -> str:
            offset = self.random.randint(-3, 3)
            if self.chance(0.1):
                return self.pick("0", f"{size} - 1 - {name}", f"{name} - M", "j + i - 2")
            return name if offset == 0 else f"{name} {'+' if offset > 0 else '-'} {abs(offset)}"
        return f"{self.pick('u', 'v')}[{index('j', 'NY')}][{index('i', 'NX')}]"

    def index_condition(self) -> str:
        condition = super().index_condition()
        if self.chance(0.5):
            return condition.replace("N", "NX")
        return condition.replace("i ", "j ").replace(" i", " j").replace("N", "NY")

    def boundary(self, state: str) -> str:
        rules = ["dirichlet(wall)", "dirichlet(0.5)", "neumann(0)"]
        text = ""
        for axis in "ji":
            if self.chance(0.3):
                text += f"boundary({state}, {axis}) = periodic;\n"
            else:
                for side in ("low", "high"):
                    text += f"boundary({state}, {axis}, {side}) = {self.pick(*rules)};\n"
        return text

    def program(self) -> str:
        text = ("// sweep: sizes=NX:1..6,NY:1..5 large=0 steps=2 dt=0.25\nparam int NX = 9, NY = 8;\n"
                "param int M = 2;\nparam real K = 0.75, wall = K - 1;\n"
                "state real u[NY][NX], v[NY][NX];\nfield real beta[NY][NX];\n")
        text += self.boundary("u") + self.boundary("v")
        text += "initial(beta)(int j, int i) { return 0.25 * ((i + 2 * j) % 4); }\n"
        text += f"initial(u)(int j, int i) {{ return 0.25 * (i % 7) - 0.5 * (j % {self.period + 1}); }}\n"
        text += "initial(v)(int j, int i) { return 0.125 * (i - j); }\n"
        self.helpers = 0
        for state in "uv":
            text += f"ddt({state})(int j, int i, real t) {{\n"
            for r in range(self.period - 1):
                text += f"  if (i % {self.period} == {r}) {{\n{self.statements(1, [], '    ')}  }}\n"
            text += self.statements(2, [], "  ") + "}\n"
        return text


if __name__ == "__main__":
    kind = GridGenerator if "--grid" in sys.argv else Generator
    print(kind(int(sys.argv[1])).program(), end="")
