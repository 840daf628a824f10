"""Demands a spectral radius within a twentieth, an angle, and the limit of the method, of a --stats file."""
import json, sys
stats = json.load(open(sys.argv[1]))
found, (radius, degrees, limit) = stats["stability"], map(float, sys.argv[2:])
assert abs(found["radius"] / radius - 1) < 0.05, found
assert abs(found["degrees"] - degrees) < 20 and abs(found["limit"] / limit - 1) < 0.06, found
assert abs(found["dtTimesRadius"] / (0.9 * found["limit"]) - 1) < 0.02, found
