"""The notebooks run from the first cell to the last one."""

import os

import nbformat
import pytest
from nbclient import NotebookClient

HERE = os.path.join(os.path.dirname(__file__), "..", "notebooks")
RESULTS = {"string": lambda value: float(value) < 0.05, "brusselator": lambda value: value == "'brusselator.gif'",
           "heart": lambda value: value == "True", "sweep": lambda value: float(value) < 0.4}


@pytest.mark.parametrize("name", RESULTS if os.environ.get("EULERC_TEST_ALL") else ["string", "sweep"])
def test_a_notebook_runs(name, tmp_path):
    """In the notebooks' folder, for they name files of the sources; what they write is not kept."""
    notebook = nbformat.read(os.path.join(HERE, f"{name}.ipynb"), as_version=4)
    notebook.cells[1].source = notebook.cells[1].source.replace("../../examples", os.path.abspath(os.path.join(HERE, "..", "..", "examples")))
    NotebookClient(notebook, timeout=120, kernel_name="python3", resources={"metadata": {"path": str(tmp_path)}}).execute()
    last = notebook.cells[-1].outputs[-1]
    assert RESULTS[name](last["data"]["text/plain"]), last
