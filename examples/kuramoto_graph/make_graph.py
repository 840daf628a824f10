"""Writes a small world: make_graph.py [-n N] [-k NEIGHBOURS] [-p SHARE] FILE.h5, or a folder for row.npy and col.npy

N people on a ring, each knowing NEIGHBOURS on either side; the share p of these edges then leads to anybody (D. J. Watts,
S. H. Strogatz, Collective dynamics of 'small-world' networks, Nature 393, 1998). The graph is as scipy.sparse keeps
its matrix, in rows: the neighbours of i are col[row[i]] to col[row[i + 1] - 1].
"""

import argparse
import os

import numpy as np


def small_world(n, neighbours, share, seed=1):
    random = np.random.default_rng(seed)
    begin = np.repeat(np.arange(n), neighbours)
    end = (begin + np.tile(np.arange(1, neighbours + 1), n)) % n
    moved = random.random(begin.size) < share
    end[moved] = (begin[moved] + random.integers(1, n, moved.sum())) % n
    both = np.concatenate([begin, end]), np.concatenate([end, begin])
    order = np.lexsort(both[::-1])
    row = np.concatenate([[0], np.cumsum(np.bincount(both[0], minlength=n))])
    return row.astype(np.int32), both[1][order].astype(np.int32)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("-n", type=int, default=1000)
    parser.add_argument("-k", type=int, default=5)
    parser.add_argument("-p", type=float, default=0.5)
    parser.add_argument("out")
    options = parser.parse_args()
    row, col = small_world(options.n, options.k, options.p)
    if options.out.endswith(".h5"):
        import h5py
        with h5py.File(options.out, "w") as file:
            file["row"], file["col"] = row, col
        return
    np.save(os.path.join(options.out, "row.npy"), row)
    np.save(os.path.join(options.out, "col.npy"), col)


if __name__ == "__main__":
    main()
