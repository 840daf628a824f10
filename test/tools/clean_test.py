"""Test formats of lit. A test also fails if it leaves anything in its folder for temporary files. Its processor time is
recorded."""

import os
import resource
import shutil
import tempfile

import lit.formats
import lit.Test


def processor_time():
    """Seconds of the commands that this process, one of lit's workers, has run."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


class Clean:
    def execute(self, test, lit_config):
        folder = tempfile.mkdtemp()
        test.config.environment["TMPDIR"] = folder
        before = processor_time()
        result = super().execute(test, lit_config)
        if isinstance(result, tuple):  # results of unit tests
            result = lit.Test.Result(*result)
        result.addMetric("processor", lit.Test.RealMetricValue(processor_time() - before))
        left = sorted(os.listdir(folder))
        shutil.rmtree(folder)
        if not left or result.code.isFailure:
            return result
        return lit.Test.Result(lit.Test.FAIL,
                               result.output + "left in TMPDIR: " + ", ".join(left) + "\n")


class CleanShTest(Clean, lit.formats.ShTest):
    pass


class CleanGoogleTest(Clean, lit.formats.GoogleTest):
    pass
