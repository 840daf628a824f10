// DeclaredNames: checks that functions and rules name states or arrays that may have them.
#include "Reading.h"

#include "Leaves.h"

#include "frontend/Nearest.h"

namespace eulerc::compiler {
namespace {

class NameChecker {
public:
  explicit NameChecker(Reading &in) : in_(in) {}

  /// Checks that ddt, initial and boundary name a state.
  void checkNames() {
    if (in_.recorded.states.size() == in_.recorded.lets.size()) {
      in_.diagnostics.error({in_.problem.file, 1, 1, 2},
                            "'" + in_.problem.file + "' declares no state");
      in_.diagnostics.hint("an unknown is declared as 'state real y[N];'");
      return;
    }
    for (const auto &[word, functions] : {std::pair{"ddt", &in_.recorded.ddt},
                                          {"next", &in_.recorded.next},
                                          {"let", &in_.recorded.let}})
      for (const auto &[name, function] : *functions)
        checkName(word, name, function, isStateNamed(name));
    checkOneFunctionEach();
    for (const Param &param : in_.problem.params)
      if (!param.sizeOf.empty())
        checkSize(param);
    for (const auto &[name, function] : in_.recorded.initial)
      checkName("initial", name, function,
                isStateNamed(name) || kindNamed(name) == Leaf::Field ||
                    kindNamed(name) == Leaf::Data);
    for (const Field &field : in_.problem.fields)
      checkSeries(field);
    for (const BoundaryDecl &boundary : in_.recorded.boundaries)
      checkName("boundary", boundary.state, boundary.decl,
                isStateNamed(boundary.state) || kindNamed(boundary.state) == Leaf::Field);
  }

private:
  void checkSeries(const Field &field) {
    const auto initial = in_.recorded.initial.find(field.name);
    if (!field.isSeries || initial == in_.recorded.initial.end())
      return;
    in_.diagnostics.error(in_.wordRange(initial->second),
                          "'" + field.name + "' is a series, which has no initial");
    in_.diagnostics.hint("its values and times are those of a file, '--field " + field.name +
                         "=FILE'; what does not change in time is a 'field'");
  }

  /// Checks size(row) of data or of a field, at one of its extents.
  void checkSize(const Param &param) {
    const Data *data = find(in_.problem.data, param.sizeOf);
    const bool isField = kindNamed(param.sizeOf) == Leaf::Field;
    const auto refuse = [&](const std::string &message, const std::string &hint) {
      in_.diagnostics.error(param.where, message);
      in_.diagnostics.hint(hint);
    };
    if (!isField && (!data || data->isTable()))
      return refuse("'size' is of data and fields, and '" + param.sizeOf + "' is neither",
                    kindNamed(param.sizeOf)
                        ? "the extents of '" + param.sizeOf +
                              "' stand where it is declared: take those"
                        : "declare 'data int " + param.sizeOf + "[N];', whose file gives its size");
    const std::size_t rank = isField ? in_.problem.extents.size() : data->extents.size();
    if (static_cast<std::size_t>(param.sizeAxis) >= rank)
      return refuse("'" + param.sizeOf + "' has " + std::to_string(rank) +
                        (rank == 1 ? " extent" : " extents"),
                    "they are counted from 0: 'size(" + param.sizeOf + ", " +
                        std::to_string(rank - 1) + ")' is the last one");
    if (kindNamed(param.name))
      refuse("'" + param.name + "' stands for '" + param.initialiser + "', and is declared",
             "give the declared one another name");
  }

  std::optional<Leaf> kindNamed(const std::string &name) const {
    for (const auto *declarations :
         {&in_.recorded.states, &in_.recorded.fields, &in_.recorded.data, &in_.recorded.constants})
      for (const clang::VarDecl *declaration : *declarations)
        if (declaration->getName() == name)
          return kindOf(declaration);
    return std::nullopt;
  }

  bool isStateNamed(const std::string &name) const {
    const std::optional<Leaf> kind = kindNamed(name);
    return kind && isState(*kind);
  }

  void checkName(const std::string &word, const std::string &name, const clang::Decl *where,
                 bool isRight) {
    if (isRight)
      return;
    if (const auto kind = kindNamed(name)) {
      const std::string about = word + "(" + name + "): " + spelled(*kind, name);
      if (word == "boundary")
        in_.diagnostics.error(in_.wordRange(where), about + " has no boundary rule");
      else
        in_.diagnostics.error(in_.wordRange(where), about + " is no state");
      return in_.diagnostics.hint(otherThanState(*kind));
    }
    if (word == "let") {
      in_.diagnostics.error(in_.wordRange(where),
                            "let(" + name + "): '" + name + "' is not declared");
      return in_.diagnostics.hint("declare it with the sizes of a state: 'let real " + name +
                                  "[N];'");
    }
    const std::vector<std::string> arrays = namesFor(word);
    in_.diagnostics.error(in_.wordRange(where),
                          word + "(" + name + "): there is no state '" + name + "'");
    in_.diagnostics.hint(suggestion(name, arrays));
  }

  /// The arrays to which a word may apply: quantities and series have rules, but no initial.
  std::vector<std::string> namesFor(const std::string &word) const {
    std::vector<std::string> names;
    for (const clang::VarDecl *declaration : in_.recorded.states)
      if (word == "boundary" || kindOf(declaration) == Leaf::State)
        names.push_back(declaration->getName().str());
    for (const Field &field : in_.problem.fields)
      if (word == "boundary" || (word == "initial" && !field.isSeries))
        names.push_back(field.name);
    if (word == "initial")
      for (const clang::VarDecl *declaration : in_.recorded.data)
        names.push_back(declaration->getName().str());
    return names;
  }

  /// The hint for giving a field, param or table a function that only states have.
  static std::string otherThanState(Leaf kind) {
    if (kind == Leaf::Data)
      return "data keep their values; what changes is declared with 'state'";
    if (kind == Leaf::Field)
      return "a field keeps its value; what changes is declared with 'state'";
    return "what has a value at each point is declared with 'state', or 'field' if it keeps it";
  }

  /// Checks that a state has only ddt or next, and a quantity within steps only let.
  void checkOneFunctionEach() {
    for (const State &state : in_.problem.states) {
      if (state.species.value_or(0) > 0)
        continue; // reported for the first one
      const bool isLet = state.gives == Gives::Let;
      const auto refuse = [&](const auto &functions, const std::string &message,
                              const std::string &hint) {
        if (const auto found = functions.find(state.array); found != functions.end()) {
          in_.diagnostics.error(in_.wordRange(found->second), message);
          in_.diagnostics.hint(hint);
        }
      };
      if (isLet) {
        for (const auto *functions : {&in_.recorded.ddt, &in_.recorded.next, &in_.recorded.initial})
          refuse(*functions,
                 "'" + state.array + "' exists only within a step: it has no value to start from",
                 "declare it with 'state', or define 'let(" + state.array + ")' alone");
        continue;
      }
      refuse(in_.recorded.let,
             "'" + state.array + "' is a state, which keeps its value from step to step",
             "declare it as 'let real " + state.array + "[...];', or write ddt or next");
      if (in_.recorded.ddt.contains(state.array))
        refuse(in_.recorded.next, "'" + state.array + "' has a ddt as well",
               "ddt gives its rate, next its value after the step: keep one of them");
    }
  }

  Reading &in_;
};

} // namespace

void checkNames(Reading &reading) { NameChecker(reading).checkNames(); }

} // namespace eulerc::compiler
