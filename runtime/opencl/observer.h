// Observer: answers questions about the state on the device between two pieces of a run: values of
// monitors, and the largest change since a remembered state. The device reduces; if it cannot, a
// note says so once, and the host does.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "backend/backend.h"
#include "opencl/bindings.h"
#include "opencl/devices.h"
#include "opencl/read_only.h"
#include "opencl/reductions.h"

namespace eulerc {

class Observer {
public:
  /// A copy of the state on the device.
  struct State {
    const cl::Buffer &buffer;
    std::int64_t bytes;
    const Places &places;
  };

  Observer(const cl::Context &context, const cl::CommandQueue &queue, const Device &device)
      : context_(context), queue_(queue), device_(device) {}

  /// A monitor's value, which can be asked for later; null: the host must compute it. The reduction
  /// runs in another queue at the same time as later commands; these must not write the state
  /// before `seen`.
  Reductions::Reduced monitor(const Job &job, int number, const StateView &view, const State &state,
                              const std::vector<ReadOnly::Field> &fields);
  /// The part of a monitor's value from the points that a slab owns; nullopt: the host must compute
  /// it.
  std::optional<ReducedPart> part(const Job &job, int number, const StateView &view,
                                  const State &state, const std::vector<ReadOnly::Field> &fields);
  /// Keeps a copy of the state; false: the device cannot.
  bool remember(const Job &job, const State &state);
  /// The largest change of a component since remember(); nullopt: no comparable state is kept.
  std::optional<double> change(const Job &job, const State &state);

private:
  Reductions &reductions(const Job &job);
  bool reducesHere(const Job &job);
  struct Seen {
    ReducedValues values;
    DeviceView view;
  };
  Seen seenBy(const Job &job, int number, const StateView &view, const State &state,
              const std::vector<ReadOnly::Field> &fields) const;
  cl::Event written();
  void reducesOnHost(const Job &job, const std::string &why);

  cl::Context context_;
  cl::CommandQueue queue_;
  Device device_;
  std::optional<Reductions> reductions_;
  bool onHost_ = false; ///< the device cannot reduce
  cl::Buffer before_;   ///< the remembered state
  Places beforePlaces_;
};

} // namespace eulerc
