// Writer and Reader of messages between ranks: values one after another, as they lie in memory.
//
//   Writer out;  out.add(run);  out.text("opencl");        Reader in(out.bytes);  in.get<Run>() …
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

namespace eulerc {

inline std::size_t bytesOf(std::int64_t count) { return static_cast<std::size_t>(count); }

struct Writer {
  std::vector<std::byte> bytes;

  template <class Value> void add(const Value &value) {
    static_assert(std::is_trivially_copyable_v<Value> && !std::is_pointer_v<Value>);
    block(&value, sizeof value);
  }
  void text(std::string_view text) {
    add(text.size());
    block(text.data(), text.size());
  }
  void block(const void *data, std::size_t size) { std::memcpy(room(size), data, size); }
  /// Appends `size` bytes for the caller to fill; the pointer is valid until more is added.
  void *room(std::size_t size) {
    bytes.resize(bytes.size() + size);
    return bytes.data() + bytes.size() - size;
  }
};

class Reader {
public:
  explicit Reader(const std::vector<std::byte> &bytes) : bytes_(bytes) {}

  template <class Value> Value get() {
    Value value;
    block(&value, sizeof value);
    return value;
  }
  std::string text() {
    std::string text(get<std::size_t>(), '\0');
    block(text.data(), text.size());
    return text;
  }
  void block(void *to, std::size_t size) { std::memcpy(to, take(size), size); }
  /// The next `size` bytes, within the message.
  const void *take(std::size_t size) {
    at_ += size;
    return bytes_.data() + at_ - size;
  }

private:
  const std::vector<std::byte> &bytes_;
  std::size_t at_ = 0;
};

} // namespace eulerc
