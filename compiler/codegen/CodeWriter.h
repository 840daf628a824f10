// CodeWriter: emitted code, line by line. A block ends where its scope does.
//
//   const auto body = out.block("EULERC_INLINE long eulerc_high(const eulerc_constants *c)");
//   out.line("return c->extent[{}];", 1);
//   →  EULERC_INLINE long eulerc_high(const eulerc_constants *c) {
//        return c->extent[1];
//      }
#pragma once

#include <fmt/format.h>

#include <string>
#include <string_view>
#include <utility>

namespace eulerc::compiler {

class CodeWriter {
public:
  class Block {
  public:
    explicit Block(CodeWriter &out) : out_(out) { out_.depth_ += 2; }
    Block(const Block &) = delete;
    ~Block() {
      out_.depth_ -= 2;
      out_.line("}}");
      if (out_.depth_ == 0)
        out_ += "\n";
    }

  private:
    CodeWriter &out_;
  };

  /// Writes a line at the current depth of blocks.
  template <class... Args> void line(fmt::format_string<Args...> text, Args &&...args) {
    text_.append(depth_, ' ');
    fmt::format_to(std::back_inserter(text_), text, std::forward<Args>(args)...);
    text_ += '\n';
  }
  /// Begins a block with this line. A function is followed by an empty line.
  template <class... Args>
  [[nodiscard]] Block block(fmt::format_string<Args...> text, Args &&...args) {
    line("{} {{", fmt::format(text, std::forward<Args>(args)...));
    return Block(*this);
  }
  void define(const std::string &name, const std::string &value, const std::string &what) {
    line("#define EULERC_{}{}{}{}{}", name, value.empty() ? "" : " ", value,
         what.empty() ? "" : " // ", what);
  }
  /// Appends whole lines unchanged.
  CodeWriter &operator+=(std::string_view lines) {
    text_ += lines;
    return *this;
  }
  std::string take() { return std::exchange(text_, ""); }

private:
  std::size_t depth_ = 0;
  std::string text_;
};

} // namespace eulerc::compiler
