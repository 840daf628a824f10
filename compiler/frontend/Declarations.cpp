#include "Declarations.h"

#include "Boundaries.h"
#include "Lower.h"
#include "Record.h"
#include "Words.h"

#include "clang/AST/DeclCXX.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Lex/Lexer.h"

#include <set>

namespace eulerc::compiler {
namespace {

class Reader {
public:
  Reader(const std::string &file, clang::ASTContext &context, Diagnostics &diagnostics)
      : context_(context), diagnostics_(diagnostics), lowering_(context, names_, diagnostics) {
    problem_.file = file;
  }

  std::optional<Problem> read() {
    recorded_ = recordDeclarations(context_, diagnostics_);
    for (const clang::VarDecl *declaration : recorded_.params)
      readParam(declaration);
    for (const clang::StaticAssertDecl *declaration : recorded_.assertions)
      readAssertion(declaration);
    readTimespan();
    for (const clang::VarDecl *declaration : recorded_.tables)
      readTable(declaration);
    for (const clang::VarDecl *declaration : recorded_.states)
      readState(declaration);
    for (const clang::VarDecl *declaration : recorded_.fields)
      readField(declaration);
    checkNames();
    if (diagnostics_.hasErrors())
      return std::nullopt;
    for (State &state : problem_.states)
      readFunctions(state);
    for (Field &field : problem_.fields)
      readInitial(field.name, field.initial);
    if (diagnostics_.hasErrors())
      return std::nullopt;
    readBoundaries(recorded_.boundaries, context_, lowering_, problem_, diagnostics_);
    if (diagnostics_.hasErrors())
      return std::nullopt;
    return std::move(problem_);
  }

private:
  void readParam(const clang::VarDecl *declaration) {
    const clang::QualType type = declaration->getType().getCanonicalType().getUnqualifiedType();
    const bool isInt = type == context_.IntTy || type == context_.LongTy;
    if (!isInt && type != context_.DoubleTy)
      return error(declaration, "a param is an 'int' or a 'real'",
                   "write 'param real " + declaration->getName().str() + " = ...;'");
    if (!declaration->getInit())
      return error(declaration, "param '" + declaration->getName().str() + "' has no default value",
                   "write '" + declaration->getName().str() + " = VALUE'");
    const ExprPtr value = lowering_.constant(declaration->getInit());
    if (!value)
      return;
    Param param;
    param.name = declaration->getName().str();
    param.type = isInt ? Type::Int : Type::Real;
    param.value = value;
    param.initialiser = sourceText(context_, declaration->getInit()->getSourceRange());
    param.description = descriptionAbove(context_, declaration);
    param.where = nameRange(declaration);
    names_.params[declaration->getCanonicalDecl()] = makeParam(param.name, param.type);
    problem_.params.push_back(std::move(param));
  }

  void readAssertion(const clang::StaticAssertDecl *declaration) {
    const ExprPtr condition = lowering_.constant(declaration->getAssertExpr());
    if (!condition)
      return;
    std::string message = sourceText(context_, declaration->getAssertExpr()->getSourceRange());
    if (const auto *text =
            llvm::dyn_cast_if_present<clang::StringLiteral>(declaration->getMessage()))
      message = text->getString().str();
    problem_.assertions.push_back(
        {makeOp(Op::NotEqual, {condition, makeInt(0)}), message,
         toRange(context_, declaration->getAssertExpr()->getSourceRange())});
  }

  void readTimespan() {
    if (!recorded_.timespan)
      return;
    const auto *list = llvm::dyn_cast<clang::InitListExpr>(recorded_.timespan->getInit());
    if (!list)
      return error(recorded_.timespan, "timespan is a list", "write { .to = 1.0, .dt = 1e-4 }");
    ExprPtr *targets[] = {&problem_.timespan.from, &problem_.timespan.to, &problem_.timespan.dt};
    for (unsigned k = 0; k < list->getNumInits() && k < 3; k++)
      if (!llvm::isa<clang::ImplicitValueInitExpr>(list->getInit(k)))
        *targets[k] = lowering_.constant(list->getInit(k));
  }

  void readTable(const clang::VarDecl *declaration) {
    const std::string name = declaration->getName().str();
    const auto *type = context_.getAsConstantArrayType(declaration->getType());
    const auto *list = llvm::dyn_cast_if_present<clang::InitListExpr>(declaration->getInit());
    if (!type || !list ||
        type->getElementType().getCanonicalType().getUnqualifiedType() != context_.DoubleTy)
      return error(declaration, "a table is a list of reals",
                   "write for example 'table real w[3] = {0.25, 0.5, 0.25};'");
    Table table{name, {}, nameRange(declaration)};
    for (unsigned k = 0; k < type->getSize().getZExtValue(); k++) {
      const bool given =
          k < list->getNumInits() && !llvm::isa<clang::ImplicitValueInitExpr>(list->getInit(k));
      const ExprPtr value = given ? asReal(lowering_.constant(list->getInit(k))) : makeReal(0);
      if (!value)
        return;
      table.values.push_back(given ? asNumberIfPlain(value, list->getInit(k)) : value);
    }
    names_.tables[declaration->getCanonicalDecl()] = table.values;
    problem_.tables.push_back(std::move(table));
  }

  /// An expression without params is the number it stands for, computed in double.
  ExprPtr asNumberIfPlain(const ExprPtr &value, const clang::Expr *written) const {
    clang::Expr::EvalResult result;
    if (anyNode(value, [](const Expr &node) { return node.op == Op::Param; }) ||
        !written->EvaluateAsRValue(result, context_) || !result.Val.isFloat())
      return value;
    return makeReal(result.Val.getFloat().convertToDouble(), value->where);
  }

  /// The extents in the brackets of a state or field, or nothing after an error.
  std::optional<std::vector<ExprPtr>> readShape(const clang::VarDecl *declaration,
                                                const std::string &word) {
    const std::string name = declaration->getName().str();
    const auto refuseAt = [&](const SourceRange &where, const std::string &message,
                              const std::string &hint) {
      diagnostics_.error(where, message);
      diagnostics_.hint(hint);
      return std::nullopt;
    };
    const auto refuse = [&](const std::string &message, const std::string &hint) {
      return refuseAt(wordRange(declaration), message, hint);
    };
    std::vector<ExprPtr> extents;
    clang::TypeLoc element = declaration->getTypeSourceInfo()->getTypeLoc();
    clang::ArrayTypeLoc array = element.getAsAdjusted<clang::ArrayTypeLoc>();
    if (!array)
      return refuse(word + " '" + name + "' has no grid",
                    "write the number of its grid points: '" + word + " real " + name + "[N];'");
    for (; array; array = element.getAsAdjusted<clang::ArrayTypeLoc>()) {
      if (!array.getSizeExpr())
        return refuse(word + " '" + name + "' has no size",
                      "write the number of grid points in the brackets: '[N]'");
      const ExprPtr extent = lowering_.constant(array.getSizeExpr());
      if (!extent)
        return std::nullopt;
      extents.push_back(extent);
      element = array.getElementLoc();
    }
    if (element.getType().getCanonicalType().getUnqualifiedType() != context_.DoubleTy)
      return refuse("a " + word + " is 'real'", "write '" + word + " real " + name + "[...]'");
    if (extents.size() > kMaxAxes)
      return refuse("a grid has at most three dimensions",
                    "if the fourth one is short, give each of its entries a state of its own");
    if (problem_.extents.empty()) {
      problem_.extents = extents;
      names_.rank = static_cast<int>(extents.size());
    }
    if (extents.size() != problem_.extents.size() ||
        !std::equal(extents.begin(), extents.end(), problem_.extents.begin(), sameExtent))
      return refuseAt(nameRange(declaration),
                      "'" + name + "' has another shape than '" +
                          recorded_.states.front()->getName().str() + "'",
                      "all states and fields of a program share one grid");
    return extents;
  }

  static bool sameExtent(const ExprPtr &a, const ExprPtr &b) { return sameValue(a, b); }

  void readState(const clang::VarDecl *declaration) {
    if (!readShape(declaration, "state"))
      return;
    State state;
    state.name = declaration->getName().str();
    state.where = nameRange(declaration);
    state.description = descriptionAbove(context_, declaration);
    state.boundary.resize(problem_.extents.size());
    names_.states[declaration->getCanonicalDecl()] = state.name;
    problem_.states.push_back(std::move(state));
  }

  void readField(const clang::VarDecl *declaration) {
    if (recorded_.states.empty() || !readShape(declaration, "field"))
      return;
    names_.fields[declaration->getCanonicalDecl()] = declaration->getName().str();
    problem_.fields.push_back({declaration->getName().str(), nullptr,
                               descriptionAbove(context_, declaration), nameRange(declaration)});
  }

  /// ddt, initial and boundary must name a state.
  void checkNames() {
    std::vector<std::string> states;
    for (const clang::VarDecl *declaration : recorded_.states)
      states.push_back(declaration->getName().str());
    std::vector<std::string> arrays = states;
    for (const clang::VarDecl *declaration : recorded_.fields)
      arrays.push_back(declaration->getName().str());
    const auto check = [&](const std::string &name, const clang::Decl *where, const char *word,
                           const std::vector<std::string> &known) {
      if (recorded_.states.empty() || std::ranges::find(known, name) != known.end())
        return;
      diagnostics_.error(wordRange(where),
                         std::string(word) + "(" + name + "): there is no state '" + name + "'");
      if (const auto meant = nearest(name, known))
        diagnostics_.hint("did you mean '" + *meant + "'?");
    };
    for (const auto &[name, function] : recorded_.ddt)
      check(name, function, "ddt", states);
    for (const auto &[name, function] : recorded_.initial)
      check(name, function, "initial", arrays);
    for (const BoundaryDecl &boundary : recorded_.boundaries)
      check(boundary.state, boundary.decl, "boundary", states);
    if (recorded_.states.empty()) {
      diagnostics_.error({}, "'" + problem_.file + "' declares no state");
      diagnostics_.hint("an unknown is declared as 'state real y[N];'");
    }
  }

  void readFunctions(State &state) {
    const auto ddt = recorded_.ddt.find(state.name);
    if (ddt == recorded_.ddt.end()) {
      diagnostics_.error(state.where, "state '" + state.name + "' has no right-hand side");
      diagnostics_.hint("define it: 'ddt(" + state.name + ")" + signature(true) +
                        " { return ...; }'");
    } else if (checkSignature(ddt->second, state.name, "ddt", true)) {
      std::vector<ExprPtr> arguments = indices(ddt->second);
      if (problem_.indexNames.empty())
        for (const ExprPtr &index : arguments)
          problem_.indexNames.push_back(index->name);
      arguments.push_back(makeOp(Op::Time, {}));
      state.derivative = asReal(lowering_.function(ddt->second, arguments));
    }
    if (!recorded_.initial.contains(state.name)) {
      diagnostics_.error(state.where, "state '" + state.name + "' has no initial values");
      diagnostics_.hint("define them: 'initial(" + state.name + ")" + signature(false) +
                        " { return ...; }'");
    }
    readInitial(state.name, state.initial);
  }

  /// The initial values of a state or field, if they are given.
  void readInitial(const std::string &name, ExprPtr &value) {
    const auto initial = recorded_.initial.find(name);
    if (initial == recorded_.initial.end() ||
        !checkSignature(initial->second, name, "initial", false))
      return;
    value = asReal(lowering_.function(initial->second, indices(initial->second)));
    if (value)
      checkReadsNoState(value, initial->second);
  }

  /// "(int j, int i, real t)" with the names of the axes, or usual ones.
  std::string signature(bool withTime) const {
    static const char *const usual[] = {"k", "j", "i"};
    std::string text;
    for (int axis = 0; axis < names_.rank; axis++)
      text += std::string(text.empty() ? "(int " : ", int ") +
              (problem_.indexNames.empty() ? usual[kMaxAxes - names_.rank + axis]
                                           : problem_.indexNames[axis].c_str());
    return text + (withTime ? ", real t)" : ")");
  }

  void checkReadsNoState(const ExprPtr &initial, const clang::FunctionDecl *function) {
    forEachNode(initial, [&](const ExprPtr &node) {
      if (node->op != Op::Read)
        return;
      diagnostics_.error(node->where.known() ? node->where : wordRange(function),
                         "initial values cannot depend on a state or field");
      diagnostics_.hint("compute them from the index and the params");
    });
  }

  static bool isPlain(const clang::ParmVarDecl *argument, std::vector<clang::QualType> types) {
    const clang::QualType type = argument->getType().getCanonicalType().getUnqualifiedType();
    return std::ranges::find(types, type) != types.end();
  }

  /// (int i) for initial, (int i, real t) for ddt; one index an axis.
  bool checkSignature(const clang::FunctionDecl *function, const std::string &name,
                      const char *word, bool withTime) {
    const auto rank = static_cast<unsigned>(names_.rank);
    bool ok = function->getNumParams() == rank + withTime;
    for (unsigned k = 0; ok && k < rank; k++)
      ok = isPlain(function->getParamDecl(k), {context_.IntTy, context_.LongTy});
    if (ok && withTime)
      ok = isPlain(function->getParamDecl(rank), {context_.DoubleTy});
    if (ok)
      return true;
    diagnostics_.error(wordRange(function),
                       std::string(word) + "(" + name + ") has the wrong arguments");
    diagnostics_.hint(std::string("write '") + word + "(" + name + ")" + signature(withTime) + "'");
    return false;
  }

  std::vector<ExprPtr> indices(const clang::FunctionDecl *function) const {
    std::vector<ExprPtr> result;
    for (int axis = 0; axis < names_.rank; axis++)
      result.push_back(makeIndex(axis, function->getParamDecl(axis)->getName().str()));
    return result;
  }

  SourceRange nameRange(const clang::VarDecl *declaration) const {
    return toRange(context_, clang::SourceRange(declaration->getLocation()));
  }
  /// The word a declaration made by a macro starts with: "ddt(y)".
  SourceRange wordRange(const clang::Decl *declaration) const {
    return toRange(context_, clang::SourceRange(declaration->getBeginLoc()));
  }
  void error(const clang::VarDecl *declaration, const std::string &message,
             const std::string &hint) {
    diagnostics_.error(wordRange(declaration), message);
    if (!hint.empty())
      diagnostics_.hint(hint);
  }

  clang::ASTContext &context_;
  Diagnostics &diagnostics_;
  Names names_;
  Lowering lowering_;
  Recorded recorded_;
  Problem problem_;
};

} // namespace

std::optional<Problem> readDeclarations(const std::string &file, clang::ASTContext &context,
                                        Diagnostics &diagnostics) {
  return Reader(file, context, diagnostics).read();
}

} // namespace eulerc::compiler
