#include "host/host_stepper.h"

#include "layout/whole.h"
#include "memory.h"
#include "stopwatch.h"

namespace eulerc {

void HostStepper::checkMemory(const Footprint &f) const {
  requireMemory(f.components, plus(times(f.state, 2), plus(f.fields, f.fieldBuffers)),
                plus(availableHostMemory(), plus(f.held, plus(next_.room(), fieldBytes()))),
                "of main memory");
}

HostBuffers HostStepper::enter(const Job &job, HostArray &y, RowAlignment alignment, int threads,
                               RunStats &stats) {
  const Stopwatch watch;
  const Layout layout = job.layout(Arrangement::Apart, alignment);
  const Places places = job.statePlaces(layout);
  next_.allocate(y.bytes(), y.room());
  enterLayout(places, job.realSize(), y.data(), next_.data(), threads);
  clearGaps(places, job.realSize(), y.data());
  enterFields(job, alignment, threads);

  HostBuffers buffers;
  buffers.y[0] = next_.data();
  buffers.y[1] = y.data();
  for (const LaidOutField &field : fields_)
    buffers.fields.push_back(field.array.data());
  buffers.constants = job.constants(layout, alignment);
  stats.hostBytes = y.room() + next_.room() + job.allFieldBytes() + fieldBytes();
  stats.initialise += watch.seconds();
  return buffers;
}

void HostStepper::leave(const Job &job, HostArray &y, RowAlignment alignment, std::int64_t launches,
                        int threads, RunStats &stats) {
  const Stopwatch watch;
  if (launches % 2 == 1)
    y.swap(next_);
  const Places places = job.statePlaces(job.layout(Arrangement::Apart, alignment));
  leaveLayout(places, job.realSize(), next_.data(), y.data(), threads);
  stats.transfer = watch.seconds();
}

void HostStepper::enterFields(const Job &job, RowAlignment alignment, int threads) {
  const Places places = job.fieldPlaces(alignment);
  fields_.resize(job.fields.size());
  for (std::size_t f = 0; f < fields_.size(); f++) {
    LaidOutField &field = fields_[f];
    if (field.revision == job.fieldRevisions[f] && field.places == places)
      continue;
    field.revision = 0; // of no values, should there be no memory
    field.array.allocate(places.values * job.realSize());
    enterLayout(places, job.realSize(), job.fields[f], field.array.data(), threads);
    job.prepareField(f, field.array.data(), places.values, threads);
    field.places = places;
    field.revision = job.fieldRevisions[f];
  }
}

std::int64_t HostStepper::fieldBytes() const {
  std::int64_t bytes = 0;
  for (const LaidOutField &field : fields_)
    bytes += field.array.bytes();
  return bytes;
}

} // namespace eulerc
