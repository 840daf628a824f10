// Globals: values of the whole grid, as a reduction at each stage and a table of one entry.
//
//   global real mean_u = mean(u);   →   a Monitor of u[i], and a table "mean_u"
#include "Quantities.h"
#include "Reading.h"

#include "frontend/Nearest.h"

#include "clang/Basic/SourceManager.h"
#include "clang/Lex/Lexer.h"

#include <algorithm>

namespace eulerc::compiler {
namespace {

class GlobalReader {
public:
  GlobalReader(Reading &in, const clang::VarDecl *declaration)
      : in_(in), declaration_(declaration), words_(wordsOf(declaration)) {}

  void read() {
    Monitor global;
    global.name = declaration_->getName().str();
    global.where = in_.nameRange(declaration_);
    global.description = descriptionAbove(in_.context, declaration_, in_.diagnostics);
    global.isGlobal = true;
    const std::string &how = words_[1];
    const auto *const found = std::ranges::find(kReductions, how);
    if (found == std::end(kReductions))
      return refuse("there is no reduction '" + how + "'",
                    suggestion(how, {std::begin(kReductions), std::end(kReductions)}));
    global.reduction = static_cast<Monitor::Reduction>(found - std::begin(kReductions));
    const std::string of = readArray();
    if (of.empty()) {
      in_.diagnostics.error(toRange(in_.context, clang::SourceRange(token_.getLocation())),
                            "a global reduces one array by its name, and no expression");
      return in_.diagnostics.hint("compute it in an output: 'output real NAME" +
                                  in_.signature(true) + " { return VALUE; }' and 'global real " +
                                  global.name + " = " + how + "(NAME);'");
    }
    const auto &states = in_.problem.states;
    const auto state = std::ranges::find(states, of, &State::name);
    if (state != states.end() && state->gives == Gives::Event)
      return refuse("'" + of + "' is an event, and nothing in the program reads it",
                    "a global of its value is one of an output: 'output real NAME" +
                        in_.signature(true) + " { return VALUE; }'");
    const auto species = std::ranges::find(states, of, &State::array);
    if (state == states.end() && species != states.end())
      return refuse("'" + of + "' has species, and a global is of one of them",
                    "write its number: 'global real " + global.name + " = " + how + "(" +
                        species->name + ");'");
    global.value = valueOf(of);
    if (!global.value && isOutput(of)) // an output with mistakes
      return;
    const std::string array = of.substr(0, of.find('['));
    if (const auto known = std::ranges::find(states, array, &State::array);
        !global.value && known != states.end() && known->species)
      return refuse("'" + array + "' has no species " +
                        of.substr(array.size() + 1, of.find(']') - array.size() - 1),
                    "its species are numbered from 0 to " +
                        std::to_string(std::ranges::count(states, array, &State::array) - 1));
    if (!global.value)
      return refuse("'" + of + "' is no state, quantity, field or output",
                    "a global is made of one of these, as in 'global real " + global.name +
                        " = mean(" + in_.problem.states.front().name + ");'");
    const std::string rule = "a global is made of states, fields, data, the time, and quantities "
                             "that are made of these at the point itself";
    if (const std::string part = boundToSteps(in_.problem, global.value); !part.empty())
      return refuse("'" + of + "' is made of values that only steps know",
                    "it depends on " + part + "; " + rule);
    if (const std::string other = globalIn(in_.problem, global.value); !other.empty())
      return refuse("'" + of + "' is made of global '" + other + "'", rule);
    in_.problem.monitors.push_back(std::move(global));
  }

private:
  /// The array in the brackets, "u" or "c[1]", whose tokens follow the name: ", sum , u )"
  /// (MethodWords.h). "" for anything else; then token_ is the first one of that.
  std::string readArray() {
    using namespace clang::tok;
    const clang::SourceManager &sources = in_.context.getSourceManager();
    token_.setLocation(sources.getFileLoc(declaration_->getLocation()));
    std::string array;
    const auto isNext = [&](TokenKind kind) {
      token_ = clang::Lexer::findNextToken(token_.getLocation(), sources, in_.context.getLangOpts())
                   .value_or(clang::Token());
      array += clang::Lexer::getSpelling(token_, sources, in_.context.getLangOpts());
      return token_.is(kind);
    };
    if (!isNext(comma) || !isNext(raw_identifier) || !isNext(comma))
      return "";
    array.clear();
    if (!isNext(raw_identifier))
      return "";
    const bool isWhole = isNext(r_paren) || (token_.is(l_square) && isNext(numeric_constant) &&
                                             isNext(r_square) && isNext(r_paren));
    return isWhole ? array.substr(0, array.size() - 1) : "";
  }

  bool isOutput(const std::string &name) const {
    return std::ranges::any_of(in_.recorded.monitors, [&](const MonitorDecl &each) {
      return each.isOutput() && each.name == name;
    });
  }

  /// The value to reduce at a point, over states; null: there is none of that name.
  ExprPtr valueOf(const std::string &name) const {
    const auto &outputs = in_.problem.monitors;
    const auto output = std::ranges::find_if(
        outputs, [&](const Monitor &each) { return each.isOutput && each.name == name; });
    if (output != outputs.end())
      return output->value;
    const auto &states = in_.problem.states;
    const bool isState = std::ranges::find(states, name, &State::name) != states.end();
    if (!isState &&
        std::ranges::find(in_.problem.fields, name, &Field::name) == in_.problem.fields.end())
      return nullptr;
    std::vector<ExprPtr> own;
    for (std::size_t axis = 0; axis < in_.problem.indexNames.size(); axis++)
      own.push_back(makeIndex(static_cast<int>(axis), in_.problem.indexNames[axis]));
    return inStates(in_.problem, makeRead(name, own));
  }

  void refuse(const std::string &message, const std::string &hint) {
    in_.diagnostics.error(in_.nameRange(declaration_), message);
    in_.diagnostics.hint(hint);
  }

  Reading &in_;
  const clang::VarDecl *declaration_;
  const std::vector<std::string> words_; ///< "eulerc.global", "mean", "u"
  clang::Token token_ = {};
};

/// The table of one entry that steps read.
Data tableOf(const Reading &in, const clang::VarDecl *global) {
  Data table;
  table.name = global->getName().str();
  table.values = {makeReal(0)};
  table.extents = {makeInt(1)};
  table.where = in.nameRange(global);
  table.isGlobal = true;
  return table;
}

} // namespace

void declareGlobals(Reading &in) {
  auto &all = in.problem.data;
  for (const clang::VarDecl *declaration : in.recorded.globals) // before other tables
    all.insert(std::ranges::find(all, false, &Data::isGlobal), tableOf(in, declaration));
}

void readGlobals(Reading &in) {
  for (const clang::VarDecl *declaration : in.recorded.globals)
    GlobalReader(in, declaration).read();
}

} // namespace eulerc::compiler
