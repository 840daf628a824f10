"""The features that mixed programs count, and the pairs of them that no program can have.

    missing(counts) → [("let_open", "rank3"), …], pairs that were never drawn together, but can be
"""

import itertools
import os
import sys

from sides import FIXED, IMAGES

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from methods import ORDERS  # noqa: E402

METHODS = list(ORDERS)
RULES = [*FIXED, *IMAGES, "periodic", "open"]
KINDS = ["state", "let", "field"]
GROUPS = {
    "rank": ["rank1", "rank2", "rank3"],
    "real": ["float", "double"],
    "method": METHODS,
    "sizes": ["one_point", "few_points", "whole_vector", "many_points"],
    "declared": ["states", "species", "let", "lets", "let_of_let", "field", "series", "map", "map_and_rate", "table", "data_real",
                 "data_int"],
    "rules": [f"{kind}_{rule}" for kind in KINDS for rule in RULES if (kind, rule) != ("field", "dirichlet_time")]
             + ["sides_differ", "axes_differ"],
    "reads": [f"{kind}_{how}" for kind in KINDS for how in ("near", "wide", "far", "at_data", "by_param")],
    "entries": ["table_number", "table_class", "table_data", "table_species", "data_number", "data_index", "data_data"],
    "values": ["class2", "class3", "time", "time_function", "noise", "normal", "dt", "function", "quotient", "index",
               "exact", "rough", "shared"],
    "branches": ["guard", "source", "select", "select_time", "nested"],
    "loops": ["loop_short", "loop_run", "loop_data"],
    "helpers": ["helper", "helper_reads", "helper_beside"],
    "behind": ["at", "global", "global of an output", "event", "when", "axis"],
    "initial": ["initial_data", "initial_noise"],
}
FEATURES = [name for group in GROUPS.values() for name in group]


def impossible():
    """Pair → why no program has both."""
    why = {}

    def none(first, others, reason):
        for other in others:
            if first != other:
                why[frozenset((first, other))] = reason

    for group in ("rank", "real", "method"):
        for name in GROUPS[group]:
            none(name, GROUPS[group], f"a program has one {group}")
    none("exact", ["rough", "normal", "function"], "the oracle's own sin and log are rounded otherwise: such a program is rough")
    none("select", ["rough", "normal", "function"], "a branch on a value would make much of a function's last place")
    for name in ("event", "when"):
        none(name, ["rough", "normal", "function"], "where a value decides, the oracle has to have its last place")
        none(name, ["rkl2"], "rkl2 has none")
    none("rank1", ["axes_differ"], "a line has one axis")
    none("rank1", ["field_dirichlet_place", "let_dirichlet_place"],
         "a line has no place along its side, and only states have species")
    none("field_by_param", [f"field_{rule}" for rule in RULES if rule not in ("periodic", "open")],
         "but for rings, rules of fields hold for constant distances (language.md, Boundary)")
    none("table_class", [f"{kind}_by_param" for kind in KINDS],
         "beside a distance of params i % 3 stays a remainder, which is no index (language.md, Interleaved systems)")
    return why


IMPOSSIBLE = impossible()


def pairs_of(names):
    return (frozenset(pair) for pair in itertools.combinations(sorted(names), 2))


def possible():
    return [pair for pair in pairs_of(FEATURES) if pair not in IMPOSSIBLE]


def missing(counts):
    """`counts`: pair or name → how many programs had it."""
    lone = [name for name in FEATURES if not counts[name]]
    return lone, [tuple(sorted(pair)) for pair in possible() if not counts[pair]]
