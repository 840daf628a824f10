// Equations: reads the functions of states, and the initial values of states, fields and data.
//
//   ddt(u)(int i, real t) { return -u[i]; }   →   derivative of the state "u"
#include "Reading.h"

#include "Leaves.h"

#include <algorithm>
#include <set>

namespace eulerc::compiler {
namespace {

class EquationReader {
public:
  explicit EquationReader(Reading &in) : in_(in) {}

  void read() {
    for (State &state : in_.problem.states)
      readFunctions(state);
    for (const State &state : in_.problem.states)
      if (state.gives == Gives::Let && !in_.diagnostics.hasErrors())
        checkOrder(state);
    for (Field &field : in_.problem.fields) {
      readInitial(field.name, field.initial, Place::FieldInitial);
      field.indexNames = axesOf(field);
    }
    for (Data &data : in_.problem.data)
      readInitialOfData(data);
  }

private:
  /// The word of a state's function, and that function; null: there is none.
  std::pair<std::string, const clang::FunctionDecl *> functionOf(const State &state) const {
    const bool isLet = state.gives == Gives::Let;
    for (const auto &[word, functions] : {std::pair{"ddt", &in_.recorded.ddt},
                                          {"next", &in_.recorded.next},
                                          {"let", &in_.recorded.let}})
      if (const auto found = functions->find(state.array);
          found != functions->end() && isLet == (functions == &in_.recorded.let))
        return {word, found->second};
    return {isLet ? "let" : "ddt", nullptr};
  }

  void readFunctions(State &state) {
    const bool isFirst = state.species.value_or(0) == 0; // it has the mistakes of all
    const auto &[word, function] = functionOf(state);
    if (word == "next")
      state.gives = Gives::Next;
    if (!function && isFirst) {
      if (word == "let")
        in_.diagnostics.error(state.where, "'" + state.array + "' is never computed");
      else
        in_.diagnostics.error(state.where, "state '" + state.array + "' has no right-hand side");
      in_.diagnostics.hint("define it: '" + word + "(" + state.array + ")" +
                           in_.signature(true, state.species.has_value()) + " { return ...; }'");
    } else if (function &&
               checkSignature(function, state.array, word.c_str(), true, state.species)) {
      std::vector<ExprPtr> arguments = indices(function, state.species);
      if (state.species)
        state.speciesIndex = function->getParamDecl(0)->getName().str();
      for (const ExprPtr &index : arguments)
        if (index->op == Op::Index)
          state.indexNames.push_back(index->name);
      if (in_.problem.indexNames.empty())
        in_.problem.indexNames = state.indexNames;
      arguments.push_back(makeOp(Op::Time, {}));
      state.derivative = asReal(in_.lowering.function(function, arguments, Place::Derivative));
    }
    if (state.gives == Gives::Let)
      return;
    if (!in_.recorded.initial.contains(state.array) && isFirst) {
      in_.diagnostics.error(state.where, "state '" + state.array + "' has no initial values");
      in_.diagnostics.hint("define them: 'initial(" + state.array + ")" +
                           in_.signature(false, state.species.has_value()) + " { return ...; }'");
    }
    readInitial(state.array, state.initial, Place::Initial, state.species);
  }

  /// The names of the axes in the array's own initial, else in the first ddt.
  std::vector<std::string> axesOf(const Field &field) const {
    const auto initial = in_.recorded.initial.find(field.name);
    if (initial == in_.recorded.initial.end() || !field.initial)
      return in_.problem.indexNames;
    std::vector<std::string> names;
    for (const ExprPtr &index : indices(initial->second))
      names.push_back(index->name);
    return names;
  }

  /// Checks that a quantity reads only quantities declared before it, because they are computed in
  /// this order.
  void checkOrder(const State &let) {
    const State *end = in_.problem.states.data() + in_.problem.states.size();
    for (const State *other = &let; other != end; other++) {
      const ExprPtr read = readOf(let.derivative, other->name);
      if (!read)
        continue;
      const bool isItself = other == &let, isCircle = dependsOn(*other, let);
      in_.diagnostics.error(
          read->where,
          isItself ? "'" + let.name + "' depends on itself"
          : isCircle
              ? "'" + let.name + "' and '" + other->name + "' depend on each other"
              : "'" + let.name + "' depends on '" + other->name + "', which is computed after it");
      return in_.diagnostics.hint(isCircle
                                      ? "what depends on its value before is a 'state' with 'next'"
                                      : "declare '" + other->name + "' before '" + let.name + "'");
    }
  }

  /// Whether a quantity depends on another one, also through others.
  bool dependsOn(const State &let, const State &other) const {
    std::set<const State *> seen;
    std::vector<const State *> open = {&let};
    while (!open.empty()) {
      const State *next = open.back();
      open.pop_back();
      if (readOf(next->derivative, other.name))
        return true;
      for (const State &each : in_.problem.states)
        if (each.gives == Gives::Let && readOf(next->derivative, each.name) &&
            seen.insert(&each).second)
          open.push_back(&each);
    }
    return false;
  }

  /// Reads the initial values of a state or field, if there are any.
  void readInitial(const std::string &name, ExprPtr &value, Place place,
                   const std::optional<std::int64_t> &species = std::nullopt) {
    const auto initial = in_.recorded.initial.find(name);
    if (initial == in_.recorded.initial.end() ||
        !checkSignature(initial->second, name, "initial", false, species))
      return;
    value =
        asReal(in_.lowering.function(initial->second, indices(initial->second, species), place));
    if (!value)
      return;
    forEachNode(value, [&](const ExprPtr &node) {
      const auto field = std::ranges::find(in_.problem.fields, node->name, &Field::name);
      if (node->op != Op::Read || field == in_.problem.fields.end() || !field->isSeries)
        return;
      in_.diagnostics.error(node->where, "an initial value cannot depend on series '" +
                                             field->name + "', which changes in time");
      in_.diagnostics.hint("what does not change in time is a 'field'; or give the solver a file: "
                           "'--init " +
                           name + "=FILE'");
    });
  }

  void readInitialOfData(Data &data) {
    const auto found = in_.recorded.initial.find(data.name);
    if (data.isTable() || found == in_.recorded.initial.end())
      return;
    const clang::FunctionDecl *function = found->second;
    const std::size_t rank = data.extents.size();
    const bool ok = function->getNumParams() == rank &&
                    std::ranges::all_of(function->parameters(), [&](const auto *parameter) {
                      return in_.isInt(parameter->getType());
                    });
    if (!ok) {
      static const char *const signatures[] = {"(int a)", "(int a, int b)",
                                               "(int a, int b, int c)"};
      reportArguments(function, "initial", data.name);
      return in_.diagnostics.hint("write 'initial(" + data.name + ")" + signatures[rank - 1] + "'");
    }
    data.initial = asReal(in_.lowering.function(function, indices(function, static_cast<int>(rank)),
                                                Place::DataInitial));
  }

  void reportArguments(const clang::FunctionDecl *function, const char *word,
                       const std::string &name) {
    in_.diagnostics.error(in_.wordRange(function),
                          std::string(word) + "(" + name + ") has the wrong arguments");
  }

  /// Checks the arguments: (int i) for initial, (int i, real t) for ddt; with one index for each
  /// axis, and one for the species.
  bool checkSignature(const clang::FunctionDecl *function, const std::string &name,
                      const char *word, bool withTime, std::optional<std::int64_t> species) {
    if (species.value_or(0) > 0)
      return signed_.contains(function);
    const auto rank = static_cast<unsigned>(in_.names.rank + species.has_value());
    bool ok = function->getNumParams() == rank + withTime;
    for (unsigned k = 0; ok && k < rank; k++)
      ok = in_.isInt(function->getParamDecl(k)->getType());
    if (ok && withTime)
      ok = in_.isReal(function->getParamDecl(rank)->getType());
    const std::string about = std::string(word) + "(" + name + ")";
    if (!ok) {
      reportArguments(function, word, name);
      in_.diagnostics.hint("write '" + about + in_.signature(withTime, species.has_value()) + "'");
      return false;
    }
    if (!hidesNothing(function, about))
      return false;
    signed_.insert(function);
    return true;
  }

  bool hidesNothing(const clang::FunctionDecl *function, const std::string &about) {
    for (const clang::ParmVarDecl *argument : function->parameters())
      if (const auto hidden = declaredAs(in_.names, argument->getName().str())) {
        in_.diagnostics.error(toRange(in_.context, clang::SourceRange(argument->getLocation())),
                              "the argument '" + argument->getName().str() + "' of " + about +
                                  " hides " + spelled(*hidden, argument->getName().str()));
        in_.diagnostics.hint("give one of them another name");
        return false;
      }
    return true;
  }

  std::vector<ExprPtr> indices(const clang::FunctionDecl *function,
                               const std::optional<std::int64_t> &species = std::nullopt) const {
    return indices(function, in_.names.rank, species);
  }
  static std::vector<ExprPtr> indices(const clang::FunctionDecl *function, int rank,
                                      const std::optional<std::int64_t> &species = std::nullopt) {
    std::vector<ExprPtr> result;
    if (species)
      result.push_back(makeInt(*species));
    for (int axis = 0; axis < rank; axis++)
      result.push_back(
          makeIndex(axis, function->getParamDecl(axis + species.has_value())->getName().str()));
    return result;
  }

  Reading &in_;
  std::set<const clang::FunctionDecl *> signed_; ///< functions with correct arguments
};

} // namespace

void readEquations(Reading &reading) { EquationReader(reading).read(); }

} // namespace eulerc::compiler
