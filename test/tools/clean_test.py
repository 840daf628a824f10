"""A format of lit: a test fails, too, if it leaves anything in its folder for temporary files."""

import os
import shutil

import lit.formats
import lit.Test


class CleanShTest(lit.formats.ShTest):
    def execute(self, test, lit_config):
        folder = test.getExecPath() + ".tmp"
        shutil.rmtree(folder, ignore_errors=True)
        os.makedirs(folder)
        test.config.environment["TMPDIR"] = folder
        result = super().execute(test, lit_config)
        left = sorted(os.listdir(folder))
        shutil.rmtree(folder)
        if not left or result.code.isFailure:
            return result
        return lit.Test.Result(lit.Test.FAIL,
                               result.output + "left in TMPDIR: " + ", ".join(left) + "\n")
