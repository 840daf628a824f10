// Aggregate: the initialiser of a generated struct, which names the members that it sets.
//
//   Aggregate().text("name", "u").set("rank", 2).str()  →  {.name = "u", .rank = 2}
//
// Members are set in the order of their declaration; the host's compiler refuses another order, and
// a name that the struct lacks. A member that is not set keeps its default.
#pragma once

#include "Spell.h"

#include <string>

namespace eulerc::compiler {

class Aggregate {
public:
  /// `separator` stands between two members: ",\n    " puts each on its own line.
  explicit Aggregate(std::string separator = ", ") : separator_(std::move(separator)) {}

  /// Sets a member to C++ text: a name, a number, another aggregate.
  Aggregate &set(const std::string &member, const std::string &value) {
    members_ += (members_.empty() ? "." : separator_ + ".") + member + " = " + value;
    return *this;
  }
  Aggregate &set(const std::string &member, const char *value) {
    return set(member, std::string(value));
  }
  Aggregate &set(const std::string &member, bool value) { return set(member, boolean(value)); }
  Aggregate &set(const std::string &member, double value) { return set(member, printReal(value)); }
  Aggregate &set(const std::string &member, std::integral auto value) {
    return set(member, number(value));
  }
  /// Sets a member to a string literal.
  Aggregate &text(const std::string &member, const std::string &value) {
    return set(member, quoted(value));
  }
  bool empty() const { return members_.empty(); }
  std::string str() const { return "{" + members_ + "}"; }
  /// The aggregate as an element of an array, on its own line.
  std::string row() const { return "    " + str() + ",\n"; }

private:
  std::string separator_;
  std::string members_;
};

} // namespace eulerc::compiler
