// What is asked about the state on the device between two pieces of a run: monitors, and how far it
// moved since it was remembered. All of it is reduced there; where the device cannot, the host is
// told once and does it.
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
  /// The state as it lies on the device.
  struct State {
    const cl::Buffer &buffer;
    std::int64_t bytes;
    const Places &places;
  };

  Observer(const cl::Context &context, const cl::CommandQueue &queue, const Device &device)
      : context_(context), queue_(queue), device_(device) {}

  /// A monitor's value, to be asked for later; null: the host has to compute it. It is reduced in a
  /// queue of its own, beside what follows in the state's: that may not write the state before.
  Reductions::Reduced monitor(const Job &job, int number, const StateView &view, const State &state,
                              const std::vector<ReadOnly::Field> &fields);
  /// The part of it of the points that a slab owns; none: the host has to compute it.
  std::optional<ReducedPart> part(const Job &job, int number, const StateView &view,
                                  const State &state, const std::vector<ReadOnly::Field> &fields);
  /// Keeps a copy of the state; false: the device cannot.
  bool remember(const Job &job, const State &state);
  /// The largest change of a component since `remember`; none: nothing comparable is kept.
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
  bool onHost_ = false; ///< the device cannot
  cl::Buffer before_;   ///< what is remembered of the state
  Places beforePlaces_;
};

} // namespace eulerc
