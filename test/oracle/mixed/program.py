"""A mixed program as a value, and its text: what draw.py draws, mixed.py runs and shrink.py makes smaller.

    Mixed(…).text() → the .ode file
"""

import copy
from dataclasses import dataclass, field

TAME = {True: "static real tame(real x) { return x > -8 && x < 8 ? x : 0.5; }",
        False: "static real tame(real x) { return fmin(fmax(x, -8), 8); }"}


@dataclass
class Array:
    """A state, a field, or a quantity within steps (let)."""
    name: str
    kind: str                 # "state", "let", "field"
    species: int = 0          # how many; 0: it has none
    is_map: bool = False      # next in place of ddt
    is_series: bool = False   # a field that changes in time
    is_simple: bool = False   # its rules stand reads at any distance
    open_sides: set = field(default_factory=set)  # (axis, "low" or "high") without a rule
    rules: list = field(default_factory=list)     # lines
    rule_features: set = field(default_factory=set)
    is_read_beside: bool = False
    initial: str = ""         # an expression
    steps: list = field(default_factory=list)     # statements before the return
    terms: list = field(default_factory=list)     # whose sum is the result

    def word(self):
        return "let" if self.kind == "let" else "next" if self.is_map else "ddt"


@dataclass
class Mixed:
    seed: int
    real: str
    method: str
    stages: int               # of rkl2
    exact: bool               # else the oracle agrees roughly, and backends with each other
    axes: list                # ["j", "i"]
    extents: list             # ["NY", "NX"]
    params: list = field(default_factory=list)        # lines, as are tables and data
    tables: list = field(default_factory=list)
    data: list = field(default_factory=list)
    helpers: list = field(default_factory=list)
    arrays: list = field(default_factory=list)
    series: list = field(default_factory=list)        # lines: data over time
    behind: list = field(default_factory=list)        # lines: globals, events, what happens behind steps
    sizes: list = field(default_factory=list)         # "NX=5,NY=3", compared with the oracle
    large_sizes: list = field(default_factory=list)   # compared among backends alone
    steps_taken: int = 3
    dt: float = 0.0625
    features: set = field(default_factory=set)

    def copy(self):
        return copy.deepcopy(self)

    def indices(self, array):
        return ("int q, " if array.species else "") + ", ".join(f"int {a}" for a in self.axes)

    def declaration(self, array):
        first = f"[{array.species}]" if array.species else ""
        return f"{'series' if array.is_series else array.kind} real {array.name}{first}{''.join(f'[{n}]' for n in self.extents)};"

    def function(self, array):
        """The body of ddt, next or let."""
        total = " + ".join(array.terms) or "0.5"
        factor = "" if array.is_map else "0.5 * "
        steps = "".join(f"  {line}\n" for line in array.steps)
        return (f"{array.word()}({array.name})({self.indices(array)}, real t) {{\n{steps}"
                f"  return {factor}tame({total});\n}}")

    def text(self):
        lines = [f"// mixed: seed={self.seed} real={self.real}" + (f" stages={self.stages}" if self.stages else "")]
        lines += self.params + [f"method = {self.method};"] * (self.method != "euler") + self.tables
        lines += [self.declaration(array) for array in self.arrays] + self.data + self.series
        lines += [line for line in self.behind if line.startswith("global")]
        lines += [f"initial({a.name})({self.indices(a)}) {{ return {a.initial}; }}" for a in self.arrays if a.initial]
        lines += [TAME[self.exact]] + self.helpers
        lines += [rule for array in self.arrays for rule in array.rules]
        lines += [self.function(array) for array in self.arrays if array.kind != "field"]
        lines += [line for line in self.behind if not line.startswith("global")]
        lines.append(f"timespan = {{ .to = 1, .dt = {self.dt} }};")
        return "\n".join(lines) + "\n"
