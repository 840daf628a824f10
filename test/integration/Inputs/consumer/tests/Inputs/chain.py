"""The chain of 8 components after four steps of 1/8: chain.py RESULT.npy"""

import sys

import numpy as np

x, v = 1.0 / np.arange(1, 9, 2), np.zeros(4)
for step in range(4):
    force = 2 * np.diff(np.concatenate([[0], x, [0]]))
    x, v = x + v / 8, v + np.diff(force) / 8
np.save(sys.argv[1], np.stack([x, v], axis=1).ravel())
