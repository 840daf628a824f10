import subprocess, sys
sys.path.append(subprocess.check_output(["eulerc", "--lit-folder"], text=True).strip())
import eulerc_lit
eulerc_lit.configure(config, lit_config)
