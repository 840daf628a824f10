"""Expressions of Myokit as C.

    0.1 * (V + 25) / (exp((V + 25) / 10) - 1)    →    0.1 * (1.0 / (1.0 / 10.0)) * over_expm1((V[i] + 25.0) / 10.0)
"""

from __future__ import annotations

import random
from typing import Any, Callable, Optional

from ..errors import UsageError

FUNCTIONS = {"Sqrt": "sqrt", "Sin": "sin", "Cos": "cos", "Tan": "tan", "ASin": "asin", "ACos": "acos", "ATan": "atan", "Exp": "exp",
             "Log10": "log10", "Floor": "floor", "Ceil": "ceil", "Abs": "fabs"}
OPERATORS = {"Plus": ("+", 4), "Minus": ("-", 4), "Multiply": ("*", 5), "Divide": ("/", 5), "Equal": ("==", 2), "NotEqual": ("!=", 2),
             "More": (">", 3), "Less": ("<", 3), "MoreEqual": (">=", 3), "LessEqual": ("<=", 3), "And": ("&&", 1), "Or": ("||", 0)}


class Expressions:
    def __init__(self, myokit: Any, is_constant: Callable[[Any], bool], name: Callable[[Any], str],
                 derivative: Callable[[Any], str]) -> None:
        self.m, self.is_constant, self.name, self.derivative = myokit, is_constant, name, derivative
        self.uses_quotient = False

    # ---- text --------------------------------------------------------------------------------------------------------

    def text(self, e: Any, level: int = -1) -> str:
        """`level`: how strongly the surrounding operator binds."""
        kind = type(e).__name__
        if kind == "Divide":
            safe = self._quotient(e)
            if safe is not None:
                return safe if level < 5 else f"({safe})"
        if kind in OPERATORS:
            operator, own = OPERATORS[kind]
            # The right operand of - and / gets brackets if it binds equally strongly.
            text = f"{self.text(e[0], own)} {operator} {self.text(e[1], own + 1)}"
            return text if own >= level else f"({text})"
        if kind == "Number":
            text = self.number(e.eval())
            return f"({text})" if level >= 6 and text.startswith("-") else text
        if kind == "Name":
            return self.name(e.var())
        if kind == "Derivative":
            return self.derivative(e.var())
        if kind in ("PrefixMinus", "PrefixPlus", "Not"):
            text = {"PrefixMinus": "-", "PrefixPlus": "", "Not": "!"}[kind] + self.text(e[0], 6)
            return text if level < 6 else f"({text})"
        return self._call(kind, e)

    @staticmethod
    def number(value: float) -> str:
        return repr(float(value))

    def _call(self, kind: str, e: Any) -> str:
        operands = [self.text(each) for each in e]
        if kind in FUNCTIONS:
            return f"{FUNCTIONS[kind]}({operands[0]})"
        if kind == "Log":
            return f"log({operands[0]})" if len(operands) == 1 else f"(log({operands[0]}) / log({operands[1]}))"
        if kind == "Power":
            return self._power(e, operands)
        if kind == "Quotient":
            return f"floor({self.text(e[0], 5)} / {self.text(e[1], 6)})"
        if kind == "Remainder":
            return f"({self.text(e[0], 4)} - {self.text(e[1], 5)} * floor({self.text(e[0], 5)} / {self.text(e[1], 6)}))"
        if kind == "If":
            return f"({operands[0]} ? {operands[1]} : {operands[2]})"
        if kind == "Piecewise":
            text = operands[-1]
            for k in range(len(operands) - 3, -1, -2):
                text = f"{operands[k]} ? {operands[k + 1]} : {text}"
            return f"({text})"
        raise UsageError(f"the model has an expression that a program cannot have: {e.code()}")

    def _power(self, e: Any, operands: list[str]) -> str:
        """Small whole powers as products, which are exact for negative bases, and faster."""
        if isinstance(e[1], self.m.Number) and e[1].eval() in (2, 3, 4):
            return "(" + " * ".join([self.text(e[0], 6)] * int(e[1].eval())) + ")"
        return f"pow({operands[0]}, {operands[1]})"

    # ---- removable singularities ----------------------------------------------------------------------------------------

    def _quotient(self, e: Any) -> Optional[str]:
        """k · f / (exp(u) − 1), where f and u are linear in a state and have one root, as k · (f/u) · over_expm1(u)."""
        found = self._expm1(e[1])
        if found is None:
            return None
        u, sign, factors = found
        for state in self._states(u):
            of_u = self.linear(u, state)
            if of_u is None:
                continue
            numerator = self._factors(e[0])
            for k, f in enumerate(numerator):
                of_f = self.linear(f, state)
                if of_f is None or not self._same_root(of_u, of_f):
                    continue
                self.uses_quotient = True
                rest = [*numerator[:k], *numerator[k + 1:]]
                parts = [self.text(each, 5) for each in rest]
                ratio = self._folded(self.m.Divide(of_f[0], of_u[0]))
                if not (isinstance(ratio, self.m.Number) and ratio.eval() == 1):
                    parts.append(self.text(ratio, 6))
                parts.append(f"over_expm1({self.text(u)})")
                text = " * ".join(parts) + "".join(f" / {self.text(each, 6)}" for each in factors)
                return text if sign > 0 else "-" + text
        return None

    def _expm1(self, e: Any) -> Optional[tuple[Any, int, list[Any]]]:
        """exp(u) − 1 or 1 − exp(u), perhaps with further factors: u, the sign, the factors."""
        m = self.m
        factors = self._factors(e)
        for k, each in enumerate(factors):
            if not isinstance(each, (m.Minus, m.Plus)):
                continue
            first, second = each[0], each[1]
            rest = [*factors[:k], *factors[k + 1:]]
            if isinstance(each, m.Minus) and isinstance(first, m.Exp) and self._is_one(second):
                return first[0], 1, rest
            if isinstance(each, m.Minus) and isinstance(second, m.Exp) and self._is_one(first):
                return second[0], -1, rest
            if isinstance(each, m.Plus) and isinstance(first, m.Exp) and isinstance(second, m.PrefixMinus) and self._is_one(second[0]):
                return first[0], 1, rest
        return None

    def _is_one(self, e: Any) -> bool:
        return isinstance(e, self.m.Number) and e.eval() == 1

    def _factors(self, e: Any) -> list[Any]:
        """The factors of a product. A quotient by a constant is a product, too."""
        m = self.m
        if isinstance(e, m.Multiply):
            return self._factors(e[0]) + self._factors(e[1])
        if isinstance(e, m.Divide) and self._is_free(e[1]):
            return [*self._factors(e[0]), m.Divide(m.Number(1), e[1])]
        if isinstance(e, m.PrefixMinus):
            return [m.Number(-1), *self._factors(e[0])]
        return [e]

    def _is_free(self, e: Any) -> bool:
        return not self._states(e)

    def _states(self, e: Any) -> list[Any]:
        """The states that an expression depends on, also through other variables."""
        found: list[Any] = []
        for reference in sorted(e.references(), key=lambda each: each.code()):
            variable = reference.var()
            if self.is_constant(variable):
                continue
            inner = [variable] if variable.is_state() or variable.binding() else self._states(variable.rhs())
            found += [each for each in inner if each not in found]
        return found

    def linear(self, e: Any, state: Any) -> Optional[tuple[Any, Any]]:
        """Slope and constant of an expression that is linear in this state alone; both are free of states. Otherwise None."""
        found = self._linear(e, state)
        return found and (self._folded(found[0]), self._folded(found[1]))

    def _folded(self, e: Any) -> Any:
        """The expression, or its value as a number if it contains no param."""
        return e if e.references() else self.m.Number(float(f"{e.eval():.15g}"))

    def _linear(self, e: Any, state: Any) -> Optional[tuple[Any, Any]]:
        m = self.m
        zero = m.Number(0)
        if isinstance(e, m.Name):
            variable = e.var()
            if variable is state:
                return m.Number(1), zero
            if not self.is_constant(variable) and not variable.is_state() and not variable.binding():
                return self.linear(variable.rhs(), state)
        if self._is_free(e):
            return zero, e
        if isinstance(e, m.PrefixMinus):
            inner = self.linear(e[0], state)
            return inner and (m.PrefixMinus(inner[0]), m.PrefixMinus(inner[1]))
        if isinstance(e, (m.Plus, m.Minus)):
            first, second = self.linear(e[0], state), self.linear(e[1], state)
            if first is None or second is None:
                return None
            return type(e)(first[0], second[0]), type(e)(first[1], second[1])
        if isinstance(e, m.Multiply) and self._is_free(e[0]):
            inner = self.linear(e[1], state)
            return inner and (m.Multiply(e[0], inner[0]), m.Multiply(e[0], inner[1]))
        if isinstance(e, (m.Multiply, m.Divide)) and self._is_free(e[1]):
            inner = self.linear(e[0], state)
            return inner and (type(e)(inner[0], e[1]), type(e)(inner[1], e[1]))
        return None

    def _same_root(self, u: tuple[Any, Any], f: tuple[Any, Any]) -> bool:
        """Whether both expressions are 0 at the same value of the state, also for other values of the params."""
        generator = random.Random(1)
        try:
            for _ in range(3):
                values: dict[Any, float] = {}
                a, b, c, d = (self._value(each, values, generator) for each in (*u, *f))
                if a == 0 or c == 0 or abs(b / a - d / c) > 1e-9 * max(1.0, abs(b / a)):
                    return False
        except (self.m.MyokitError, ArithmeticError, ValueError):
            return False
        return True

    def _value(self, e: Any, values: dict[Any, float], generator: random.Random) -> float:
        """The value with params near their own values, each moved a little."""
        for reference in e.references():
            variable = reference.var()
            if reference in values:
                continue
            if variable.is_literal():
                values[reference] = variable.eval() * generator.uniform(0.9, 1.1)
            else:
                values[reference] = self._value(variable.rhs(), values, generator)
        return float(e.eval(subst=values))
