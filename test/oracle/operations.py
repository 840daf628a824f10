"""What the operators and functions of the language compute, on numpy scalars of one precision.

    FUNCTIONS["fma"](numpy.float32, a, b, c)      INT_OPERATIONS["/"](-7, 2) → -3
"""

import math
from fractions import Fraction

import numpy as np


def in_double(function):
    """A function of OpenCL C, evaluated in double and rounded once to the precision."""

    def call(real, *values):
        try:
            return real(function(*[float(v) for v in values]))
        except OverflowError:
            return real(math.inf)
        except ValueError:
            return real(math.nan)

    return call


def truncate_quotient(a, b):
    if b == 0:
        return 0
    quotient = abs(a) // abs(b)
    return quotient if (a < 0) == (b < 0) else -quotient


def truncate_remainder(a, b):
    return a - b * truncate_quotient(a, b) if b else 0


def fmin(real, a, b):
    if a == b == 0:
        return a if np.signbit(a) else b
    return b if np.isnan(a) else a if np.isnan(b) else min(a, b)


def fmax(real, a, b):
    if a == b == 0:
        return b if np.signbit(a) else a
    return b if np.isnan(a) else a if np.isnan(b) else max(a, b)


def round_half_away(real, x):
    whole = np.trunc(x)
    return whole + np.copysign(real(np.abs(x - whole) >= 0.5), x)


def fma(real, a, b, c):
    """a * b + c, rounded once."""
    a, b, c = float(a), float(b), float(c)
    if not all(map(math.isfinite, (a, b, c))):
        return real(real(a * b) + c)
    if real is np.float32:
        return real(odd_sum(a * b, c))  # no product of two floats is rounded in double
    exact = Fraction(a) * Fraction(b) + Fraction(c)
    if exact == 0:
        return real(a * b + c)  # the signs of zeros
    try:
        return real(float(exact))
    except OverflowError:
        return real(math.copysign(math.inf, exact))


def odd_sum(p, c):
    """p + c in double, rounded to odd: rounded further to float it is what p + c rounds to."""
    s = p + c
    t = s - p
    error = (p - (s - t)) + (c - t)
    if error and math.isfinite(s) and not int(math.frexp(s)[0] * 2**53) & 1:
        return math.nextafter(s, math.copysign(math.inf, error))
    return s


def power(real, x, exponent):
    """x to a whole number or 0.5 or 1.5, in the language's order: the square of half of it, times x."""
    if exponent < 0:
        return real(1) / power(real, x, -exponent)
    if exponent % 1:
        return np.abs(np.sqrt(x)) if exponent == 0.5 else x * np.sqrt(x)
    result = x
    for digit in f"{int(exponent):b}"[1:]:
        result = result * result
        if digit == "1":
            result = result * x
    return result


FUNCTIONS = {
    name: in_double(function)
    for name, function in {
        "sin": math.sin, "cos": math.cos, "tan": math.tan, "asin": math.asin, "acos": math.acos,
        "atan": math.atan, "atan2": math.atan2, "sinh": math.sinh, "cosh": math.cosh,
        "tanh": math.tanh, "asinh": math.asinh, "acosh": math.acosh, "atanh": math.atanh,
        "exp": math.exp, "exp2": lambda x: 2.0**x, "exp10": lambda x: 10.0**x,
        "expm1": math.expm1, "log": math.log, "log2": math.log2, "log10": math.log10,
        "log1p": math.log1p, "pow": math.pow, "hypot": math.hypot, "erf": math.erf,
        "erfc": math.erfc, "fmod": math.fmod, "copysign": math.copysign,
        "cbrt": lambda x: math.copysign(abs(x) ** (1.0 / 3.0), x),
        "rsqrt": lambda x: 1.0 / math.sqrt(x),
        "fdim": lambda x, y: 0.0 if x <= y else x - y,
    }.items()
} | {
    # Exact, or rounded once, in any precision.
    "sqrt": lambda real, x: np.sqrt(x),
    "fabs": lambda real, x: np.abs(x),
    "floor": lambda real, x: np.floor(x),
    "ceil": lambda real, x: np.ceil(x),
    "trunc": lambda real, x: np.trunc(x),
    "rint": lambda real, x: np.rint(x),
    "round": round_half_away,
    "fmin": fmin,
    "fmax": fmax,
    "fma": fma,
}

COMPARISONS = {
    "<": lambda a, b: a < b, "<=": lambda a, b: a <= b, ">": lambda a, b: a > b,
    ">=": lambda a, b: a >= b, "==": lambda a, b: a == b, "!=": lambda a, b: a != b,
}
INT_OPERATIONS = {
    "+": lambda a, b: a + b, "-": lambda a, b: a - b, "*": lambda a, b: a * b,
    "/": truncate_quotient, "%": truncate_remainder, "&": lambda a, b: a & b,
    "|": lambda a, b: a | b, "^": lambda a, b: a ^ b, "<<": lambda a, b: a << b,
    ">>": lambda a, b: a >> b,
}
REAL_OPERATIONS = {
    "+": lambda a, b: a + b, "-": lambda a, b: a - b, "*": lambda a, b: a * b,
    "/": lambda a, b: a / b,
}
