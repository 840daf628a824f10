// What tests may ask of the machine, for eulerc_lit.py: the words that describe the OpenCL device
// which solvers take by default. It knows the devices in the same way as solvers do.
//
//   device-features  →  "opencl gpu fp64", or an empty line without OpenCL
#include <cstdio>

#include <eulerc/solver.h>

int main() {
  try {
    const std::vector<eulerc::DeviceInfo> devices = eulerc::listDevices();
    if (!devices.empty()) {
      const eulerc::DeviceInfo &best = devices.front();
      std::printf("opencl%s%s", best.type == "GPU" ? " gpu" : "", best.hasDouble ? " fp64" : "");
    }
    std::printf("\n");
    return 0;
  } catch (const eulerc::Error &error) {
    std::fprintf(stderr, "error: %s\n", error.what());
    return 1;
  }
}
