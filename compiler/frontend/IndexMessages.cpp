#include "IndexMessages.h"

#include "Declarations.h"
#include "Words.h"

#include "ir/Affine.h"

#include <set>

namespace eulerc::compiler {
namespace {

bool isArray(Leaf leaf) {
  return isState(leaf) || leaf == Leaf::Field || leaf == Leaf::Table || leaf == Leaf::Data;
}

/// "2 indices", "one index"
std::string counted(std::size_t count, const char *one, const char *several) {
  return count == 1 ? std::string("one ") + one : std::to_string(count) + " " + several;
}

} // namespace

SourceRange part(SourceRange operand, const std::string &text, const std::smatch &match) {
  const auto at = static_cast<std::size_t>(match.position());
  const std::string before = text.substr(0, at);
  const std::size_t line = before.rfind('\n');
  operand.line += static_cast<unsigned>(std::ranges::count(before, '\n'));
  operand.column = line == std::string::npos ? operand.column + static_cast<unsigned>(at)
                                             : static_cast<unsigned>(at - line);
  operand.endColumn = operand.column + static_cast<unsigned>(match.length());
  return operand;
}

bool IndexMessages::ofNoArray() {
  if (!error_.text.starts_with("subscripted value is not an array") || error_.operands.empty())
    return false;
  const std::string &read = error_.operands.front();
  const std::string name = read.substr(0, read.find_first_of(" \t["));
  const auto array = names_.arrays.find(name);
  if (array == names_.arrays.end())
    return false;
  const DeclaredArray &declared = array->second;
  const Leaf leaf = names_.leaves.at(name);
  if (declared.sizes > 0 && read == name)
    return say(error_.ranges.front(),
               "'" + name + "' is a local or an argument here, which hides " + spelled(leaf, name),
               "give the local or the argument another name, for example '" + name + "_'");
  if (declared.sizes == 0 && leaf != Leaf::Data)
    return say(declared.where, spelled(leaf, name) + " has no grid",
               "write the number of its grid points behind its name: '" + name + "[N]'");
  if (declared.sizes == 0)
    return say(declared.where, "data '" + name + "' is one number",
               "one number is a param; of a list write the number of its entries: '" + name +
                   "[N];'");
  const std::string sizes = counted(declared.sizes, "size", "sizes");
  return say(error_.ranges.front(),
             "'" + name + "' has " + sizes + ", and is read here with more indices",
             "write " + counted(declared.sizes, "index", "indices") +
                 ", or declare it with a size for each axis, as the other states and fields");
}

/// "u[k]" for "real k", "u[i - 1.0]", and "u[i / 2.0]".
bool IndexMessages::ofReal() {
  if (error_.text != "array subscript is not an integer")
    return false;
  static const std::regex name("[A-Za-z_]\\w*"), called("[A-Za-z_]\\w*(?!\\w|\\s*\\()");
  static const std::regex whole("\\b([0-9]+)\\.0*(?![\\w.])");
  static const std::regex sum(
      "(([0-9]+\\s*\\*\\s*)?\\w+(\\s*[*/]\\s*[0-9]+)*(\\s*[-+]\\s*(?=\\w)|$))+");
  const std::string index = error_.operand(), ascii = inAscii(index);
  std::set<std::string> axes;
  std::string param;
  bool isOther = ascii.find('[') != std::string::npos;
  for (std::sregex_iterator it(ascii.begin(), ascii.end(), called), end; it != end; ++it) {
    const std::string word = index.substr(it->position(), it->length());
    const auto known = names_.leaves.find(word);
    if (known != names_.leaves.end() && known->second == Leaf::Index)
      axes.insert(word);
    else if (known != names_.leaves.end() && known->second == Leaf::Param)
      param = word;
    else
      isOther = true;
  }
  const bool isQuotient = ascii.find('/') != std::string::npos;
  const std::string integers = std::regex_replace(index, whole, "$1");
  const bool isTime = names_.leaves.contains(index) && names_.leaves.at(index) == Leaf::Time;
  std::string hint = "it is a sum of the indices, params and integers with constant factors, as "
                     "in 'i - 1'; no value of a state, no time and no fraction is in it";
  if (std::regex_match(ascii, name) && !isTime)
    hint = "declare it as 'int " + index + "'";
  else if (integers != index && std::regex_match(inAscii(integers), sum) &&
           (!isQuotient || (axes.empty() && !isOther)))
    hint = "an integer has no point: write '" + integers + "'";
  else if (axes.empty() && !isOther)
    hint = "convert it: '(int)(" + index + ")'";
  else if (!param.empty() && !isOther && !isQuotient && std::regex_match(ascii, sum))
    hint = "convert the real param: '(int)" + param + "'";
  else if (axes.size() == 1 && !isOther && ascii.find_first_of("*/") != std::string::npos)
    hint = indexFromList("N", *axes.begin(), "(int)(" + index + ")");
  return say("an index is an integer", hint);
}

/// Clang speaks of arrays if a state stands in place of a number.
bool IndexMessages::missing() {
  if (!reads(error_.text, R"(.*real ?(\[|\*|\(\*\)\[).*)") || error_.token == "(" ||
      error_.text.starts_with("rede") || // two declarations of different types
      error_.text.starts_with("initializing 'const real *'") || // "axis x = { .at = h };"
      error_.text.starts_with("array has incomplete element type"))
    return false;
  if (sayPointer())
    return true;
  for (std::size_t k = 0; k < error_.ranges.size(); k++)
    if (sayLocal(error_.operands[k], error_.ranges[k]) ||
        sayWithoutIndex(error_.operands[k], error_.ranges[k]) ||
        sayTooFew(error_.operands[k], error_.ranges[k]))
      return true;
  return say("the value at one grid point is expected here",
             "write one index for each axis, in brackets of its own: 'y[i]', on a plane "
             "'y[j][i]'");
}

/// "return &t;", and "at(w[0], t)", which needs a list.
bool IndexMessages::sayPointer() {
  static const std::regex address("(?:^|[-+*/%(,=<>?:!])\\s*&(?![&=])");
  for (std::size_t k = 0; k < error_.operands.size(); k++)
    if (std::regex_search(error_.operands[k], address))
      return say(error_.ranges[k], "pointers are not supported",
                 "write the name alone, with its index where it has one");
  if (!reads(error_.text,
             ".*passing '(?:const )?(?:real|double|int|long)'.* to parameter of (?:incompatible )?"
             "type 'const real \\*'.*"))
    return false;
  const std::string given = error_.operand(), name = given.substr(0, given.find_first_of(" ["));
  const auto known = names_.leaves.find(name);
  if (known != names_.leaves.end() && known->second == Leaf::Param)
    return say("'at' looks up data over time, and param '" + name + "' is one number",
               "write '" + name +
                   "' alone; of data that are declared with their times 'at(wind, "
                   "t)' is the value at the time t");
  const bool isList = known != names_.leaves.end() && isArray(known->second);
  return say("'at' takes the name of data over time, not one of its entries",
             "write '" + std::string("at(") + (isList ? name : "wind") +
                 ", t)', of data that are " + "declared with their times");
}

/// "a + 1" for "real a[3]"
bool IndexMessages::sayLocal(const std::string &text, const SourceRange &range) {
  return std::ranges::any_of(names_.localArrays, [&](const std::string &name) {
    std::smatch match;
    const std::regex word("\\b" + name + "\\b");
    return std::regex_search(text, match, word) &&
           say(part(range, text, match), "local '" + name + "' is an array",
               "a local is one number; a list of constants is a 'table' beside the functions");
  });
}

/// "u[i] - 1" for "state real u[N][N]".
bool IndexMessages::sayTooFew(const std::string &text, const SourceRange &range) {
  static const std::regex read("[A-Za-z_]\\w*(?=\\s*\\[)");
  const std::string ascii = inAscii(text);
  for (std::sregex_iterator it(ascii.begin(), ascii.end(), read), end; it != end; ++it) {
    const std::string name = text.substr(it->position(), it->length());
    const auto array = names_.arrays.find(name);
    std::size_t at = it->position() + it->length(), last = at, indices = 0;
    for (int depth = 0; at < text.size(); at++) {
      indices += text[at] == '[' && depth == 0;
      depth += (text[at] == '[') - (text[at] == ']');
      if (depth == 0 && text[at] != ']' && text[at] != ' ')
        break;
      last = text[at] == ']' ? at + 1 : last;
    }
    SourceRange where = part(range, text, *it);
    where.endColumn += static_cast<unsigned>(last - it->position() - it->length());
    if (array == names_.arrays.end() || indices >= array->second.sizes)
      continue;
    if (array->second.axes() > std::size_t{kMaxAxes}) { // no number of indices would do
      refuseAxes(array->second.where, names_.leaves.at(name) == Leaf::Data, diagnostics_);
      return true;
    }
    return say(where,
               "'" + name + "' takes " + std::to_string(array->second.sizes) + " indices, not " +
                   std::to_string(indices),
               cureOfTooFew(name, array->second));
  }
  return false;
}

std::string IndexMessages::cureOfTooFew(const std::string &name, const DeclaredArray &array) const {
  std::string read = name + (array.countsSpecies ? "[0]" : ""), indices;
  for (std::size_t left = array.axes(); left > 0; left--) {
    const std::string index(1, "ijk"[left - 1]);
    read += "[" + index + "]";
    indices += "int " + index + ", ";
  }
  if (array.countsSpecies)
    return "the first one is the number of a species: '" + read + "'";
  const std::size_t given = names_.arguments.size(); // the axes and the time
  return "write one for each size that it is declared with, in brackets of its own: '" + read +
         "'" +
         (given == 0 || given > array.axes() || !isState(names_.leaves.at(name))
              ? ""
              : "; its functions take an index for each axis: '(" + indices + "real t)'");
}

/// Refuses the first array without an index in a text.
bool IndexMessages::sayWithoutIndex(const std::string &text, const SourceRange &range) {
  static const std::regex word("[A-Za-z_]\\w*(?!\\w|\\s*\\[)");
  const std::string ascii = inAscii(text);
  for (std::sregex_iterator it(ascii.begin(), ascii.end(), word), end; it != end; ++it) {
    const std::string name = text.substr(it->position(), it->length());
    const auto known = names_.leaves.find(name);
    if (known == names_.leaves.end() || !isArray(known->second))
      continue;
    const SourceRange where = part(range, text, *it);
    if (error_.text.ends_with("is not assignable"))
      return say(where, spelled(known->second, name) + " cannot be assigned to",
                 error_.declaration == "when"
                     ? "write one index for each axis: '" + name + "[i] = ...;'"
                     : "return the derivative in ddt, the value in initial: 'return ...;'");
    return say(where, "'" + name + "' is used without an index",
               known->second == Leaf::Table || known->second == Leaf::Data
                   ? "write '" + name + "[k]', its entry k"
                   : "write '" + name + "[i]', on a plane '" + name + "[j][i]'");
  }
  return false;
}

} // namespace eulerc::compiler
