// Uploads fields, tables and data whose values have changed (read_only.h).

#include "opencl/read_only.h"

#include "base/memory.h"
#include "opencl/buffers.h"
#include "opencl/transfer.h"

namespace eulerc {

void ReadOnly::uploadFields(const Job &job, RowAlignment alignment, int threads) {
  fields_.resize(job.fields.size());
  const Places places = job.fieldPlaces(alignment);
  const std::int64_t bytes = places.values * job.realSize();
  for (std::size_t f = 0; f < fields_.size(); f++) {
    Field &field = fields_[f];
    if (field.places == places && field.revision == job.fieldRevisions[f])
      continue;
    if (field.bytes != bytes) {
      field = {}; // first free the old one
      field.buffer = makeBuffer(context_, CL_MEM_READ_ONLY, bytes, isCpu_);
      field.bytes = bytes;
    }
    field.revision = 0; // no valid values if the copy fails
    if (field.places != places)
      fillWithZeros(queue_, field.buffer, bytes, threads);
    field.places = places;
    Transfer::Change prepare;
    if (job.model.host.isPrepared[f])
      prepare = [&](void *values, std::int64_t count) {
        job.prepareField(f, values, count, threads);
      };
    Transfer(queue_, places, job.realSize(), threads).upload(job.fields[f], field.buffer, prepare);
    field.revision = job.fieldRevisions[f];
  }
}

void ReadOnly::uploadTables(const Job &job) {
  const std::vector<std::byte> values = job.tables();
  if (values.empty())
    return;
  tables_ = cl::Buffer(context_, CL_MEM_READ_ONLY, values.size());
  queue_.enqueueWriteBuffer(tables_, CL_TRUE, 0, values.size(), values.data());
}

void ReadOnly::writeTable(const std::vector<std::byte> &values) {
  queue_.enqueueWriteBuffer(tables_, CL_TRUE, 0, values.size(), values.data());
}

void ReadOnly::uploadData(const Job &job) {
  data_.resize(job.data.size());
  for (std::size_t k = 0; k < data_.size(); k++) {
    Data &data = data_[k];
    const DataValues &from = job.data[k];
    if (data.revision == from.revision && data.bytes == from.bytes)
      continue;
    if (data.bytes != from.bytes) {
      data = {}; // first free the old one
      data.buffer = makeBuffer(context_, CL_MEM_READ_ONLY, from.bytes, isCpu_);
      data.bytes = from.bytes;
    }
    data.revision = 0; // no valid values if the copy fails
    queue_.enqueueWriteBuffer(data.buffer, CL_TRUE, 0, static_cast<std::size_t>(from.bytes),
                              from.values);
    data.revision = from.revision;
  }
}

std::vector<cl::Buffer> ReadOnly::buffers() const {
  std::vector<cl::Buffer> buffers;
  for (const Field &field : fields_)
    buffers.push_back(field.buffer);
  if (tables_() != nullptr)
    buffers.push_back(tables_);
  for (const Data &data : data_)
    buffers.push_back(data.buffer);
  return buffers;
}

std::int64_t ReadOnly::bytes() const {
  std::int64_t bytes = 0;
  for (const Field &field : fields_)
    bytes = plus(bytes, field.bytes);
  for (const Data &data : data_)
    bytes = plus(bytes, data.bytes);
  return bytes;
}

} // namespace eulerc
