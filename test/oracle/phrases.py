"""Random expressions of the language, for generate.py.

In: a `World`, what the program declares, and a random source. Out: text of int, bool and real
expressions that are legal at every point of the grid and for every size: what could be undefined is
guarded, and ints stay small.

Programs that are `exact` may branch on any value. Those with sin and the like may not: devices round
these differently, and a branch would make much of little.
"""

from dataclasses import dataclass, field

COMPARE = ["<", "<=", ">", ">=", "==", "!="]


@dataclass
class World:
    axes: list                # names of the indices, the last one fastest: ["j", "i"]
    extents: list             # their sizes: ["NY", "NX"]
    states: list
    reach: int                # the farthest constant offset
    period: int
    exact: bool = True
    param_offsets: bool = False
    wild: bool = False        # a value may be infinite or no number, for the result is tamed
    far: bool = False         # reads at no constant distance, which keep an equation scalar
    fields: list = field(default_factory=list)
    ruled: list = field(default_factory=list)    # fields with boundary rules
    tables: dict = field(default_factory=dict)   # name → length
    open_sides: set = field(default_factory=set)  # (state, axis, "low" or "high") without a rule
    real_helpers: list = field(default_factory=list)  # (real, real, int) → real
    int_helpers: list = field(default_factory=list)   # (real, int) → int
    bool_helpers: list = field(default_factory=list)  # (real, int) → bool
    near_helpers: list = field(default_factory=list)  # (int), an index of the last axis → real


@dataclass
class Names:
    """The locals in scope."""
    reals: list = field(default_factory=list)
    ints: list = field(default_factory=list)
    bools: list = field(default_factory=list)
    indices: bool = True      # whether the indices of the grid and t are

    def copy(self):
        return Names(list(self.reals), list(self.ints), list(self.bools), self.indices)


def shifted(name: str, offset: int) -> str:
    return name if offset == 0 else f"{name} {'+' if offset > 0 else '-'} {abs(offset)}"


class Phrases:
    def __init__(self, random, world: World):
        self.random = random
        self.world = world

    def pick(self, *choices):
        return self.random.choice(choices)

    def modulus(self) -> int:
        """Of a remainder of an index: mostly the period, lest classes multiply."""
        return self.pick(2, 3, 4, 6, 50) if self.chance(0.04) else self.world.period

    def is_last(self, axis: str) -> bool:
        return axis == self.world.axes[-1]

    def chance(self, share: float) -> bool:
        return self.random.random() < share

    # ---- reads -------------------------------------------------------------------------------
    def read(self, names: Names) -> str:
        world = self.world
        if not names.indices:
            return self.constant(names)
        if world.fields and self.chance(0.12):
            name, beside = self.random.choice(world.fields), self.random.choice(world.axes)
            far = self.random.randint(-2, 2) if name in world.ruled else 0
            return name + "".join(f"[{shifted(a, far if a == beside else 0)}]" for a in world.axes)
        if world.near_helpers and self.chance(0.15):
            return f"{self.pick(*world.near_helpers)}({shifted(world.axes[-1], self.random.randint(-2, 2))})"
        state = self.random.choice(world.states)
        text, guards = state, []
        alone = len(world.axes) > 1 and self.chance(0.6)  # along one axis only, as stencils do
        chosen = self.random.randrange(len(world.axes))
        for k, (axis, extent) in enumerate(zip(world.axes, world.extents)):
            index = axis
            if not alone or k == chosen:
                index = self.index(state, axis, extent, guards)
            text += f"[{index}]"
        return f"({' && '.join(guards)} ? {text} : {self.constant(names)})" if guards else text

    def index(self, state, axis, extent, guards) -> str:
        is_open = {side for side in ("low", "high") if (state, axis, side) in self.world.open_sides}
        if self.world.far and self.chance(0.1):
            return self.pick("0", f"{extent} - 1", f"{extent} - 1 - {axis}")
        if self.world.far and not is_open and self.chance(0.07):
            return self.pick(f"2 * {axis} - 1", f"{self.world.axes[0]} - 1", f"{extent} / 2")
        if self.world.param_offsets and self.chance(0.25):
            index = self.pick(f"{axis} - M", f"{axis} + M", f"{axis} + M - 1")
            low = high = True
        else:
            # Short along the outer axes, where grids are thin: there has to be an interior.
            reach = self.world.reach if self.is_last(axis) else 3 - len(self.world.axes) + 1
            offset = self.random.randint(-reach, reach)
            index, low, high = shifted(axis, offset), offset < 0, offset > 0
        if low and "low" in is_open:
            guards.append(f"{index} >= 0")
        if high and "high" in is_open:
            guards.append(self.pick(f"{index} < {extent}", f"{index} <= {extent} - 1"))
        return index

    def entry(self, names: Names) -> str:
        """An entry of a table, if the index is one of its."""
        name, length = self.random.choice(sorted(self.world.tables.items()))
        kind, last = self.random.random(), self.world.axes[-1]
        if kind < 0.2:
            return f"{name}[{self.random.randrange(length)}]"
        if kind < 0.4 and 1 < self.world.period <= length and not self.world.param_offsets:
            return f"{name}[{last} % {self.world.period}]"
        # A test around the middle does not end the interior; one near the ends does.
        offset = shifted(last, self.random.randint(-4, 1))
        half = f"{offset} - {self.world.extents[-1]} / 2"
        index = self.pick(half, half, offset)
        return f"({index} >= 0 && {index} < {length} ? {name}[{index}] : {self.constant(names)})"

    # ---- ints --------------------------------------------------------------------------------
    def int_leaf(self, names: Names) -> str:
        if names.ints and self.chance(0.4):
            return self.random.choice(names.ints)
        if names.indices and self.chance(0.7):
            return self.random.choice(self.world.axes)
        return self.pick("M", "2", "3", "-1", "5", *self.world.extents)

    def integer(self, depth: int, names: Names) -> str:
        if depth == 0 or self.chance(0.2):
            return self.int_leaf(names)
        kind = self.random.random()
        a, b = self.integer(depth - 1, names), self.int_leaf(names)
        if kind < 0.3:
            return f"({a} {self.pick('+', '-')} {b})"
        if kind < 0.4:
            return self.pick(f"({b} * {self.pick('2', '-3')})", f"({b} * {b} % 50)")
        if kind < 0.55:
            modulus = self.modulus()
            if modulus > 1 and self.chance(0.5):
                return f"({a} % {modulus})"
            return f"({a} / {self.pick('2', '3', '4', '-3', '7')})"
        if kind < 0.65 and (names.indices or names.ints):  # by zero it is 0
            # What is zero whatever happens is an error: no number is taken from what may be a number.
            by = self.random.choice(self.world.axes if names.indices else names.ints)
            operator, less = self.pick("/", "%"), self.pick("1", "6", "M")
            return f"({a} {operator} ({by} - {less if names.indices else 'M'}))"
        if kind < 0.75:
            divisor = self.integer(depth - 1, names)
            return f"({divisor} != 0 ? {a} {self.pick('/', '%')} ({divisor}) : {b})"
        if kind < 0.9 or not self.world.exact:
            return f"({self.condition(depth - 1, names)} ? {a} : {b})"
        if self.world.int_helpers and kind < 0.95:
            return f"{self.pick(*self.world.int_helpers)}({self.real(depth - 1, names)}, {a})"
        return f"(int)(3 * tame({self.real(depth - 1, names)}))"

    # ---- conditions --------------------------------------------------------------------------
    def index_condition(self, names: Names) -> str:
        if not names.indices:
            return f"{self.int_leaf(names)} {self.pick(*COMPARE)} {self.int_leaf(names)}"
        axis = self.random.randrange(len(self.world.axes))
        i, n = self.world.axes[axis], self.world.extents[axis]
        last, p, compare = self.world.axes[-1], self.modulus(), self.pick(*COMPARE)
        k = self.random.randint(0, 5 if self.is_last(i) else 2)
        if p > 1 and self.chance(0.3):
            return self.pick(
                f"{last} % {p} {self.pick('==', '!=')} {self.random.randrange(p)}",
                f"({last} + {k}) % {p} == {self.random.randrange(p)}",
                f"({last} - {k}) % {p} == {self.random.randint(-1, 1)}",
                f"{last} % {p} == {self.random.randrange(p)} && {i} > {k}")
        return self.pick(
            f"{i} {compare} {k}", f"{i} {compare} {n} - {k}", f"{i} + {k} {compare} {n}",
            f"{k} {compare} {i}", f"{i} {compare} M", f"2 * {i} {compare} {n}",
            f"{i} {self.pick('==', '!=', '<')} {n} / 2", f"{last} {compare} {self.world.axes[0]} + {k}",
            f"{last} {compare} {self.world.extents[-1]} / {self.pick(2, 3)} + {k}",
            f"{last} > {self.world.extents[-1]} / 2 && {last} < 3 * {self.world.extents[-1]} / 4")

    def value_condition(self, names: Names) -> str:
        if not self.world.exact:
            known = [f + "".join(f"[{a}]" for a in self.world.axes) for f in self.world.fields]
            known = ["t", *known, *known] if names.indices else ["K"]
            return f"{self.pick(*known)} {self.pick('<', '>=')} {self.pick('0.25', '0.5')}"
        if self.world.bool_helpers and self.chance(0.2):
            return f"{self.pick(*self.world.bool_helpers)}({self.real(0, names)}, {self.integer(1, names)})"
        return (f"{self.real(1, names)} {self.pick('<', '>=', '>', '<=', '==', '!=')} "
                f"{self.real(0, names)}")

    def same_for_all(self, names: Names) -> str:
        """A condition that does not vary along a row."""
        if not names.indices:
            return self.pick("(M > 2)", "(K < 1)", "(wall < 0)", "true")
        outer = [f"({a} {self.pick('>', '<=')} {self.pick('M - 1', n + ' / 2', '1')})"
                 for a, n in zip(self.world.axes[:-1], self.world.extents)]
        return self.pick("(M > 2)", "(t > 0.2)", "(t < 0.25 * K)", *outer)

    def condition(self, depth: int, names: Names) -> str:
        kind = self.random.random()
        if names.bools and kind < 0.15:
            text = self.random.choice(names.bools)
        elif kind < 0.4:
            text = f"({self.index_condition(names)})"
        elif kind < 0.7 or depth == 0:
            text = f"({self.value_condition(names)})"
        elif kind < 0.75:
            text = f"({self.integer(1, names)} {self.pick(*COMPARE)} {self.int_leaf(names)})"
        elif kind < 0.81:
            text = self.same_for_all(names)
        elif kind < 0.85:
            text = f"({self.condition(0, names)} {self.pick('==', '!=')} {self.condition(0, names)})"
        else:
            sides = [self.same_for_all(names) if self.chance(0.35) else self.condition(depth - 1, names),
                     self.condition(depth - 1, names)]
            self.random.shuffle(sides)
            text = f"({sides[0]} {self.pick('&&', '||')} {sides[1]})"
        return f"!{text}" if self.chance(0.12) else text

    # ---- reals -------------------------------------------------------------------------------
    def constant(self, names: Names) -> str:
        if names.reals and self.chance(0.5):
            return self.random.choice(names.reals)
        return self.pick("0.5", "-0.25", "1.5", "2", "-1", "K", "wall", "K * wall", "0.125 * K", "0.1",
                         "t" if names.indices else "3")

    def real(self, depth: int, names: Names) -> str:
        if depth <= 0 or self.chance(0.15):
            kind = self.random.random()
            if kind < 0.6:
                return self.read(names)
            if kind < 0.7 and self.world.tables and names.indices:
                return self.entry(names)
            return self.constant(names)
        kind = self.random.random()
        if kind < 0.45:
            return f"({self.real(depth - 1, names)} {self.pick('+', '-', '*')} {self.real(depth - 1, names)})"
        if kind < 0.63:
            return (f"({self.condition(depth - 1, names)} ? {self.real(depth - 1, names)} : "
                    f"{self.real(depth - 1, names)})")
        if kind < 0.75:
            return self.guarded(depth - 1, names)
        if kind < 0.83:
            return f"0.25 * {self.pick('', '(real)')}({self.integer(2, names)} / 3 - 2)"
        if kind < 0.9 and self.world.real_helpers:
            return (f"{self.pick(*self.world.real_helpers)}({self.real(depth - 1, names)}, "
                    f"{self.real(0, names)}, {self.integer(1, names)})")
        return self.function(depth - 1, names)

    def guarded(self, depth: int, names: Names) -> str:
        """Undefined, or infinite, in the lanes where its condition does not hold."""
        a, b = self.real(depth, names), self.real(0, names)
        if not self.world.exact:
            return f"({a} / (fabs({b}) + 0.5))"
        kind = self.random.random()
        if kind < 0.35:
            divisor = self.pick(b, f"({b} - {self.real(0, names)})", f"(real)({self.integer(1, names)})")
            return f"({divisor} {self.pick('!=', '>')} 0 ? {a} / ({divisor}) : {b})"
        if kind < 0.7:
            return self.pick(f"(({a}) >= 0 ? sqrt({a}) : {b})", f"(({a}) < 0 ? {b} : sqrt({a}))")
        return f"({self.integer(1, names)} > 0 && ({a}) > 0 ? sqrt({a}) - {b} : {a})"

    def function(self, depth: int, names: Names) -> str:
        a, b = self.real(depth, names), self.real(0, names)
        if self.world.exact and self.world.wild and self.chance(0.25):
            return self.pick(f"({a} / {b})", f"sqrt({a})", f"({a} / ({b} - {self.real(0, names)}))")
        if self.world.exact:
            return self.pick(f"fabs({a})", f"sqrt(fabs({a}))", f"floor({a})", f"ceil({a})",
                             f"trunc({a})", f"rint(2 * ({a}))", f"({a} / 3)",
                             f"{self.pick('fmin', 'fmax')}({a}, {b} + 0.25)", f"(-({a}))",
                             f"round(2 * ({a}))", f"copysign({a}, tame({b}))", f"fdim({a}, {b})",
                             f"fmod(tame({a}), fabs({b}) + 0.5)", f"({self.condition(depth, names)} * {a})",
                             f"({a} + ({self.value_condition(names)}))")
        return self.pick(f"sin({a})", f"cos({a} + {b})", f"exp(-fabs({a}))", f"tanh({a})",
                         f"pow(fabs({a}) + 0.5, 1.5)", f"pow(1.5, fmin({a}, 2))",
                         f"atan2({a}, fabs({b}) + 0.5)", f"fmin({a}, {b})", f"fmax({a}, {b})",
                         f"sqrt(fabs({a}) + 0.25)", f"log(fabs({a}) + 1)")
