"""Whether a series of T on a grid is what VTKHDF 2.0 demands, and has the state of a file at time 1.

    series.py SERIES.vtkhdf AT.npy
"""

import sys

import h5py
import numpy as np

at = np.load(sys.argv[2])
root = h5py.File(sys.argv[1])["VTKHDF"]
assert root.attrs["Type"] == b"ImageData" and list(root.attrs["Version"]) == [2, 0]
planes, rows, points = at.shape
assert list(root.attrs["WholeExtent"]) == [0, points - 1, 0, rows - 1, 0, planes - 1]
for name, length in ("Origin", 3), ("Spacing", 3), ("Direction", 9):
    assert root.attrs[name].shape == (length,), name
assert root["Steps"].attrs["NSteps"] == 3 and list(root["Steps/Values"]) == [0, 1, 2]
values = root["PointData/T"]
assert values.shape == (3, *at.shape) and (values[1] == at).all()

try:
    from vtkmodules.vtkIOHDF import vtkHDFReader
except ImportError:
    sys.exit()
reader = vtkHDFReader()
reader.SetFileName(sys.argv[1])
reader.UpdateInformation()
assert reader.GetNumberOfSteps() == 3
reader.SetStep(1)
reader.Update()
image = reader.GetOutputDataObject(0)
assert image.GetDimensions() == (points, rows, planes)
assert image.GetPointData().GetArray("T").GetRange() == (at.min(), at.max())
