// Reductions on a device: kernels compute a value at each point and reduce them to one number.
//
//   Reductions reductions(context, device);
//   reductions.reduce({source, "-DEULERC_MONITOR=0", Reduction::Sum}, view, points, after) → Σ
//
// Results stay on the device until one is asked for; then all results are read at once.
//
// The order of additions, and so the bits, are the same as on the host (reduction/reduce.h).
// `source` is OpenCL C with templates; it defines eulerc_value(), the value at a point, and ends
// with reduce.cl.
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

/// The values to reduce, and the kind of reduction.
struct ReducedValues {
  const char *source;
  std::string options; ///< build options, with EULERC_STEP
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

/// Build options for a grid. EULERC_LONG_ROWS: rows are so long that a lane's next point lies at
/// most one row further. EULERC_WHOLE: the type of indices, by the values of the largest array.
std::string gridOptions(int rank, const std::int64_t *extent, std::int64_t values);

class Reductions {
public:
  /// Whether the device can reduce: it computes in double, and its work-groups are large enough.
  static bool fit(const Device &device);

  Reductions(const cl::Context &context, const Device &device)
      : context_(context), queue_(context, device.handle), device_(device) {}

  /// Sets the work-items of a work-group, rounded to a possible number; 0: the default.
  void useGroups(std::int64_t items) { hint_ = items; }

  /// A reduction in progress.
  struct Reduced {
    std::function<double()> value; ///< waits for the result
    cl::Event seen;                ///< the points have been read
  };
  /// Enqueues a reduction after an event of another queue. This and `value` throw cl::Error.
  Reduced reduce(const ReducedValues &values, const DeviceView &view, std::int64_t points,
                 const cl::Event &after);
  /// The part of a reduction that a range of the `count` points contributes. Waits for it.
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
  cl::CommandQueue queue_; ///< of the reductions alone
  const Device &device_;
  std::int64_t hint_ = 0;
  std::map<std::string, Kernels> kernels_; ///< by options
  cl::Buffer params_, values_[2];
  std::vector<ParamValue> given_; ///< contents of `params_`
  std::int64_t room_ = 0;         ///< values in `values_[0]`
  std::shared_ptr<Results> results_;
};

} // namespace eulerc
