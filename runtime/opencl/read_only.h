// ReadOnly: buffers that kernels only read: fields, large tables and data. Each is uploaded again
// only when its values have changed.
//
//   ReadOnly inputs(context, queue, isCpu);
//   inputs.uploadFields(job, plan.alignment, threads);
//   kernels.setArguments(…, inputs.buffers(), …);
#pragma once

#include <cstdint>
#include <vector>

#include "backend/backend.h"
#include "opencl/bindings.h"

namespace eulerc {

class ReadOnly {
public:
  /// A field on the device; without a buffer it has no values yet.
  struct Field {
    cl::Buffer buffer;
    std::int64_t bytes = 0;
    Places places;              ///< of its values; all others are zero
    std::uint64_t revision = 0; ///< of the values in the buffer
  };

  ReadOnly(const cl::Context &context, const cl::CommandQueue &queue, bool isCpu)
      : context_(context), queue_(queue), isCpu_(isCpu) {}

  /// Uploads the fields that have changed since the last upload.
  void uploadFields(const Job &job, RowAlignment alignment, int threads);
  void uploadTables(const Job &job);
  /// Replaces the first values of the tables.
  void writeTable(const std::vector<std::byte> &values);
  /// Uploads the data that have changed since the last upload.
  void uploadData(const Job &job);

  const std::vector<Field> &fields() const { return fields_; }
  /// The buffers of fields, of large tables if there are any, and of data, in this order.
  std::vector<cl::Buffer> buffers() const;
  std::int64_t bytes() const; ///< of fields and data

private:
  struct Data {
    cl::Buffer buffer;
    std::int64_t bytes = 0;
    std::uint64_t revision = 0; ///< of the values in the buffer
  };

  cl::Context context_;
  cl::CommandQueue queue_;
  bool isCpu_;
  std::vector<Field> fields_;
  cl::Buffer tables_; ///< the large tables, if the model has any
  std::vector<Data> data_;
};

} // namespace eulerc
