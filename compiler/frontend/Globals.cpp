// Values of the whole grid: a reduction at each stage, and a table of one entry that steps read.
//
//   global real mean_u = mean(u);   →   a Monitor of u[i], and a table "mean_u"
#include "Reading.h"

#include "frontend/Nearest.h"

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
    global.description = descriptionAbove(in_.context, declaration_);
    global.isGlobal = true;
    const std::string &how = words_[1], &of = words_.back();
    const auto *const found = std::ranges::find(kReductions, how);
    if (found == std::end(kReductions))
      return refuse("there is no reduction '" + how + "'",
                    suggestion(how, {std::begin(kReductions), std::end(kReductions)}));
    global.reduction = static_cast<Monitor::Reduction>(found - std::begin(kReductions));
    const auto state = std::ranges::find(in_.problem.states, of, &State::name);
    if (state == in_.problem.states.end() || state->gives == Gives::Let)
      return refuse("'" + of + "' is no state", "a global is made of a state, as in 'global real " +
                                                    global.name + " = mean(" +
                                                    in_.problem.states.front().name + ");'");
    std::vector<ExprPtr> own;
    for (std::size_t axis = 0; axis < in_.problem.indexNames.size(); axis++)
      own.push_back(makeIndex(static_cast<int>(axis), in_.problem.indexNames[axis]));
    global.value = makeRead(state->name, own);
    addTable(global.name);
    in_.problem.monitors.push_back(std::move(global));
  }

private:
  /// All of them before other tables, in their order.
  void addTable(const std::string &name) {
    Data table;
    table.name = name;
    table.values = {makeReal(0)};
    table.extents = {makeInt(1)};
    table.where = in_.nameRange(declaration_);
    table.isGlobal = true;
    auto &all = in_.problem.data;
    all.insert(std::ranges::find(all, false, &Data::isGlobal), std::move(table));
  }

  void refuse(const std::string &message, const std::string &hint) {
    in_.diagnostics.error(in_.nameRange(declaration_), message);
    in_.diagnostics.hint(hint);
  }

  Reading &in_;
  const clang::VarDecl *declaration_;
  const std::vector<std::string> words_; ///< "eulerc.global", "mean", "u"
};

} // namespace

void readGlobals(Reading &in) {
  for (const clang::VarDecl *declaration : in.recorded.globals)
    GlobalReader(in, declaration).read();
}

} // namespace eulerc::compiler
