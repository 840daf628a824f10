"""The random numbers of the language: of a point, a step and a stream, the same wherever they are asked for.

    random_number(numpy.float32, "uniform", stream=0, moment=(17, 3), seed=0) → a number between 0 and 1
"""

import math

import numpy as np


def philox(counter, key):
    """Philox 4x32 with ten rounds (Salmon and others, SC 2011): four words of a counter of four and a key of two."""
    (a, b, c, d), (k, m) = counter, key
    for _ in range(10):
        first, second = 0xD2511F53 * a, 0xCD9E8D57 * c
        a, b, c, d = (second >> 32) ^ b ^ k, second % 2**32, (first >> 32) ^ d ^ m, first % 2**32
        k, m = (k + 0x9E3779B9) % 2**32, (m + 0xBB67AE85) % 2**32
    return a, b, c, d


def unit(real, high, low):
    """Between 0 and 1, of two words."""
    if real == np.float32:
        return np.float32((high >> 9) + 0.5) * np.float32(2.0**-23)
    return (np.float64((high << 20) + (low >> 12)) + 0.5) * 2.0**-52


def random_number(real, name, stream, moment, seed):
    """Uniform or normal: Philox, counted by point, step, stream and kind, the seed as key."""
    point, step = moment
    step += 1  # initial values are of step -1
    counter = (point % 2**32, point >> 32, step % 2**32,
               ((step >> 32 << 16) + 2 * stream + (name == "normal")) % 2**32)
    seed = seed % 2**64
    words = philox(counter, (seed % 2**32, seed >> 32))
    first, second = (unit(real, *words[k:k + 2]) for k in (0, 2))
    if name == "uniform":
        return first
    angle = second * real(2 * math.pi)
    return np.sqrt(real(-2) * np.log(first)) * np.cos(angle)
