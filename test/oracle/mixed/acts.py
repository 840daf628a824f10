"""What happens behind steps, values of the whole grid and data over time, for draw.py.

    draw_behind("rk4")   →   behind = ["event hit(int i, real t) = u[i] - 0.125;", "when (u[i] > K) { u[i] = 0.5; }"],
                             and terms of functions

Its random numbers are others than those of the rest, so that programs without these are the ones they were.
"""

import random

from leaves import shifted


class Acts:
    """A part of Draw."""

    def draw_behind(self, method):
        self.other = random.Random(f"behind {self.seed}")
        self.series, self.behind = [], []
        rates = [a for a in self.arrays if a.kind == "state"]
        if self.other.random() < 0.2:
            self.draw_series(self.other.choice(rates))
        if self.other.random() < 0.15:
            self.draw_global(rates)
        if self.exact and method != "rkl2":  # elsewhere the last place of a value decides
            if self.other.random() < 0.3:
                self.draw_event(rates)
            if self.other.random() < 0.35:
                self.draw_when(rates)

        self.draw_axes()

    def draw_axes(self):
        """Coordinates of the grid: functions, rules, events and `when` still mean the index by the same name."""
        self.other = random.Random(f"axes {self.seed}")
        if self.other.random() >= 0.25:
            return
        self.mark("axis")
        for axis in self.other.sample(self.axes, self.other.randint(1, len(self.axes))):
            given = self.other.choice([".step = 0.25", ".from = -1, .step = 0.125", ".from = K, .step = 0.5 * K", f".at = place_{axis}"])
            if "place" in given:
                extent = self.extents[self.axes.index(axis)]
                self.series += [f"data real place_{axis}[{extent}];", f"initial(place_{axis})(int e) {{ return 0.125 * e * e - K; }}"]
            self.series.append(f"axis {axis} = {{ {given} }};")
            array = self.other.choice([a for a in self.arrays if a.kind != "field"])
            array.terms.append(self.other.choice([f"{axis}({axis})", f"0.25 * {axis}({axis})", f"{axis}({axis}) * K"]))

    def component(self, array):
        species = f"[{self.other.randrange(array.species)}]" if array.species else ""
        return array.name + species + "".join(f"[{a}]" for a in self.axes)

    def beside(self, array):
        """A read of a point beside, and what stands for it where no rule says what lies there."""
        along, offset = self.other.randrange(len(self.axes)), self.other.choice([-1, 1])
        axis, reads = self.axes[along], [shifted(a, offset if k == along else 0) for k, a in enumerate(self.axes)]
        text = self.component(array).split("[" + self.axes[0])[0] + "".join(f"[{read}]" for read in reads)
        if (axis, "low" if offset < 0 else "high") not in array.open_sides:
            return text
        return f"({f'{axis} > 0' if offset < 0 else f'{axis} + 1 < {self.extents[along]}'} ? {text} : t)"

    def draw_series(self, array):
        self.mark("at")
        self.series += ["data real wind[5];", "initial(wind)(int e) { return 0.25 * (e * 3 % 5) - 0.5; }"]
        if self.other.random() < 0.5:
            self.series += ["data real wind_time[5];", "initial(wind_time)(int e) { return 0.03125 * e * e + 0.03125; }"]
        else:
            self.series.append(f"axis wind_time = {{ .from = {self.other.choice(['0.0', '-0.05'])}, .step = 0.0625 }};")
        time = self.other.choice(["t", "t - 0.03125", "t * K"])
        array.terms.append(self.other.choice([f"at(wind, {time})", f"0.5 * at(wind, {time})"]))

    def draw_global(self, states):
        self.mark("global")
        of = self.other.choice(states)
        species = f"[{self.other.randrange(of.species)}]" if of.species else ""
        plain = [a.name for a in self.arrays if a.kind == "field" and not a.is_series]
        made = self.other.choice([f"{of.name}{species}"] * 2 + ["made"] + plain[:1])
        self.behind.append(f"global real whole = {self.other.choice(['mean', 'sum', 'min', 'max'])}({made});")
        if made == "made":
            self.mark("global of an output")
            arguments = ", ".join(f"int {a}" for a in self.axes)
            one, two = self.component(of), self.component(self.other.choice(states))
            if self.other.random() < 0.5:
                one = self.beside(of)
            self.behind.append(f"output real made({arguments}, real t) {{ return 0.5 * {one} - {two} * {two} + 0.25 * t; }}")
        readers = [a for a in self.arrays if a.kind != "field"]
        choice = ["(whole > 0.5 ? K : whole)"] if self.exact else []  # elsewhere its last place would decide
        self.other.choice(readers).terms.append(self.other.choice(["0.25 * whole", "whole * K", *choice]))

    def draw_event(self, states):
        self.mark("event")
        arguments = ", ".join(f"int {a}" for a in self.axes)
        for name in ["hit", "miss"][:self.other.choice([1, 1, 2])]:
            first, second = self.component(self.other.choice(states)), self.component(self.other.choice(states))
            value = self.other.choice([f"{first} - 0.125", f"{first} * K - wall", f"{first} - {second}",
                                       f"({self.last} % 2 == 0 ? {first} : -{second}) - 0.25 * t"])
            self.behind.append(f"event {name}({arguments}, real t) = {value};")

    def draw_when(self, states):
        self.mark("when")
        for _ in range(self.other.choice([1, 1, 2])):
            of, to = self.component(self.other.choice(states)), self.component(self.other.choice(states))
            condition = self.other.choice([f"{of} > 0.25", f"{of} <= K * {to}", f"{of} > 0 && {self.last} % 2 == 1",
                                           f"t > 0.1 && {of} < {to}"])
            body = self.other.choice([f"{to} = 0.125;", f"{of} -= 0.5; {to} += 0.25 * {of};", f"{to} = 0.5 * {of} - wall * t;",
                                      f"if ({to} < 0) {of} = {to}; else {{ real c = {of}; {of} = {to}; {to} = c; }}"])
            self.behind.append(f"when ({condition}) {{ {body} }}")
