"""Computes the numbers of the elementary functions, and writes them into function_*.h beside it.

    coefficients.py          (needs the Python package mpmath)

Each polynomial is the best one in the sense of Chebyshev, found by the algorithm of Remez (J.-M. Muller, "Elementary
Functions", chapter 3) on a dense grid, weighted so that the relative error of the function's result is even.
"""

import pathlib
import sys
import textwrap

from mpmath import mp, mpf

mp.prec = 256
BITS = {"float": 24, "double": 53}
BEGIN, END = "// ---- made by coefficients.py", "// ----"
GLUE = "\0"  # a space where no line ends
GRID = 24  # points of the grid for each coefficient


def rounded(x, bits):
    with mp.workprec(bits):
        return +x


def literal(x, real):
    """A hexadecimal literal of C, which holds the very bits."""
    if x == 0:
        return "0.0f" if real == "float" else "0.0"
    sign, mantissa, exponent, _ = (+x)._mpf_
    digits = mantissa.bit_length() - 1
    fraction = (mantissa << (-digits % 4)) & ((1 << (digits + -digits % 4)) - 1)
    text = f"{fraction:0{(digits + 3) // 4}x}" if digits else "0"
    return f"{'-' if sign else ''}0x1.{text}p{exponent + digits}{'f' if real == 'float' else ''}"


class Remez:
    """sum of c[k] x^k ≈ f(x) for a <= x <= b, where the error counts weight(x)-fold."""

    def __init__(self, f, weight, a, b, terms):
        count = GRID * terms
        self.x = [(a + b) / 2 - (b - a) / 2 * mp.cos(mp.pi * k / count) for k in range(count + 1)]
        self.f = [f(x) for x in self.x]
        self.weight = [abs(weight(x)) for x in self.x]
        self.terms = terms

    def best(self):
        last = len(self.x) - 1
        at = [round((1 - mp.cos(mp.pi * (k + mpf("0.5")) / (self.terms + 1))) / 2 * last) for k in range(self.terms + 1)]
        for _ in range(20):
            matrix, right = mp.matrix(self.terms + 1), mp.matrix(self.terms + 1, 1)
            for row, k in enumerate(at):
                for j in range(self.terms):
                    matrix[row, j] = self.weight[k] * self.x[k] ** j
                matrix[row, self.terms] = (-1) ** row
                right[row] = self.weight[k] * self.f[k]
            *found, level = mp.lu_solve(matrix, right)
            at, worst = extrema(self.errors(found), self.terms + 1)
            if worst <= abs(level) * mpf("1.001"):
                break
        return found

    def errors(self, coefficients):
        return [w * (f - mp.polyval(coefficients[::-1], x)) for w, f, x in zip(self.weight, self.f, self.x)]

    def coefficients(self, bits):
        """Rounded; and by how much they are off."""
        found = [rounded(c, bits) for c in self.best()]
        return found, max(map(abs, self.errors(found)))


def extrema(errors, count):
    """`count` places where the error is largest, of signs in turn; and the largest error."""
    places = []
    for k, error in enumerate(errors):
        if places and (error > 0) == (errors[places[-1]] > 0):
            if abs(error) > abs(errors[places[-1]]):
                places[-1] = k
        else:
            places.append(k)
    worst = max(abs(errors[k]) for k in places)
    while len(places) > count:  # the less at the ends, or the least pair inside
        if len(places) == count + 1:
            del places[0 if abs(errors[places[0]]) < abs(errors[places[-1]]) else -1]
        else:
            least = min(range(len(places) - 1), key=lambda j: max(abs(errors[places[j]]), abs(errors[places[j + 1]])))
            del places[least:least + 2]
    while len(places) < count:  # a grid too coarse for so small an error
        gap = max(range(len(places) - 1), key=lambda j: places[j + 1] - places[j])
        places.insert(gap + 1, (places[gap] + places[gap + 1]) // 2)
    return places, worst


def tail(f, x, taken, power):
    """(f(x) - taken) / x^power, near 0 as well: the precision is ample."""
    return (f(x) - taken) / x ** power


TINY = mpf(2) ** -60  # in place of 0, where a quotient is not defined


def of_square(f, weight_power=2):
    """The series q of an odd function: f(x) = x + x³ q(x²), as a function of z = x², and how errors of it count."""
    def q(z):
        x = mp.sqrt(max(z, TINY))
        return tail(f, x, x, 3)

    def weight(z):
        x = mp.sqrt(max(z, TINY))
        return x ** 3 / f(x)
    return q, weight


def polynomials():
    """name → (function, weight, from, to, terms in float, terms in double)"""
    at = lambda f: (lambda x: f(x if abs(x) > TINY else TINY))  # noqa: E731
    ln2, root = mp.log(2), mp.sqrt(2)
    square = (1 - 1 / root) / (1 + 1 / root)
    eighth = mp.tan(mp.pi / 8)
    q = {name: of_square(f) for name, f in
         {"TANH": mp.tanh, "SINH": mp.sinh, "SIN": mp.sin, "ATAN": mp.atan, "ASIN": mp.asin}.items()}

    def half_log(z):  # of atanh(s)/s = 1 + z (1/3 + z q(z)), z = s²
        s = mp.sqrt(max(z, TINY))
        return (mp.atanh(s) / s - 1 - z_of(s) / 3) / z_of(s) ** 2

    def z_of(s):
        return s * s

    return {
        "EXP": (at(lambda r: (mp.exp(r) - 1 - r) / r ** 2), at(lambda r: r ** 2 / mp.expm1(r)),
                -ln2 / 2 * mpf("1.01"), ln2 / 2 * mpf("1.01"), 5, 12),
        "EXP2": (at(lambda r: (2 ** r - 1) / r), lambda r: max(abs(r), TINY), -mpf("0.501"), mpf("0.501"), 7, 13),
        "LOG": (at(lambda f: (mp.log1p(f) - f + f * f / 2) / f ** 3), at(lambda f: f ** 3 / mp.log1p(f)),
                1 / root - 1, root - 1, 9, 0),
        "LOG_OF_QUOTIENT": (lambda z: 2 * (half_log(z) * max(z, TINY) + mpf(1) / 3), lambda z: max(z, TINY),
                            mpf(0), square ** 2, 0, 8),
        "LOG_TAIL": (half_log, lambda z: max(z, TINY) ** 2, mpf(0), square ** 2, 4, 9),
        "TANH": (*q["TANH"], mpf(0), mpf(1), 8, 17),
        "SINH": (*q["SINH"], mpf(0), mpf(1), 4, 8),
        "SIN": (*q["SIN"], mpf(0), mpf("0.62"), 4, 7),
        "COS": (lambda z: (mp.cos(mp.sqrt(max(z, TINY))) - 1 + max(z, TINY) / 2) / max(z, TINY) ** 2,
                lambda z: max(z, TINY) ** 2, mpf(0), mpf("0.62"), 3, 7),
        "ATAN": (*q["ATAN"], mpf(0), eighth ** 2 * mpf("1.001"), 5, 13),
        "ASIN": (*q["ASIN"], mpf(0), mpf("0.25"), 6, 15),
        "CBRT": (mp.cbrt, lambda x: 1 / mp.cbrt(x), 1 / root * mpf("0.999"), root * mpf("1.001"), 4, 5),
        "ERF": (lambda z: mp.erf(mp.sqrt(max(z, TINY))) / mp.sqrt(max(z, TINY)) - 1,
                lambda z: mp.sqrt(max(z, TINY)) / mp.erf(mp.sqrt(max(z, TINY))), mpf(0), mpf(1), 8, 15),
        # erf(x) = 1 - exp(q(x - 1)) behind 1; behind 4, or 6, it is 1.
        "ERF_FAR": (lambda u: mp.log(mp.erfc(u + 1)), lambda u: mp.erfc(u + 1) + mpf(2) ** -40, mpf(0),
                    {"float": mpf(3), "double": mpf(5)}, 9, 25),
    }


def split(x, bits, *parts):
    """x as a sum of values of so many bits each, the last of the precision."""
    values = []
    for part in (*parts, bits):
        values.append(rounded(x - sum(values), part))
    return values


def constants(real):
    bits = BITS[real]
    ln2_parts = split(mp.log(2), bits, bits - (9 if real == "float" else 12))
    log10_parts = split(mp.log(2) / mp.log(10), bits, bits - (9 if real == "float" else 12))
    # The first part of π/2 has two bits less: S. Boldo, M. Daumas, R.-C. Li, "Formally verified argument reduction with
    # a fused multiply-add", IEEE Transactions on Computers 58 (2009).
    quarter = split(mp.pi / 2, bits, bits - 2, bits)
    return {
        "LOG2E": split(1 / mp.log(2), bits, bits),
        "LN2": ln2_parts,
        "LOG10_2": log10_parts,
        "LOG10E": split(1 / mp.log(10), bits, bits),
        "LOG2_SCALE": split(2 / mp.log(2), bits, bits),
        "THIRD": split(mpf(1) / 3, bits, bits),
        "TWO_OVER_PI": [rounded(2 / mp.pi, bits)],
        "HALF_PI_PARTS": quarter,
        "HALF_PI": split(mp.pi / 2, bits, bits),
        "QUARTER_PI": split(mp.pi / 4, bits, bits),
        "TAN_OF_EIGHTH": [rounded(mp.tan(mp.pi / 8), bits)],
        "PI": split(mp.pi, bits, bits),
        "CBRT_2": [rounded(mp.cbrt(2), bits)],
        "CBRT_4": [rounded(mp.cbrt(4), bits)],
    }


def horner(coefficients, real):
    text = f"C({literal(coefficients[-1], real)})"
    for c in coefficients[-2::-1]:
        text = f"fma({text}, x, C({literal(c, real)}))"
    return text


def wrapped(text, first, rest):
    return textwrap.fill(text, 99, initial_indent=first, subsequent_indent=rest, break_long_words=False)


def series(name, real):
    """The function of a series; "" where this precision needs none."""
    f, weight, a, b, *terms = polynomials()[name]
    count = terms[real == "double"]
    if not count:
        return ""
    found, worst = Remez(f, weight, a, b[real] if isinstance(b, dict) else b, count).coefficients(BITS[real])
    error = f"2^{mp.nstr(mp.log(worst, 2), 3)}"
    print(f"{name} {real}: {error}", file=sys.stderr)
    body = wrapped(f"return {horner(found, real)};", "  ", "      ")
    return f"// Off by at most {error} of the result.\nEULERC_INLINE V FN({name.lower()}_series)(const V x) {{\n{body}\n}}\n"


def waves(real):
    """In float sin(x) is x + x z S(z), and cos(x) is 1 + z C(z), of z = x²: one polynomial, whose lanes take their numbers."""
    if real == "double":
        return ""
    sine, cosine = (Remez(*polynomials()[name][:4], polynomials()[name][4]).coefficients(BITS[real])[0] for name in ("SIN", "COS"))
    pairs = [f"SEL(is_cos, C({literal(c, real)}), C({literal(s, real)}))" for s, c in zip(sine, [mpf("-0.5"), *cosine])]
    text = pairs[-1]
    for pair in pairs[-2::-1]:
        text = f"fma({text}, z, {pair})"
    return f"EULERC_INLINE V FN(wave_series)(const V z, const M is_cos) {{\n{wrapped(f'return {text};', '  ', '      ')}\n}}\n"


def scalars(real):
    named = [f"eulerc_{name.lower()}{suffix}{GLUE}={GLUE}{literal(value, real)}" for name, parts in constants(real).items()
             for suffix, value in zip(("", "_low", "_lower"), parts)]
    return wrapped(f"EULERC_TABLE real {', '.join(named)};", "", "    ").replace(GLUE, " ") + "\n"


def of_both(text):
    """What `text` makes of a precision, for the one that is compiled."""
    return f"#if EULERC_IS_DOUBLE\n{text('double')}#else\n{text('float')}#endif\n"


def two_over_pi():
    words = 20  # of 64 bits: as far as the largest double reaches, and 192 bits more
    with mp.workprec(64 * words + 64):
        all_bits = int(mp.floor(2 / mp.pi * mpf(2) ** (64 * words)))
    text = ", ".join(f"0x{all_bits >> 64 * (words - 1 - k) & (2 ** 64 - 1):016x}ul" for k in range(words))
    return ("// 2/π in words of 64 bits, behind the point.\n#if !OF_LANES\n" +
            wrapped(f"EULERC_TABLE eulerc_ulong eulerc_two_over_pi_words[] = {{{text}}};", "", "    ") + "\n#endif\n")


SERIES = {"parts": ["EXP2"], "exp": ["EXP", "TANH", "SINH", "ERF", "ERF_FAR"], "log": ["LOG", "LOG_OF_QUOTIENT"],
          "pow": ["LOG_TAIL"], "sin": ["SIN", "COS"], "arc": ["ATAN", "ASIN"], "cbrt": ["CBRT"]}


def main():
    folder = pathlib.Path(__file__).parent
    (folder / "function_constants.h").write_text(
        "// Numbers of the elementary functions (function_*.h). Made by coefficients.py.\n" + of_both(scalars))
    for name, all_series in SERIES.items():
        path = folder / f"function_{name}.h"
        before, rest = path.read_text().split(f"{BEGIN}\n")
        after = rest.split(f"{END}\n")[1]
        more = waves if name == "sin" else lambda real: ""
        made = of_both(lambda real: "".join(series(each, real) for each in all_series) + more(real))
        path.write_text(f"{before}{BEGIN}\n{made}{two_over_pi() if name == 'sin' else ''}{END}\n{after}")


if __name__ == "__main__":
    main()
