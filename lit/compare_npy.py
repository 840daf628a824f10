"""Compares two .npy files, of solvers or of a script that knows the answer.

    compare_npy.py RESULT EXPECTED                      the same bits
    compare_npy.py RESULT EXPECTED --tolerance 1e-5     |difference| <= 1e-5 × the largest |EXPECTED|
    compare_npy.py RESULT EXPECTED --absolute 1e-8      |difference| <= 1e-8; of both, either

Prints the largest difference and where it is. Exit status: 0 alike, 1 different, 2 not comparable:
wrong usage, a file that cannot be read, other shapes, or other types where bits are compared.
"""

import argparse
import sys

try:
    import numpy as np
except ImportError:
    print(f"compare_npy: {sys.executable} has no NumPy; install it (Debian: python3-numpy)",
          file=sys.stderr)
    sys.exit(2)


def refuse(text):
    print(f"compare_npy: {text}", file=sys.stderr)
    sys.exit(2)


def not_negative(text):
    try:
        value = float(text)
    except ValueError:
        value = -1.0
    if not value >= 0:
        raise argparse.ArgumentTypeError(f"'{text}' is not a number from 0 on")
    return value


def load(path):
    try:
        array = np.load(path, allow_pickle=False)
    except (OSError, ValueError, EOFError) as error:
        refuse(f"{path} cannot be read: {error}")
    if not isinstance(array, np.ndarray) or array.dtype.kind not in "fiu" \
            or array.dtype.itemsize > 8:
        refuse(f"{path} is no array of numbers")
    return array


def differing_bits(a, b):
    """Where two arrays of one type hold different bits: the zeros' signs and NaNs count."""
    bits = f"u{a.dtype.itemsize}"
    return (np.ascontiguousarray(a).view(bits) != np.ascontiguousarray(b).view(bits)).reshape(a.shape)


def allowed_distance(expected, options):
    finite = expected[np.isfinite(expected)].astype(np.float64)
    scale = np.abs(finite).max() if finite.size else 0.0
    return max((options.tolerance or 0) * scale, options.absolute or 0)


def distances(a, b):
    """|a - b| in double; infinite where just one is not finite, 0 where both are the same."""
    with np.errstate(invalid="ignore", over="ignore"):
        distance = np.abs(a.astype(np.float64) - b.astype(np.float64))
    alike = (a == b) | (np.isnan(a) & np.isnan(b))
    return np.where(alike, 0.0, np.where(np.isnan(distance), np.inf, distance))


def main():
    parser = argparse.ArgumentParser(prog="compare_npy", description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("result")
    parser.add_argument("expected")
    parser.add_argument("--tolerance", type=not_negative, metavar="REL")
    parser.add_argument("--absolute", type=not_negative, metavar="ABS")
    options = parser.parse_args()
    result, expected = load(options.result), load(options.expected)
    if result.shape != expected.shape:
        refuse(f"{options.result} has the shape {result.shape}, {options.expected} "
               f"{expected.shape}")
    bitwise = options.tolerance is None and options.absolute is None
    if bitwise and result.dtype != expected.dtype:
        refuse(f"{options.result} holds {result.dtype}, {options.expected} {expected.dtype}: "
               "their bits cannot be compared; give a --tolerance")

    distance = distances(result, expected)
    if bitwise:
        wrong, alike = differing_bits(result, expected), "bitwise equal"
    else:
        allowed = allowed_distance(expected, options)
        wrong, alike = distance > allowed, f"at most {allowed:.3g} apart"
    if distance.any() or wrong.any():
        # Zeros of both signs differ in their bits alone: then the first such place is shown.
        worst = np.argmax(np.where(wrong, distance, -1.0) if wrong.any() else distance)
        place = np.unravel_index(worst, distance.shape)
        print(f"largest difference {distance[place]:.3g} at [{', '.join(map(str, place))}]: "
              f"{result[place].item()!r} and {expected[place].item()!r}")
    if wrong.any():
        print(f"{wrong.sum()} of {wrong.size} values are not {alike}")
        return 1
    print(alike)
    return 0


if __name__ == "__main__":
    sys.exit(main())
