"""Writes the diffusivity of a piece of tissue: make_tissue.py [-n NX NY NZ] FILE

FILE is tissue.h5 (the dataset /beta; needs h5py) or tissue.npy. From the skin at y = 0 inwards: skin,
fat, muscle, and a blood vessel along z through the muscle. Values of λ, ρ and C as in the IT'IS
Foundation's tissue properties database, rounded.
"""

import argparse

import numpy as np

#            λ: W/(m K)   ρ: kg/m³   C: J/(kg K)
SKIN = (0.37, 1109, 3391)
FAT = (0.21, 911, 2348)
MUSCLE = (0.49, 1090, 3421)
BLOOD = (0.52, 1050, 3617)


def tissue(nx, ny, nz):
    """β = λ/(ρC) of each voxel, m²/s; shape (NZ, NY, NX), x fastest, as in heat3d.ode."""
    beta = np.empty((nz, ny, nx))

    def fill(where, material):
        conductivity, density, capacity = material
        beta[np.broadcast_to(where, beta.shape)] = conductivity / (density * capacity)

    z, y, x = np.ogrid[:nz, :ny, :nx]
    fill(True, MUSCLE)
    fill(y < ny / 2, FAT)
    fill(y < ny / 12, SKIN)
    fill((x - 0.7 * nx) ** 2 + (y - 0.7 * ny) ** 2 < (0.08 * nx) ** 2, BLOOD)
    return beta


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("-n", type=int, nargs=3, default=(48, 48, 48), metavar=("NX", "NY", "NZ"))
    parser.add_argument("file")
    options = parser.parse_args()
    beta = tissue(*options.n)
    if options.file.endswith(".npy"):
        np.save(options.file, beta)
        return
    import h5py
    with h5py.File(options.file, "w") as file:
        file["beta"] = beta
        file["beta"].attrs["unit"] = "m2/s"


if __name__ == "__main__":
    main()
