// Reductions on a device: of values at all points, computed there, one number comes back.
//
//   Reductions reductions(context, device);
//   reductions.reduce({source, "-DEULERC_MONITOR=0", Reduction::Sum}, view, points, after) → Σ
//
// Results stay on the device until one is asked for; then all there are are read at once.
//
// The order, and so the bits, are the host's (reduction/reduce.h). `source` is OpenCL C with
// templates that ends with reduce.cl; it defines eulerc_value(), whatever is to be reduced.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include <eulerc/model.h>

#include "opencl/bindings.h"
#include "opencl/devices.h"
#include "reduction/parts.h"

namespace eulerc {

/// What is reduced, and how.
struct ReducedValues {
  const char *source;
  std::string options; ///< for building it, with EULERC_STEP
  Reduction reduction;
};

/// eulerc::StateView on a device.
struct DeviceView {
  std::vector<ParamValue> params;
  cl::Buffer y;
  std::vector<cl::Buffer> fields;
  /// Passed by value (view.cl).
  struct Looked {
    ValuePlaces state, field;
    std::int64_t extent[maxRank];
    double t;
    std::int64_t below, above;
  } looked;
};

/// Options for grids: EULERC_LONG_ROWS of rows so long that a lane's next point is in the next one
/// at the farthest, and EULERC_WHOLE by the values of the largest array that is seen.
std::string gridOptions(int rank, const std::int64_t *extent, std::int64_t values);

class Reductions {
public:
  /// Whether the device can at all: it computes in double, and its work-groups are large enough.
  static bool fit(const Device &device);

  Reductions(const cl::Context &context, const Device &device)
      : context_(context), queue_(context, device.handle), device_(device) {}

  /// Work-items of a work-group, if the user asks for so many; rounded to a number that is
  /// possible.
  void useGroups(std::int64_t items) { hint_ = items; }

  /// A value on its way.
  struct Reduced {
    std::function<double()> value; ///< waits for it
    cl::Event seen;                ///< the points have been looked at
  };
  /// Enqueues it, after an event of another queue. Both throw cl::Error.
  Reduced reduce(const ReducedValues &values, const DeviceView &view, std::int64_t points,
                 const cl::Event &after);
  /// What the points of a range make of it, of `count` in all. Waits for it.
  ReducedPart part(const ReducedValues &values, const DeviceView &view, Range points,
                   std::int64_t count, const cl::Event &after);

private:
  struct Kernels {
    cl::Kernel ofPoints, ofValues, ofRest, toWrite;
  };
  struct Results;
  std::int64_t group() const;
  std::int64_t restGroup() const;
  Kernels &kernelsOf(const ReducedValues &values);
  void makeRoom(std::int64_t chunks);
  void giveParams(const std::vector<ParamValue> &params);
  void give(cl::Kernel &kernel, const DeviceView &view, Range points) const;
  void launch(const cl::Kernel &kernel, std::int64_t items, std::int64_t size,
              const std::vector<cl::Event> *after = nullptr, cl::Event *event = nullptr);

  const cl::Context &context_;
  cl::CommandQueue queue_; ///< its own
  const Device &device_;
  std::int64_t hint_ = 0;
  std::map<std::string, Kernels> kernels_; ///< by options
  cl::Buffer params_, values_[2];
  std::vector<ParamValue> given_; ///< what is in `params_`
  std::int64_t room_ = 0;         ///< of the first of the values
  std::shared_ptr<Results> results_;
};

} // namespace eulerc
