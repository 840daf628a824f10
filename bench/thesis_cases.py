"""The cases of the thesis's evaluation, at three scales.

    cases("full") → [{"problem": "string", "N": 100000000, "components": 100000000,
                      "way": "diamond", "with": {"strategy": "additive"}, "figures": ["7.4"]}, ...]

The most important cases come first: a run that is out of time leaves out the rest.
"""

LINEAR = ["scalar-blocked", "scalar-strided", "vector"]
TILED = ["diamond", "diamond-columns", "honeycomb", "honeycomb-columns", "overlapped"]
HOST = ["serial", "threads"]
FIGURES = ["sizes", "9.steps", "7.4", "5.items", "5.groups"]

WAYS = {
    **{way: ["--backend", way] for way in HOST},
    **{form: ["--scheme", "linear", "--linear-form", form] for form in [*LINEAR, "vector-ranges"]},
    **{scheme: ["--scheme", scheme] for scheme in TILED},
}

# seconds: of a run; most: seconds that four launches of a tiling may take; guesses: for a way not yet measured, seconds per
# component and step, and steps per launch; least_step: the least seconds of a step, for small systems; repeated: the figures
# whose runs are repeated, one list after the other.
SCALES = {
    "full": {
        "seconds": 0.15, "most": 0.6, "least_step": 2e-6, "budget": 270, "repeated": [["table"]],
        "guesses": {"serial": (1e-9, 1), "threads": (2e-10, 1), "scalar-blocked": (1e-11, 1),
                    "scalar-strided": (3.5e-12, 1), "vector": (2e-12, 1), "diamond": (1e-12, 800),
                    "honeycomb": (1e-12, 100), "overlapped": (3e-13, 64), "other": (1e-11, 1)},
        "copy_bytes": 1_600_000_000,
        "table": {"string": 100_000_000, "bruss2d": 500},
        "sizes": {"string": [10_000, 30_000, 80_000, 300_000, 1_000_000, 3_000_000, 10_000_000,
                             30_000_000],
                  "bruss2d": [60, 120, 250, 1000, 2000, 4000]},
        "tile_steps": {"string": {80_000: [8, 16, 32, 64, 128, 192],
                                  10_000_000: [16, 32, 64, 96, 128, 192, 256, 384]},
                       "bruss2d": {120: [1, 2, 4, 6, 8], 500: [1, 2]}},
        "overlapped_steps": {10_000_000: [16, 32, 64, 128, 256]},
        "strategies": {"string": [80_000, 200_000, 500_000, 700_000, 1_000_000, 3_000_000]},
        "forms_at": 10_000_000,
        "work_group": [32, 64, 128, 256, 512, 1024],
        "work_groups": [33, 132, 264, 528, 2112, 8448],
        "ranges": ["scalar-blocked", "scalar-strided"],
    },
    "small": {
        "seconds": 0.15, "most": 1.0, "least_step": 2e-6, "guesses": {"other": (5e-10, 1)},
        "budget": 240, "repeated": [["table"], FIGURES],
        "copy_bytes": 400_000_000,
        "table": {"string": 10_000_000, "bruss2d": 500},
        "sizes": {"string": [8_000, 80_000, 1_000_000], "bruss2d": [150]},
        "tile_steps": {"string": {1_000_000: [8, 32, 128, 512]}, "bruss2d": {500: [1, 2, 4, 16]}},
        "overlapped_steps": {},
        "strategies": {"string": [80_000, 1_000_000]},
        "forms_at": 1_000_000,
        "work_group": [4, 32, 256],
        "work_groups": [1, 2, 4, 8, 32, 128],
        "ranges": ["scalar-blocked", "vector"],
    },
    "tiny": {
        "seconds": 0.001, "most": 0.001, "least_step": 1e-6, "guesses": {"other": (1e-8, 1)},
        "budget": 60, "repeated": [["table"]],
        "copy_bytes": 1_000_000,
        "table": {"string": 2000, "bruss2d": 16},
        "ways": ["vector", "honeycomb", "overlapped", "serial"],
        "sizes": {"string": [1000], "bruss2d": []},
        "tile_steps": {"string": {2000: [4]}, "bruss2d": {}},
        "overlapped_steps": {},
        "strategies": {"string": []},
        "forms_at": 1000,
        "work_group": [],
        "work_groups": [1, 2],
        "ranges": ["vector"],
    },
}


def case(figures, problem, size, way, **options):
    return {"problem": problem, "N": size, "components": size if problem == "string" else 2 * size**2,
            "way": way, "with": {name.replace("_", "-"): value for name, value in options.items()},
            "figures": figures}


def over_sizes(scale, problem, sizes, figures):
    ways = scale.get("ways", LINEAR + TILED + HOST)
    for size in sorted(sizes, reverse=True):
        for way in ways:
            yield case(figures, problem, size, way)


def steps_of_launches(scale):
    for problem, sizes in scale["tile_steps"].items():
        for size, counts in sizes.items():
            yield case(["9.steps"], problem, size, "vector")
            for steps in counts:
                yield case(["9.steps"], problem, size, "honeycomb", tile_steps=steps)
    for size, counts in scale["overlapped_steps"].items():
        for steps in counts:
            yield case(["9.steps"], "string", size, "overlapped", tile_steps=steps)


def shapes(scale):
    """Strategies of diamonds, work-items and work-groups of the linear forms."""
    for problem, sizes in scale["strategies"].items():
        for size in sizes:
            for strategy in ("multiplicative", "additive", "corrected"):
                yield case(["7.4"], problem, size, "diamond", strategy=strategy)
    size = scale["forms_at"]
    for items in scale["work_group"]:
        for form in LINEAR:
            yield case(["5.items"], "string", size, form, work_group=items)
    for groups in scale["work_groups"]:
        for form in scale["ranges"]:
            yield case(["5.groups"], "string", size, form, work_groups=groups)


def cases(name):
    scale = SCALES[name]
    result = []
    for problem, size in scale["table"].items():
        result += over_sizes(scale, problem, [size], ["table", "sizes"])
    result += steps_of_launches(scale)
    for problem, sizes in scale["sizes"].items():
        result += over_sizes(scale, problem, sizes, ["sizes"])
    return result + list(shapes(scale))
