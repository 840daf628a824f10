// Checks memory, arguments and precision before a run (requirements.h).

#include "opencl/requirements.h"

#include <fmt/format.h>

#include "base/memory.h"
#include "opencl/transfer.h"

namespace eulerc {

void addRoom(const Footprint &f, const Device &on, std::int64_t taken, MemoryNeeds &needs) {
  const std::int64_t onDevice = plus(times(f.state, 2), plus(f.fieldBuffers, f.data));
  const DeviceInfo &device = on.info;
  needs.addOn(on.handle.get(), device.name, onDevice, device.globalMemory);
  if (f.state > device.limits.largestBuffer)
    throw Error(
        Error::Kind::Run,
        fmt::format("not enough memory: {} components need a buffer of {}, {} allows {}; make the "
                    "problem smaller or take another device",
                    f.components, sizeText(f.state), device.name,
                    sizeText(device.limits.largestBuffer)));
  if (f.largestData > device.limits.largestBuffer)
    throw Error(
        Error::Kind::Run,
        fmt::format("not enough memory: data of {} need a buffer of that size, {} allows {}; "
                    "take another device or a backend of the processor",
                    sizeText(f.largestData), device.name, sizeText(device.limits.largestBuffer)));
  // A processor as a device shares its memory with the host's copy of the state.
  if (device.limits.isCpu)
    needs.add(onDevice, taken);
  else
    needs.add(stagingFor(f.state), 0);
}

/// GPUs do not build kernels with more arguments than they report. Processors report 1,024 bytes,
/// the minimum of the standard, but accept any number.
void requireArguments(const Model &model, const Device &device) {
  const auto needed = static_cast<std::int64_t>(
      model.host.constantsSize + sizeof(Tiling) +
      sizeof(void *) * (static_cast<std::size_t>(model.program.fieldCount + model.data.count) + 8));
  if (!device.info.limits.isCpu && needed > device.maxArguments)
    throw Unusable(fmt::format(
        "the values that steps take from params are {} bytes, and {} takes {} as arguments; put "
        "some into a table",
        needed, device.info.name, device.maxArguments));
}

void requirePrecision(const Model &model, const Device &device) {
  if (model.program.precision == Precision::Double && !device.info.hasDouble)
    throw Error(Error::Kind::Run,
                fmt::format("{} cannot compute with double (no cl_khr_fp64); compile "
                            "with --real=float or take another device",
                            device.info.name));
}

} // namespace eulerc
