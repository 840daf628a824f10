"""Random values of a mixed program, for draw.py: reads near and far, entries, time, noise, and what joins them.

In: the arrays that are declared, what the function may read. Out: text of an expression that is legal at every point
of every grid; each marks the features that it brings.
"""

REACHES = {1: 5, 2: 2, 3: 2}  # along the last axis, by rank


def shifted(name, offset):
    return name if offset == 0 else f"{name} {'+' if offset > 0 else '-'} {abs(offset)}"


class Leaves:
    """A part of Draw, which has `random`, `axes`, `extents`, `arrays` and the tables and data declared."""

    # ---- reads
    def which(self, array):
        """The index of a species, if the array has them."""
        if not array.species:
            return ""
        own = [f"(q + 1) % {array.species}", "q"] if self.of.species == array.species else []
        return f"[{self.pick('0', str(array.species - 1), *own)}]"

    def readable(self):
        """Arrays that the function may read: a quantity reads those before it."""
        if self.of.kind != "let":
            return self.arrays
        return [a for a in self.arrays if a.kind != "let" or self.arrays.index(a) < self.arrays.index(self.of)]

    def chosen(self, condition=lambda array: True):
        found = [array for array in self.readable() if condition(array)]
        lets = [array for array in found if array.kind == "let"]  # they are what reads are about
        array = self.pick(*found, *lets) if found else None
        if array and array.kind == "let" and self.of.kind == "let":
            self.mark("let_of_let")
        return array

    def own(self):
        array = self.chosen()
        return array.name + self.which(array) + "".join(f"[{a}]" for a in self.axes)

    def near(self):
        array, guards = self.chosen(), []
        text, along = array.name + self.which(array), self.random.randrange(len(self.axes))
        alone = self.chance(0.6)
        for k, axis in enumerate(self.axes):
            reach = REACHES[len(self.axes)] if k == len(self.axes) - 1 else 1
            wide = reach if self.chance(0.25) else 1
            offset = self.pick(*[d for d in range(-wide, wide + 1) if d]) if not alone or k == along else 0
            if self.looks_forward and k == len(self.axes) - 1:
                offset = min(abs(offset), 1)
            elif self.side:
                offset = self.side * abs(offset)
            if offset:
                self.read_beside(array, offset)
            text += f"[{shifted(axis, offset)}]"
            side = "low" if offset < 0 else "high"
            if offset and (axis, side) in array.open_sides:
                guards.append(f"{shifted(axis, offset)} >= 0" if offset < 0 else
                              f"{shifted(axis, offset)} < {self.extents[k]}")
        return self.guarded(guards, text)

    def read_beside(self, array, offset=1):
        array.is_read_beside = True
        self.mark(f"{array.kind}_near", *([f"{array.kind}_wide"] if abs(offset) > 1 else []))

    def guarded(self, guards, text):
        if not guards:
            return text
        self.mark("guard")
        return f"({' && '.join(guards)} ? {text} : {self.pick('K', '0.25', 't')})"

    def far(self):
        """At no constant distance, inside the grid; beyond it where all rules are simple."""
        array = self.chosen()
        self.mark(f"{array.kind}_far")
        text, along = array.name + self.which(array), self.random.randrange(len(self.axes))
        for k, (axis, extent) in enumerate(zip(self.axes, self.extents)):
            index = axis
            if k == along:
                beyond = [f"2 * {axis} - 1", f"{extent} / 2"] if array.is_simple and not array.open_sides else []
                index = self.pick("0", f"{extent} - 1", f"{extent} - 1 - {axis}", *beyond)
            text += f"[{index}]"
        return text

    def at_data(self):
        array = self.chosen()
        self.mark(f"{array.kind}_at_data", "data_int")
        text, along = array.name + self.which(array), self.random.randrange(len(self.axes))
        for k, axis in enumerate(self.axes):
            text += f"[at_{axis}[{axis}]]" if k == along else f"[{axis}]"
        return text

    def by_param(self):
        """At a distance that depends on a param."""
        array = self.chosen(lambda a: a.is_simple)
        if not array:
            return self.near()
        self.mark(f"{array.kind}_by_param")
        array.is_read_beside = True
        text, guards, along = array.name + self.which(array), [], self.random.randrange(len(self.axes))
        for k, axis in enumerate(self.axes):
            sign = self.pick("-", "+") if k == along else ""
            text += f"[{axis} {sign} M]" if sign else f"[{axis}]"
            if sign and (axis, "low" if sign == "-" else "high") in array.open_sides:
                guards.append(f"{axis} - M >= 0" if sign == "-" else f"{axis} + M < {self.extents[k]}")
        return self.guarded(guards, text)

    # ---- entries
    def entry(self):
        """Of a table."""
        self.mark("table")
        species = ["w[q]"] if self.of.species else []
        of_class = [] if self.has_params or self.has_idle else [f"w[{self.last} % 3]"]  # beside such distances a remainder is no index
        text = self.pick("w[1]", "w[kind_of[%s]]" % self.last, *of_class, *species, *species)
        feature = {"w[1]": "table_number", "w[q]": "table_species"}.get(text, "table_class" if "%" in text else "table_data")
        self.mark(feature, *{"table_class": ["class3"], "table_data": ["data_int"]}.get(feature, []))
        return text

    def datum(self):
        self.mark("data_real")
        axis = self.pick(*self.axes)
        text = self.pick("amount_%s[%s]" % (axis, axis), "cost[1][2]", "cost[kind_of[%s]][3]" % self.last,
                         f"amount_{axis}[at_{axis}[{axis}]]", f"amount_{axis}[0]")
        self.mark("data_data" if "at_" in text or "kind_of" in text else "data_index" if f"[{axis}]" in text else "data_number",
                  *(["data_int"] if "at_" in text or "kind_of" in text else []))
        return text

    # ---- values
    def constant(self):
        return self.pick("0.5", "-0.25", "1.5", "K", "wall", "K * wall", "0.1")

    def time(self):
        if self.chance(0.4):
            self.mark("time")
            return self.pick("t", "t * K", "(t - 0.1)", "2 * t")
        self.mark("time_function")
        exact = ["sqrt(t + 0.5)", "fabs(t - 0.1)", "(1 / (t + 1))", "fmin(t, 0.125)", "sqrt(t * K + 1)", "(t / (K + t + 1))"]
        return self.pick(*(exact if self.exact else exact + ["sin(3 * t)", "exp(-t)", "cos(K * t)", "sin(3 * t)"]))

    def noise(self):
        self.mark("noise")
        stream = self.pick("0", "3", *(["q"] if self.of.species else []))
        if not self.exact and self.chance(0.5):
            self.mark("normal")
            return f"normal({stream})"
        return f"uniform({stream})"

    def step_size(self):
        self.mark("dt")
        return self.pick("dt", "4 * dt", "sqrt(dt)", "dt * K")

    def index_value(self):
        self.mark("index")
        axis = self.pick(*self.axes, *(["q"] if self.of.species else []))
        if self.chance(0.3):
            p = self.pick(2, 3)
            self.mark(f"class{p}")
            return f"0.25 * ({self.last} % {p})"
        return self.pick(f"0.125 * ({axis} - 1)", f"(0.25 * {axis} - K)", f"0.5 * ({axis} / 2)")

    def class_choice(self):
        p = self.pick(2, 2, 3)
        self.mark(f"class{p}")
        return f"({self.last} % {p} == {self.random.randrange(p)} ? {self.leaf()} : {self.leaf()})"

    def source(self):
        """Something at a point, or at an end."""
        self.mark("source")
        at = [self.pick(f"{a} == {n} / 2", f"{a} == 1", f"{a} == {n} - 1") for a, n in zip(self.axes, self.extents)]
        if self.chance(0.4):
            at = [self.pick(f"{self.last} < 2", f"{self.last} >= {self.extents[-1]} - 2", f"{self.axes[0]} == 0")]
        value, other = self.leaf(), self.pick("0", self.constant())
        if self.apart.random() < 0.3:  # a condition that other values ask as well
            value = f"({self.apart.choice(self.axes)} < 3 ? {value} : 0.5 * {value})"
        return f"({' && '.join(at)} ? {value} : {other})"

    def select(self):
        if self.exact and self.chance(0.6):
            self.mark("select")
            return f"({self.leaf()} {self.pick('<', '>=')} {self.constant()} ? {self.leaf()} : {self.leaf()})"
        self.mark("select_time")
        return f"(t {self.pick('>', '<=')} {self.pick('0.07', '0.1 * K')} ? {self.leaf()} : {self.leaf()})"

    def helped(self):
        if self.chance(0.5) or not self.beside_helpers():
            self.mark("helper")
            return f"{self.pick('blend', 'bent')}({self.leaf()}, {self.leaf()}, {self.last})"
        name = self.pick(*self.beside_helpers())
        self.mark("helper_reads")
        self.read_beside(self.reading_helpers[name])
        indices = list(self.axes)
        if self.chance(0.5):
            self.mark("helper_beside")
            k = self.random.randrange(len(indices))
            indices[k] = shifted(indices[k], self.pick(-1, 1))
        return f"{name}({', '.join(indices)})"

    def dear(self, arrays):
        """Helpers that take long, and read an array at several points."""
        lines = ["static real squeezed(real a, real b) { return a / (1 + b * b) - b / (1 + a * a); }"]
        arguments = ", ".join(f"int {a}" for a in self.axes)
        for array in arrays[-2:]:
            name, other = f"dear_{array.name}", "".join(f"[{a} + 1]" if not k else f"[{a}]" for k, a in enumerate(self.axes))
            own, before = "".join(f"[{a}]" for a in self.axes), "".join(f"[{a}]" for a in self.axes[:-1]) + f"[{self.last} - 1]"
            self.dear_helpers[name] = array
            body = f"squeezed({array.name}{own}, {array.name}{before})"
            for _ in range(5):
                body = f"squeezed({body}, {self.apart.choice(['K', '0.5', 't', '0.25 * ' + self.last])} + {array.name}{other})"
            lines.append(f"static real {name}({arguments}, real t) {{ return {body}; }}")
        return lines

    def at_several_points(self):
        """A dear value at two or three points, which eulerc computes once for each."""
        name = self.apart.choice(list(self.dear_helpers))
        array, along = self.dear_helpers[name], self.apart.randrange(len(self.axes))
        self.mark("shared")
        array.is_read_beside = True
        calls = []
        for offset in self.apart.sample([-2, -1, 0, 1], self.apart.choice([2, 2, 3])):
            calls.append(f"{name}({', '.join(shifted(a, offset if k == along else 0) for k, a in enumerate(self.axes))}, t)")
        return "(" + self.apart.choice([" - ", " + K * ", " * "]).join(calls) + ")"

    def condition(self, depth):
        """Of what decides for all lanes, and for each in its way; inside are conditions again."""
        kinds = ["both", "either", "not", "chosen"] if depth else ["time", "index", "class", *["value"] * self.exact]
        inner = [self.condition(depth - 1) for _ in range(3)] if depth else []
        axis, array = self.apart.choice(self.axes), self.apart.choice(self.readable())
        own = array.name + "[0]" * bool(array.species) + "".join(f"[{a}]" for a in self.axes)
        return {"both": "({} && {})", "either": "({1} || {2})", "not": "!({})", "chosen": "({} ? {} : {})", "time": "t > 0.07",
                "index": f"{axis} < 3", "class": f"{self.last} % 2 == 0", "value": f"{own} < 0.25"}[self.apart.choice(kinds)].format(*inner)

    def nested_choice(self):
        """A choice between choices, by a condition of conditions."""
        self.mark("nested")
        value = self.apart.choice(["K", "t", f"0.5 * {self.last}"])
        return f"({self.condition(2)} ? ({self.condition(1)} ? {value} : 0.5) : {self.condition(1)} ? -0.25 : K)"

    def beside_helpers(self):
        """Helpers that read an array that the function may read."""
        return [name for name, array in self.reading_helpers.items() if array in self.readable()]

    def function(self):
        a, b = self.leaf(), self.leaf()
        if self.chance(0.4):
            self.mark("quotient")
            return self.pick(f"({a} / (fabs({b}) + 0.5))", f"({a} / 3)", f"({a} / (K + 2))")
        if self.exact:
            return self.pick(f"fabs({a})", f"sqrt(fabs({a}))", f"fmin({a}, {b})", f"fmax({a}, {b})", f"(-({a}))",
                             f"rint(2 * {a})", f"floor({a})", f"copysign({a}, {b})")
        self.mark("function")
        return self.pick(f"sin({a})", f"exp(-fabs({a}))", f"tanh({a} + {b})", f"cos({a})", f"log(fabs({a}) + 1)",
                         f"pow(fabs({a}) + 0.5, 1.5)", f"fmax({a}, {b})")

    # ---- what joins them
    def leaf(self):
        kinds = [(self.own, 4), (self.near, 5), (self.constant, 1), (self.time, 2), (self.entry, 1.5), (self.datum, 1.5),
                 (self.noise, 0.8), (self.step_size, 0.5), (self.index_value, 1)]
        if self.has_far:
            kinds += [(self.far, 2), (self.at_data, 1.5)]
        if self.has_params:
            kinds.append((self.by_param, 2.5))
        return self.random.choices([make for make, _ in kinds], [weight for _, weight in kinds])[0]()

    def term(self):
        kind = self.random.random()
        if kind < 0.45:
            return f"{self.leaf()} {self.pick('*', '*', '-', '+')} {self.leaf()}"
        makers = [self.class_choice, self.source, self.select, self.helped, self.function, self.leaf]
        made = self.random.choices(makers, [3, 2, 2, 2, 2.5, 1])[0]()
        return made if self.chance(0.5) else f"{made} {self.pick('*', '-')} {self.leaf()}"
