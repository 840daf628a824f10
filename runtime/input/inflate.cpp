// Decodes the blocks of "deflate": stored bytes, Huffman codes and repetitions.

#include "input/inflate.h"

#include <algorithm>
#include <array>
#include <span>
#include <vector>

#include "input/values.h"

namespace eulerc {
namespace {

constexpr int longestCode = 15; ///< bits

[[noreturn]] void refuseDamaged() { throw InputError("its compressed bytes are damaged"); }

/// A canonical Huffman code, given by the lengths of its words: shorter words first, words of one
/// length in the order of their symbols.
class Code {
public:
  explicit Code(std::span<const std::uint8_t> lengths) : symbols_(lengths.size()) {
    for (const std::uint8_t length : lengths)
      count_[length]++;
    count_[0] = 0;
    std::array<int, longestCode + 2> place = {};
    for (int length = 1; length <= longestCode; length++)
      place[static_cast<std::size_t>(length) + 1] =
          place[static_cast<std::size_t>(length)] + count_[static_cast<std::size_t>(length)];
    for (std::size_t symbol = 0; symbol < lengths.size(); symbol++)
      if (lengths[symbol] != 0)
        symbols_[static_cast<std::size_t>(place[lengths[symbol]]++)] = static_cast<int>(symbol);
  }

  template <class Bits> int next(Bits &bits) const {
    int word = 0, first = 0, before = 0; // first word of a length; number of shorter words
    for (std::size_t length = 1; length <= longestCode; length++) {
      word |= static_cast<int>(bits.take(1));
      const int count = count_[length];
      if (word - first < count)
        return symbols_[static_cast<std::size_t>(before + word - first)];
      before += count;
      first = (first + count) << 1;
      word <<= 1;
    }
    refuseDamaged();
  }

private:
  std::array<int, longestCode + 1> count_ = {}; ///< words of each length
  std::vector<int> symbols_;
};

class Inflater {
public:
  Inflater(std::string_view from, std::uint64_t size) : from_(from), size_(size) {
    constexpr std::uint64_t mostOfByte = 1032; // the most bytes from a compressed one
    out_.reserve(std::min(size, from.size() * mostOfByte));
  }

  std::string run() {
    for (bool isLast = false; !isLast;) {
      isLast = take(1) != 0;
      switch (take(2)) {
      case 0:
        stored();
        break;
      case 1:
        block(Code(fixedLengths()), Code(std::vector<std::uint8_t>(30, 5)));
        break;
      case 2:
        ownCodes();
        break;
      default:
        refuseDamaged();
      }
    }
    if (out_.size() != size_)
      refuseDamaged();
    return std::move(out_);
  }

  /// The next `count` bits, the lowest first.
  std::uint32_t take(int count) {
    std::uint32_t value = 0;
    for (int k = 0; k < count; k++, at_++) {
      if (at_ / 8 >= from_.size())
        refuseDamaged();
      value |= (static_cast<unsigned char>(from_[at_ / 8]) >> (at_ % 8) & 1U) << k;
    }
    return value;
  }

private:
  void add(char byte) {
    if (out_.size() == size_)
      refuseDamaged();
    out_.push_back(byte);
  }

  void stored() {
    at_ = (at_ + 7) / 8 * 8;
    const std::uint32_t count = take(16);
    if ((take(16) ^ 0xffff) != count)
      refuseDamaged();
    for (std::uint32_t k = 0; k < count; k++)
      add(static_cast<char>(take(8)));
  }

  static std::vector<std::uint8_t> fixedLengths() {
    std::vector<std::uint8_t> lengths(288, 8);
    std::fill(lengths.begin() + 144, lengths.begin() + 256, 9);
    std::fill(lengths.begin() + 256, lengths.begin() + 280, 7);
    return lengths;
  }

  /// Reads the codes of a block, which precede it: the lengths of their words, in another code.
  void ownCodes() {
    constexpr std::array<std::uint8_t, 19> order = {16, 17, 18, 0, 8,  7, 9,  6, 10, 5,
                                                    11, 4,  12, 3, 13, 2, 14, 1, 15};
    const std::size_t symbols = 257 + take(5), distances = 1 + take(5), count = 4 + take(4);
    std::array<std::uint8_t, 19> lengthsOfLengths = {};
    for (std::size_t k = 0; k < count; k++)
      lengthsOfLengths.at(order.at(k)) = static_cast<std::uint8_t>(take(3));
    const Code code(lengthsOfLengths);
    std::vector<std::uint8_t> lengths;
    while (lengths.size() < symbols + distances) {
      const int symbol = code.next(*this);
      if (symbol < 16) {
        lengths.push_back(static_cast<std::uint8_t>(symbol));
        continue;
      }
      if (symbol == 16 && lengths.empty())
        refuseDamaged();
      const std::uint8_t repeated = symbol == 16 ? lengths.back() : std::uint8_t{0};
      const std::uint32_t times = symbol == 16   ? 3 + take(2)
                                  : symbol == 17 ? 3 + take(3)
                                                 : 11 + take(7);
      lengths.insert(lengths.end(), times, repeated);
    }
    if (lengths.size() > symbols + distances)
      refuseDamaged();
    const std::span<const std::uint8_t> all(lengths);
    block(Code(all.first(symbols)), Code(all.subspan(symbols)));
  }

  void block(const Code &symbols, const Code &distances) {
    for (int symbol = symbols.next(*this); symbol != 256; symbol = symbols.next(*this)) {
      if (symbol < 256) {
        add(static_cast<char>(symbol));
        continue;
      }
      const std::size_t length = lengthOf(symbol - 257),
                        distance = distanceOf(distances.next(*this));
      if (distance > out_.size())
        refuseDamaged();
      for (std::size_t k = 0; k < length; k++)
        add(out_[out_.size() - distance]);
    }
  }

  /// The length for a symbol. Groups of four symbols have the same number of extra bits; the first
  /// eight have none.
  std::size_t lengthOf(int code) {
    if (code > 28)
      refuseDamaged();
    if (code == 28)
      return 258;
    if (code < 8)
      return 3 + static_cast<std::size_t>(code);
    const int bits = code / 4 - 1;
    return 3 + (static_cast<std::size_t>(4 + code % 4) << bits) + take(bits);
  }

  /// The distance for a symbol. Groups of two symbols have the same number of extra bits; the first
  /// four have none.
  std::size_t distanceOf(int code) {
    if (code > 29)
      refuseDamaged();
    if (code < 4)
      return 1 + static_cast<std::size_t>(code);
    const int bits = code / 2 - 1;
    return 1 + (static_cast<std::size_t>(2 + code % 2) << bits) + take(bits);
  }

  const std::string_view from_;
  const std::uint64_t size_;
  std::size_t at_ = 0; ///< bits taken
  std::string out_;
};

} // namespace

std::string inflated(std::string_view compressed, std::uint64_t size) {
  return Inflater(compressed, size).run();
}

} // namespace eulerc
