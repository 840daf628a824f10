// Arithmetic of sizes without overflow, and the memory that is available.

#include "base/memory.h"

#include <fstream>

#include <fmt/format.h>

#include <eulerc/solver.h>

#include "base/text.h"

namespace eulerc {

std::int64_t times(std::int64_t a, std::int64_t b) {
  std::int64_t product = 0;
  return __builtin_mul_overflow(a, b, &product) ? tooMuch : product;
}

std::int64_t plus(std::int64_t a, std::int64_t b) {
  std::int64_t sum = 0;
  return __builtin_add_overflow(a, b, &sum) ? tooMuch : sum;
}

std::string sizeText(std::int64_t bytes) {
  return bytes == tooMuch ? "more than 8 EiB" : bytesText(static_cast<double>(bytes));
}

std::int64_t availableHostMemory() {
  std::ifstream file("/proc/meminfo");
  std::string word;
  while (file >> word) {
    std::int64_t kibibytes = 0;
    if (word == "MemAvailable:" && file >> kibibytes)
      return times(kibibytes, 1024);
  }
  return tooMuch;
}

std::string componentsText(std::int64_t components) {
  return components == tooMuch ? "too many components to count"
                               : fmt::format("{} components", components);
}

void requireMemory(const std::string &who, std::int64_t needed, std::int64_t available,
                   const std::string &what) {
  if (needed <= available && needed != tooMuch)
    return;
  throw Error(
      Error::Kind::Run,
      fmt::format("not enough memory: {} need {} {}, of which {} can be had; make the problem "
                  "smaller",
                  who, sizeText(needed), what, sizeText(available)));
}

} // namespace eulerc
