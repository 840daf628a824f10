# As a user's, but that FileCheck can be hidden.
import glob, subprocess, sys
if lit_config.params.get("hide"):
    glob.glob = lambda pattern: []
sys.path.append(subprocess.check_output(["eulerc", "--lit-folder"], text=True).strip())
import eulerc_lit
eulerc_lit.configure(config, lit_config)
