"""Formats of lit: a test fails, too, if it leaves anything in its folder for temporary files."""

import os
import shutil
import tempfile

import lit.formats
import lit.Test


class Clean:
    def execute(self, test, lit_config):
        folder = tempfile.mkdtemp()
        test.config.environment["TMPDIR"] = folder
        result = super().execute(test, lit_config)
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
