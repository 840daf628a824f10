"""Writes made-up tables of rates into a folder: kept ones of two devices, and measured ones of the same."""

import json
import sys


def table(name, rates, *, date="2026-02-01", device="Abacus", cores=2, scale="cpu", refused={}):
    record = {"problem": "heat", "size": 1000, "gcomps": {way: [rate] for way, rate in rates.items()},
              "plans": {way: {} for way in rates if way != "odeint"}, "refused": refused}
    environment = {"date": date, "commit": name, "device": device, "cores": cores, "scale": scale}
    with open(f"{sys.argv[1]}/{name}.json", "w") as file:
        json.dump({"environment": environment, "copy_gb_per_s": [20], "rates": [record]}, file)


def main():
    kept = {"linear": 2.0, "auto": 10.0, "odeint": 1.0}
    table("kept/first", {"linear": 9.0}, date="2026-01-01")
    table("kept/second", kept, refused={"overlapped": "no room"})
    table("kept/of_more_cores", {"linear": 8.0, "auto": 40.0}, date="2026-03-01", cores=8)
    table("kept/gpu", {"linear": 500.0}, device="Loom", scale="gpu", cores=16)
    with open(f"{sys.argv[1]}/kept/of_another_kind.json", "w") as file:
        json.dump({"environment": {"device": "Abacus"}, "what": "counts"}, file)
    table("within", {"linear": 1.81, "auto": 11.0, "overlapped": 3.0, "odeint": 0.1})
    table("loss", {"linear": 1.8, "auto": 8.5})
    table("refusal", {"linear": 2.0}, refused={"auto": "out of memory"})
    table("other_gpu_host", {"linear": 440.0}, device="Loom", scale="gpu", cores=2)
    table("unknown", {"linear": 0.1}, device="Napier's bones")
    table("nothing_common", {"skewed": 1.0})


main()
