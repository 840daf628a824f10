"""Demands that two .npy files hold the same bits:  same.py a.npy b.npy"""

import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(__file__), "..", "oracle"))
import numpy as np
from compare import disagreement

a, b = (np.load(path) for path in sys.argv[1:])
words = disagreement(a, b, 0) if a.shape == b.shape else f"shapes {a.shape} and {b.shape}"
if words:
    sys.exit(words)
