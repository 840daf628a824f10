"""A model of Myokit as the text of a program: params, states, a function for each derivative."""

from __future__ import annotations

import re
from typing import Any, Iterable, Optional

from ..errors import UsageError
from .expressions import Expressions

# Words of the language and of C, and names that the program itself declares.
TAKEN = set("""param state field data table initial ddt next let boundary timespan real dt method monitor stop t i x y z N NX NY NZ D dx pace
    over_expm1 acos acosh asin asinh atan atan2 atanh cbrt ceil copysign cos cosh erf erfc exp exp2 expm1 fabs fdim floor fmax fmin fmod hypot
    lgamma log log10 log1p log2 pow rint round sin sinh sqrt tan tanh tgamma trunc uniform normal euler symplectic heun ssprk3 rk4 rk4ls ab2
    rkl2 bs32 dopri5 dirichlet neumann robin mirror clamp periodic seed auto bool break case catch char class const constexpr continue default
    delete do double else enum explicit export extern false float for friend goto if inline int long namespace new not operator or and private
    protected public register return short signed sizeof static struct switch template this throw true try typedef union unsigned using virtual
    void volatile while xor std main""".split())
AXES = {1: [("i", "N")], 2: [("y", "NY"), ("x", "NX")], 3: [("z", "NZ"), ("y", "NY"), ("x", "NX")]}
QUOTIENT = """// u / (exp(u) - 1), also where u is 0
static real over_expm1(real u) {
  return fabs(u) < 0.01 ? 1 - u / 2 + u * u / 12 - u * u * u * u / 720 : u / (exp(u) - 1);
}
"""


class Writer:
    def __init__(self, myokit: Any, model: Any, protocol: Any, axes: int, diffusion: Optional[str], t_end: float, dt: float) -> None:
        self.m, self.model, self.protocol, self.t_end, self.dt = myokit, model, protocol, t_end, dt
        self.axes = AXES[axes]
        self.indices = "".join(f"[{axis}]" for axis, _ in self.axes)
        self.arguments = ", ".join(f"int {axis}" for axis, _ in self.axes)
        self.names: dict[Any, str] = {}
        self._name_all()
        self.expressions = Expressions(myokit, self._is_param, self._reference, self._derivative)
        self.states = list(model.states())
        self.spreading = self._state_named(diffusion) if diffusion is not None else None

    # ---- names -------------------------------------------------------------------------------------------------------

    def _name_all(self) -> None:
        """Names each variable: by its own name if that is unique, otherwise with the name of its component or parent."""
        everything = list(self.model.variables(deep=True, sort=True))
        def word(text: str) -> str:
            return re.sub(r"\W", "_", text)
        counts: dict[str, int] = {}
        for variable in everything:
            counts[word(variable.name())] = counts.get(word(variable.name()), 0) + 1
        used = set(TAKEN)
        for variable in everything:
            name = word(variable.name())
            if counts[name] > 1 or name in TAKEN:
                name = word(variable.qname())
            while name in used or name.startswith("eulerc_"):
                name = "v" + name if name.startswith("eulerc_") else name + "_"
            used.add(name)
            self.names[variable] = name

    def _state_named(self, name: str) -> Any:
        for state in self.states:
            if name in (state.qname(), state.name(), self.names[state]):
                return state
        raise UsageError(f"there is no state '{name}' that could spread; there are: " + ", ".join(each.qname() for each in self.states))

    def _is_param(self, variable: Any) -> bool:
        return bool(variable.is_constant()) and not variable.binding()

    def _reference(self, variable: Any) -> str:
        if variable.is_state():
            return self.names[variable] + self.indices
        binding = variable.binding()
        if binding == "time":
            return "t"
        if binding == "pace" and self.protocol is not None:
            return "pace(t)"
        if binding is not None:
            return Expressions.number(variable.rhs().eval())
        return self.names[variable]

    def _derivative(self, variable: Any) -> str:
        return f"d_{self.names[variable]}"

    # ---- parts of the program ---------------------------------------------------------------------------------------------

    @staticmethod
    def _described(variable: Any) -> str:
        """`membrane potential [mV]`, on one line."""
        label = " ".join((variable.meta.get("desc") or "").split()) or variable.qname()
        unit = variable.unit()
        return label if unit is None or str(unit) in ("[1]", "[]") else f"{label} {unit}"

    def _params(self) -> Iterable[str]:
        for _, extent in self.axes:
            yield f"param int  {extent} = 1;"
        if self.spreading is not None:
            yield "/// how fast it spreads, in units of length squared a unit of time"
            yield "param real D = 0.1;"
            yield "/// distance between points"
            yield "param real dx = 1.0;"
        for variable in self._ordered({variable for variable in self._read() if self._is_param(variable)}):
            yield f"/// {self._described(variable)}"
            yield f"param real {self.names[variable]} = {self.expressions.text(variable.rhs())};"

    def _read(self) -> set[Any]:
        """The variables that derivatives depend on. Models have further variables, for readers and for outputs."""
        read: set[Any] = set()
        def visit(e: Any) -> None:
            for reference in e.references():
                if reference.var() not in read:
                    read.add(reference.var())
                    visit(reference.var().rhs())
        for state in self.states:
            visit(state.rhs())
        return read

    def _ordered(self, variables: set[Any]) -> list[Any]:
        """The variables, each after the variables that it depends on; otherwise by name."""
        order: list[Any] = []
        seen: set[Any] = set()
        def visit(variable: Any) -> None:
            if variable in seen or variable not in variables:
                return
            seen.add(variable)
            for reference in sorted(variable.rhs().references(), key=lambda each: each.code()):
                visit(reference.var())
            order.append(variable)
        for variable in sorted(variables, key=lambda each: each.qname()):
            visit(variable)
        return order

    def _pace(self) -> Iterable[str]:
        """The protocol as a function of time."""
        events = list(self.protocol.events()) if self.protocol is not None else []
        yield "static real pace(real t) {"
        yield "  real level = 0;"
        number = Expressions.number
        for event in events:
            start, length, period = event.start(), event.duration(), event.period()
            if period == 0:
                condition = f"t >= {number(start)} && t < {number(start + length)}"
            else:
                since = f"t - {number(start)}"
                condition = f"t >= {number(start)} && {since} - {number(period)} * floor(({since}) / {number(period)}) < {number(length)}"
                if event.multiplier() > 0:
                    condition += f" && t < {number(start + period * event.multiplier())}"
            yield f"  if ({condition}) level = {number(event.level())};"
        yield "  return level;"
        yield "}"

    def _needed(self, expression: Any) -> tuple[set[Any], set[Any]]:
        """The intermediate variables, and the states whose derivatives are read."""
        between: set[Any] = set()
        derivatives: set[Any] = set()
        def visit(e: Any) -> None:
            for reference in e.references():
                variable = reference.var()
                if isinstance(reference, self.m.Derivative):
                    if variable not in derivatives:
                        derivatives.add(variable)
                        visit(variable.rhs())
                elif not (variable.is_state() or variable.binding() or self._is_param(variable)) and variable not in between:
                    between.add(variable)
                    visit(variable.rhs())
        visit(expression)
        return between, derivatives

    def _equation(self, state: Any) -> Iterable[str]:
        between, derivatives = self._needed(state.rhs())
        yield f"ddt({self.names[state]})({self.arguments}, real t) {{"
        done: set[Any] = set()
        def place(variable: Any, name: str, is_derivative: bool) -> Iterable[str]:
            if (variable, is_derivative) in done:
                return
            done.add((variable, is_derivative))
            yield from before(variable.rhs())
            yield f"  real {name} = {self.expressions.text(variable.rhs())};"
        def before(e: Any) -> Iterable[str]:
            for reference in sorted(e.references(), key=lambda each: each.code()):
                variable = reference.var()
                if isinstance(reference, self.m.Derivative):
                    yield from place(variable, self._derivative(variable), True)
                elif variable in between:
                    yield from place(variable, self.names[variable], False)
        yield from before(state.rhs())
        text = self.expressions.text(state.rhs())
        if state is self.spreading:
            text = f"{self._spread(state)} + ({text})"
        yield f"  return {text};"
        yield "}"

    def _spread(self, state: Any) -> str:
        name, terms = self.names[state], []
        for axis, _ in self.axes:
            for side in ("- 1", "+ 1"):
                terms.append(name + "".join(f"[{each} {side}]" if each == axis else f"[{each}]" for each, _ in self.axes))
        return f"D / (dx * dx) * ({' + '.join(terms)} - {2 * len(self.axes)} * {name}{self.indices})"

    def text(self) -> str:
        model = self.model
        title = " ".join((model.name() or "a model of Myokit").split())
        lines = [f"// {title}, written by eulerc.from_myokit.", *self._params(), ""]
        extents = "".join(f"[{extent}]" for _, extent in self.axes)
        for state in self.states:
            lines += [f"/// {self._described(state)}", f"state real {self.names[state]}{extents};"]
        if self.spreading is not None:
            lines.append(f"boundary({self.names[self.spreading]}) = neumann(0);")
        lines += [f"timespan = {{ .to = {Expressions.number(self.t_end)}, .dt = {Expressions.number(self.dt)} }};", ""]
        for state, value in zip(self.states, model.initial_values(as_floats=True)):
            lines.append(f"initial({self.names[state]})({self.arguments}) {{ return {Expressions.number(value)}; }}")
        equations = [line for state in self.states for line in self._equation(state)]
        helpers = [*([QUOTIENT] if self.expressions.uses_quotient else []),
                   *([*self._pace(), ""] if any("pace(t)" in line for line in equations) else [])]
        return "\n".join([*lines, "", *helpers, *equations, ""])
