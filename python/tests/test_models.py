"""Models of Myokit, CellML and SBML, as programs, give what Myokit's own simulation gives."""

import os
import re
import warnings

import numpy as np
import pytest

import eulerc

myokit = pytest.importorskip("myokit")
DATA = os.path.join(os.path.dirname(myokit.__file__), "tests", "data")
STIMULUS = (1.0, 5.0, 1.0, 100.0, 0)

# Published models that come with Myokit: file, a protocol of its own if the model has none, how long, and the name of the potential.
MODELS = {
    "Luo-Rudy 1991": ("lr-1991.mmt", None, 60.0),
    "Beeler-Reuter 1977": (os.path.join("formats", "cellml", "br-1977.cellml"), None, 30.0),
    "Noble 1962": ("noble-1962.mmt", None, 60.0),
    "DiFrancesco-Noble 1985": ("dn-1985-normalised.mmt", None, 0.1),
    "Clancy-Rudy 1999": ("clancy-1999-fitting.mmt", None, 20.0),
    "Decker 2009": ("decker-2009.mmt", None, 20.0),
    "Corrias 2011": (os.path.join("formats", "cellml", "corrias.cellml"), None, 20.0),
    "Hodgkin-Huxley 1952": (os.path.join("formats", "sbml", "HodgkinHuxley.xml"), None, 30.0),
}


def load(name):
    path = os.path.join(DATA, MODELS[name][0])
    if path.endswith(".mmt"):
        model, protocol, _ = myokit.load(path)
        return model, protocol
    from myokit import formats
    return formats.importer("sbml" if path.endswith(".xml") else "cellml").model(path), None


def text_of(name, t_end):
    model, protocol = load(name)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", eulerc.EulercWarning)  # of units that do not fit
        return model, protocol, eulerc.from_myokit(model, protocol, t_end=t_end)


@pytest.mark.parametrize("name", MODELS if os.environ.get("EULERC_TEST_ALL") else ["Luo-Rudy 1991", "Hodgkin-Huxley 1952"])
def test_a_published_model_agrees_with_myokit(name):
    t_end = MODELS[name][2]
    model, protocol, text = text_of(name, t_end)
    simulation = myokit.Simulation(model, protocol)
    simulation.set_tolerance(1e-13, 1e-13)  # at 1e-11 its own error is up to 1e-5
    log = simulation.run(t_end * 1.0001, log=[*model.states(), model.time()], log_times=np.linspace(0, t_end, 11))
    with warnings.catch_warnings():
        warnings.simplefilter("error", eulerc.EulercWarning)
        program = eulerc.compile(text, real="double", method="dopri5", name="cell")
    solver = program.solver(rtol=1e-10, atol=1e-12, dt_max=t_end / 100, backend="serial")
    values = []
    for t in np.linspace(0, t_end, 11):  # steps end at these times; between two steps states are interpolated, to order 4
        solver.run_to(t)
        values.append([solver[state][0] for state in program.states])
    worst = 0.0
    for ours, variable in zip(np.transpose(values), model.states()):
        theirs = np.array(log[variable])
        worst = max(worst, float(np.max(np.abs(ours - theirs)) / np.max(np.abs(theirs))))
    print(name, len(program.states), worst)
    assert worst < 1e-6


def test_the_text_is_readable_and_safe_where_a_quotient_has_no_value():
    _, _, text = text_of("Luo-Rudy 1991", 50.0)
    assert "/// The membrane potential [mV]\nstate real V[N];" in text
    assert re.search(r"over_expm1\(-0\.1 \* \(V\[i\] \+ 47\.13\)\)", text), text
    program = eulerc.compile(text, real="double", name="cell")
    run = program.run(V=-47.13, steps=1, dt=1e-6, backend="serial")  # 0 / 0 otherwise
    assert np.isfinite(run.m.values).all() and run.V.attrs["units"] == "mV"


def test_all_forms_of_removable_quotients():
    model = myokit.parse_model("""[[model]]
c.V = -40
c.a = 0
c.b = 0
c.d = 0
[c]
t = 0 bind time
R = 8.314
T = 310
F = 96.5
vf = V * F / (R * T)
dot(V) = 0
dot(a) = 0.1 * (V + 40) / (1 - exp(-(V + 40) / 10))
dot(b) = -(40 + V) * 2 / (exp((V + 40) * -0.2) - 1)
dot(d) = 3 * (V + 39) / (exp(V + 40) - 1) + (V + 30) * F / (R * T) / (1 - exp(-(V + 30) * F / (R * T)))
""")
    text = eulerc.from_myokit(model)
    assert text.count("over_expm1(") == 4, text  # its definition, and three: (V + 39) is not 0 at V = -40
    program = eulerc.compile(text.replace("3.0 * (V[i] + 39.0) / (exp(V[i] + 40.0) - 1.0)", "0"), real="double", name="quotients")
    run = program.run(steps=1, dt=1.0, backend="serial", V=-40.0)
    np.testing.assert_allclose([run.a[1, 0], run.b[1, 0]], [1.0, 10.0], rtol=1e-14)
    at = program.run(steps=1, dt=1.0, backend="serial", V=np.array([-39.0]))
    np.testing.assert_allclose(at.a[1, 0], 0.1 / (1 - np.exp(-0.1)), rtol=1e-12)


def test_protocols_and_tissue():
    model, protocol, _ = myokit.load("example")
    protocol = myokit.Protocol()
    protocol.schedule(1, 10, 2, 50, 2)
    protocol.schedule(0.5, 200, 3)
    text = eulerc.from_myokit(model, protocol, axes=2, diffusion="membrane.V")
    assert "t < 110.0" in text and "t >= 200.0 && t < 203.0" in text
    assert "D / (dx * dx) * (V[y - 1][x] + V[y + 1][x] + V[y][x - 1] + V[y][x + 1] - 4 * V[y][x])" in text
    program = eulerc.compile(text, name="tissue")
    start = np.full((6, 5), -84.0)
    start[0] = 20
    run = program.run(NX=5, NY=6, V=start, t_end=0.5, backend="serial")
    assert float(run.V[-1, 1].mean()) > -84 and float(run.V[-1].std("x").max()) < 1e-4


def test_bad_models(tmp_path):
    (tmp_path / "no.cellml").write_text("<model/>")
    for text, call in (("takes a myokit.Model", lambda: eulerc.from_myokit(3)),
                       ("cannot be read as cellml", lambda: eulerc.from_cellml(tmp_path / "no.cellml")),
                       ("there is no state 'W' that could spread", lambda: eulerc.from_myokit(myokit.load("example")[0], diffusion="W")),
                       ("a grid has 1, 2 or 3", lambda: eulerc.from_myokit(myokit.load("example")[0], axes=4))):
        with pytest.raises(eulerc.UsageError, match=re.escape(text)):
            call()
