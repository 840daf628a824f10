"""Takes the steps of examples/kuramoto_graph with a sparse matrix of SciPy; compares npy.npy and order.csv."""

import numpy as np
import scipy.sparse

N, K, dt, steps = 1000, 1.0, 0.01, 50
row, col = np.load("row.npy"), np.load("col.npy")
graph = scipy.sparse.csr_matrix((np.ones(col.size), col, row), (N, N))
assert np.array_equal(graph.indices, col) and abs(graph - graph.T).nnz == 0
i = np.arange(N)
omega = 0.5 * (2 * (i * 7919 % 1009) / 1008 - 1)
th = 2 * np.pi * (i * 6007 % 1013) / 1013
for _ in range(steps):
    s, c = np.sin(th), np.cos(th)  # sin(b - a) = sin b cos a - cos b sin a
    th = th + dt * (omega + K * ((graph @ s) * c - (graph @ c) * s) / np.diff(row))
got = np.load("npy.npy")
assert np.abs(got - th).max() < 1e-12, np.abs(got - th).max()
order = np.loadtxt("order.csv", delimiter=",", skiprows=1)
assert order.shape == (2, 3) and np.allclose(order[-1], [0.5, np.cos(th).mean(), np.sin(th).mean()], atol=1e-12), order
