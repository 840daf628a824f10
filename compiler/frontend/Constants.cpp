// Constants: reads params, tables, assertions, the timespan and the method.
//
//   param int N = 80;   timespan = { .to = 1 };   →   a Param, and TimespanDefaults
#include "Reading.h"

#include "frontend/Nearest.h"
#include "ir/Methods.h"

#include "clang/Basic/SourceManager.h"
#include "clang/Lex/Lexer.h"

namespace eulerc::compiler {
namespace {

/// The limit for entries of tables, which are compiled into solvers: 10,000 take ten seconds.
constexpr std::uint64_t mostEntries = 10000;

class ConstantReader {
public:
  explicit ConstantReader(Reading &in) : in_(in) {}

  bool checkTypes() {
    for (const clang::VarDecl *declaration : in_.recorded.constants)
      checkType(declaration);
    return !in_.diagnostics.hasErrors();
  }

  void read() {
    for (const clang::VarDecl *declaration : in_.recorded.constants)
      readConstant(declaration);
    for (const clang::StaticAssertDecl *declaration : in_.recorded.assertions)
      readAssertion(declaration);
    readTimespan();
    readMethod();
  }

private:
  void readConstant(const clang::VarDecl *declaration) {
    in_.names.declared = declaration->getCanonicalDecl();
    if (kindOf(declaration) == Leaf::Table)
      readTable(declaration);
    else
      readParam(declaration);
    in_.names.declared = nullptr;
  }

  void checkType(const clang::VarDecl *declaration) {
    const std::string name = declaration->getName().str();
    const clang::QualType type = declaration->getType();
    if (kindOf(declaration) == Leaf::Table)
      return checkTable(declaration);
    if (in_.isInt(type) || in_.isReal(type))
      return;
    if (type->isArrayType())
      return in_.error(declaration, "param '" + name + "' is one number",
                       "a list of numbers is a table, 'table real " + name +
                           "[] = {...};', one value for each point a field, 'field real " + name +
                           "[N];'");
    if (type->isIntegerType())
      return in_.error(declaration, "a param is an 'int' or a 'real'",
                       "write 'param int " + name + " = ...;'");
    in_.error(declaration, "a param is an 'int' or a 'real'",
              "write 'param real " + name +
                  " = ...;'; its precision is chosen with eulerc's --real");
  }

  void checkTable(const clang::VarDecl *declaration) {
    const auto *type = in_.context.getAsConstantArrayType(declaration->getType());
    if (!type || !in_.isReal(type->getElementType()) ||
        !llvm::isa_and_present<clang::InitListExpr>(declaration->getInit()))
      in_.error(declaration, "a table is a list of reals",
                "write for example 'table real w[3] = {0.25, 0.5, 0.25};'");
  }

  void readParam(const clang::VarDecl *declaration) {
    Param param;
    param.name = declaration->getName().str();
    param.type = in_.isInt(declaration->getType()) ? Type::Int : Type::Real;
    // A wrong param is reported at its declaration, not where it is used.
    in_.names.params[declaration->getCanonicalDecl()] = makeParam(param.name, param.type);
    if (!declaration->getInit())
      return in_.error(declaration, "param '" + param.name + "' has no default value",
                       "write '" + param.name + " = VALUE'");
    const ExprPtr value = in_.lowering.constant(declaration->getInit(), Place::Param);
    if (!value)
      return;
    for (Param &size : in_.lowering.takeSizes())
      if (std::ranges::find(in_.problem.params, size.name, &Param::name) ==
          in_.problem.params.end())
        in_.problem.params.push_back(std::move(size));
    param.value = value;
    param.initialiser = sourceText(in_.context, declaration->getInit()->getSourceRange());
    param.description = descriptionAbove(in_.context, declaration, in_.diagnostics);
    param.where = in_.nameRange(declaration);
    in_.problem.params.push_back(std::move(param));
  }

  void readAssertion(const clang::StaticAssertDecl *declaration) {
    const ExprPtr condition = in_.lowering.constant(declaration->getAssertExpr(), Place::Assertion);
    if (!condition)
      return;
    std::string message = sourceText(in_.context, declaration->getAssertExpr()->getSourceRange());
    if (const auto *text =
            llvm::dyn_cast_if_present<clang::StringLiteral>(declaration->getMessage()))
      message = text->getString().str();
    in_.problem.assertions.push_back(
        {asCondition(condition), message,
         toRange(in_.context, declaration->getAssertExpr()->getSourceRange())});
  }

  void readTimespan() {
    if (!in_.recorded.timespan)
      return;
    const auto *list = llvm::dyn_cast<clang::InitListExpr>(in_.recorded.timespan->getInit());
    if (!list)
      return in_.error(in_.recorded.timespan, "timespan is a list",
                       "write { .to = 1.0, .dt = 1e-4 }");
    if (in_.lacksNames(list, "timespan = { .from = 0.0, .to = 1.0, .dt = 1e-4 };"))
      return;
    ExprPtr *targets[] = {&in_.problem.timespan.from, &in_.problem.timespan.to,
                          &in_.problem.timespan.dt};
    for (unsigned k = 0; k < list->getNumInits() && k < 3; k++)
      if (!llvm::isa<clang::ImplicitValueInitExpr>(list->getInit(k)))
        *targets[k] = in_.lowering.constant(list->getInit(k), Place::Timespan);
  }

  void readMethod() {
    const clang::VarDecl *declaration = in_.recorded.method;
    if (!declaration)
      return;
    for (const std::string &word : wordsOf(declaration))
      if (word != "eulerc.method")
        in_.problem.method += word;
    const std::string &name = in_.problem.method;
    in_.problem.methodWhere = methodName(declaration);
    if (methodNamed(name))
      return;
    std::vector<std::string> known;
    for (const Method &method : methods())
      known.emplace_back(method.name);
    in_.diagnostics.error(in_.problem.methodWhere, "there is no method '" + name + "'");
    const std::string meant = methodElsewhere(name);
    in_.diagnostics.hint(!meant.empty()         ? "write 'method = " + meant + ";'"
                         : nearest(name, known) ? suggestion(name, known)
                                                : suggestion(name, known) + "; all are explicit");
  }

  /// The third word of `method = NAME;`.
  SourceRange methodName(const clang::VarDecl *declaration) const {
    const clang::SourceManager &sources = in_.context.getSourceManager();
    clang::SourceLocation at = sources.getFileLoc(declaration->getBeginLoc());
    for (int word = 0; word < 2; word++)
      if (const auto next = clang::Lexer::findNextToken(at, sources, in_.context.getLangOpts()))
        at = next->getLocation();
    return toRange(in_.context, clang::SourceRange(at));
  }

  void readTable(const clang::VarDecl *declaration) {
    const std::string name = declaration->getName().str();
    const auto *type = in_.context.getAsConstantArrayType(declaration->getType());
    const auto *list = llvm::cast<clang::InitListExpr>(declaration->getInit());
    const std::uint64_t size = type->getSize().getZExtValue();
    in_.names.tables[declaration->getCanonicalDecl()].assign(std::min(size, mostEntries),
                                                             makeReal(0)); // also with mistakes
    if (size > mostEntries)
      return in_.error(declaration,
                       "a table has at most " + std::to_string(mostEntries) + " entries",
                       "longer lists are data: 'data real " + name + "[K];'");
    Data table;
    table.name = name;
    table.extents = {makeInt(static_cast<std::int64_t>(size))};
    table.where = in_.nameRange(declaration);
    for (unsigned k = 0; k < size; k++) {
      const bool given =
          k < list->getNumInits() && !llvm::isa<clang::ImplicitValueInitExpr>(list->getInit(k));
      const ExprPtr value =
          given ? asReal(in_.lowering.constant(list->getInit(k), Place::Table)) : makeReal(0);
      if (!value)
        return;
      table.values.push_back(given ? asNumberIfPlain(value, list->getInit(k)) : value);
    }
    in_.names.tables[declaration->getCanonicalDecl()] = table.values;
    in_.problem.data.push_back(std::move(table));
  }

  /// An expression without params becomes its number, computed in double, if that is finite.
  ExprPtr asNumberIfPlain(const ExprPtr &value, const clang::Expr *written) const {
    clang::Expr::EvalResult result;
    if (anyNode(value, [](const Expr &node) { return node.op == Op::Param; }) ||
        !written->EvaluateAsRValue(result, in_.context) || !result.Val.isFloat() ||
        !result.Val.getFloat().isFinite())
      return value;
    return makeReal(result.Val.getFloat().convertToDouble(), value->where);
  }

  Reading &in_;
};

} // namespace

bool checkConstantTypes(Reading &reading) { return ConstantReader(reading).checkTypes(); }

void readConstants(Reading &reading) { ConstantReader(reading).read(); }

} // namespace eulerc::compiler
