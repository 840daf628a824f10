// Copies fields into the layout of steps.

#include "host/host_fields.h"

#include "layout/layout.h"
#include "layout/whole.h"

namespace eulerc {

void HostFields::enter(const Job &job, RowAlignment alignment, int threads) {
  const Places places = job.fieldPlaces(alignment);
  fields_.resize(job.fields.size());
  for (std::size_t f = 0; f < fields_.size(); f++) {
    LaidOut &field = fields_[f];
    if (field.revision == job.fieldRevisions[f] && field.places == places)
      continue;
    field.revision = 0; // no values, if allocate() throws
    field.array.allocate(places.values * job.realSize());
    enterLayout(places, job.realSize(), job.fields[f], field.array.data(), threads);
    job.prepareField(f, field.array.data(), places.values, threads);
    field.places = places;
    field.revision = job.fieldRevisions[f];
  }
}

std::vector<const void *> HostFields::pointers(const Job &job, const void *tables) const {
  std::vector<const void *> all;
  for (const LaidOut &field : fields_)
    all.push_back(field.array.data());
  all.push_back(tables);
  for (const DataValues &data : job.data)
    all.push_back(data.values);
  return all;
}

std::int64_t HostFields::bytes() const {
  std::int64_t bytes = 0;
  for (const LaidOut &field : fields_)
    bytes += field.array.bytes();
  return bytes;
}

} // namespace eulerc
