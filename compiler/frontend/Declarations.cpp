#include "Declarations.h"

#include "Boundaries.h"
#include "Lower.h"
#include "Randoms.h"
#include "Record.h"

#include "frontend/Nearest.h"

#include "clang/AST/DeclCXX.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Lex/Lexer.h"

#include <set>

namespace eulerc::compiler {
namespace {

/// A state's first size is that of an axis if it is a larger number.
constexpr std::int64_t kMostSpecies = 32;

class DeclarationReader {
public:
  DeclarationReader(const std::string &file, clang::ASTContext &context, Diagnostics &diagnostics)
      : context_(context), diagnostics_(diagnostics), lowering_(context, names_, diagnostics) {
    problem_.file = file;
  }

  std::optional<Problem> read() {
    recorded_ = recordDeclarations(context_, diagnostics_);
    for (const clang::VarDecl *declaration : recorded_.states)
      names_.states[declaration->getCanonicalDecl()] = declaration->getName().str();
    for (const clang::VarDecl *declaration : recorded_.fields)
      names_.fields[declaration->getCanonicalDecl()] = declaration->getName().str();
    for (const clang::VarDecl *declaration : recorded_.data) // all of them: readData()
      names_.data[declaration->getCanonicalDecl()] = {declaration->getName().str(), Type::Real};
    for (const MonitorDecl &monitor : recorded_.monitors)
      if (monitor.value)
        names_.monitors[monitor.value] = 0; // numbered when they are read
    names_.stepSize = recorded_.stepSize;
    for (const clang::VarDecl *declaration : recorded_.constants)
      checkType(declaration);
    if (diagnostics_.hasErrors())
      return std::nullopt; // wrong types follow from wrong types
    for (const clang::VarDecl *declaration : recorded_.constants)
      readConstant(declaration);
    for (const clang::StaticAssertDecl *declaration : recorded_.assertions)
      readAssertion(declaration);
    readTimespan();
    for (const clang::VarDecl *declaration : recorded_.states)
      readState(declaration);
    for (const clang::VarDecl *declaration : recorded_.fields)
      readField(declaration);
    for (const clang::VarDecl *declaration : recorded_.data)
      readData(declaration);
    checkNames();
    if (diagnostics_.hasErrors())
      return std::nullopt;
    for (State &state : problem_.states)
      readFunctions(state);
    for (Field &field : problem_.fields) {
      readInitial(field.name, field.initial);
      field.indexNames = axesOf(field);
    }
    for (Data &data : problem_.data)
      readInitialOfData(data);
    if (diagnostics_.hasErrors())
      return std::nullopt;
    readBoundaries(recorded_.boundaries, context_, lowering_, names_, problem_, diagnostics_);
    readMonitors(recorded_, signature(true), lowering_, names_, problem_, diagnostics_);
    numberRandoms(problem_, diagnostics_);
    if (diagnostics_.hasErrors())
      return std::nullopt;
    return std::move(problem_);
  }

private:
  void readConstant(const clang::VarDecl *declaration) {
    names_.declared = declaration->getCanonicalDecl();
    if (kindOf(declaration) == Leaf::Table)
      readTable(declaration);
    else
      readParam(declaration);
    names_.declared = nullptr;
  }

  bool isInt(clang::QualType type) const {
    const clang::QualType plain = type.getCanonicalType().getUnqualifiedType();
    return plain == context_.IntTy || plain == context_.LongTy;
  }

  void checkType(const clang::VarDecl *declaration) {
    const std::string name = declaration->getName().str();
    const clang::QualType type = declaration->getType();
    if (kindOf(declaration) == Leaf::Table)
      return checkTable(declaration);
    if (isInt(type) || isReal(type))
      return;
    if (type->isArrayType())
      return error(declaration, "param '" + name + "' is one number",
                   "a list of numbers is a table, 'table real " + name +
                       "[] = {...};', one value for each point a field, 'field real " + name +
                       "[N];'");
    if (type->isIntegerType())
      return error(declaration, "a param is an 'int' or a 'real'",
                   "write 'param int " + name + " = ...;'");
    error(declaration, "a param is an 'int' or a 'real'",
          "write 'param real " + name + " = ...;'; its precision is chosen with eulerc's --real");
  }

  void checkTable(const clang::VarDecl *declaration) {
    const auto *type = context_.getAsConstantArrayType(declaration->getType());
    if (!type || !isReal(type->getElementType()) ||
        !llvm::isa_and_present<clang::InitListExpr>(declaration->getInit()))
      error(declaration, "a table is a list of reals",
            "write for example 'table real w[3] = {0.25, 0.5, 0.25};'");
  }

  void readParam(const clang::VarDecl *declaration) {
    Param param;
    param.name = declaration->getName().str();
    param.type = isInt(declaration->getType()) ? Type::Int : Type::Real;
    // What is wrong with a param is no mistake of those who use it.
    names_.params[declaration->getCanonicalDecl()] = makeParam(param.name, param.type);
    if (!declaration->getInit())
      return error(declaration, "param '" + param.name + "' has no default value",
                   "write '" + param.name + " = VALUE'");
    const ExprPtr value = lowering_.constant(declaration->getInit(), Place::Param);
    if (!value)
      return;
    param.value = value;
    param.initialiser = sourceText(context_, declaration->getInit()->getSourceRange());
    param.description = descriptionAbove(context_, declaration);
    param.where = nameRange(declaration);
    problem_.params.push_back(std::move(param));
  }

  void readAssertion(const clang::StaticAssertDecl *declaration) {
    const ExprPtr condition = lowering_.constant(declaration->getAssertExpr(), Place::Assertion);
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
        *targets[k] = lowering_.constant(list->getInit(k), Place::Timespan);
  }

  void readTable(const clang::VarDecl *declaration) {
    const std::string name = declaration->getName().str();
    const auto *type = context_.getAsConstantArrayType(declaration->getType());
    const auto *list = llvm::cast<clang::InitListExpr>(declaration->getInit());
    const std::size_t size = type->getSize().getZExtValue();
    names_.tables[declaration->getCanonicalDecl()].assign(size, makeReal(0)); // if it has mistakes
    Data table;
    table.name = name;
    table.extents = {makeInt(static_cast<std::int64_t>(size))};
    table.where = nameRange(declaration);
    for (unsigned k = 0; k < size; k++) {
      const bool given =
          k < list->getNumInits() && !llvm::isa<clang::ImplicitValueInitExpr>(list->getInit(k));
      const ExprPtr value =
          given ? asReal(lowering_.constant(list->getInit(k), Place::Table)) : makeReal(0);
      if (!value)
        return;
      table.values.push_back(given ? asNumberIfPlain(value, list->getInit(k)) : value);
    }
    names_.tables[declaration->getCanonicalDecl()] = table.values;
    problem_.data.push_back(std::move(table));
  }

  /// An expression without params is the number it stands for, computed in double.
  ExprPtr asNumberIfPlain(const ExprPtr &value, const clang::Expr *written) const {
    clang::Expr::EvalResult result;
    if (anyNode(value, [](const Expr &node) { return node.op == Op::Param; }) ||
        !written->EvaluateAsRValue(result, context_) || !result.Val.isFloat())
      return value;
    return makeReal(result.Val.getFloat().convertToDouble(), value->where);
  }

  /// What stands in the brackets of an array, and what they are of.
  struct Shape {
    std::vector<ExprPtr> extents;
    clang::QualType element;
  };

  /// Nothing after an error.
  std::optional<Shape> readExtents(const clang::VarDecl *declaration, const std::string &word) {
    const std::string name = declaration->getName().str();
    const bool isData = word == "data";
    Shape shape;
    clang::TypeLoc element = declaration->getTypeSourceInfo()->getTypeLoc();
    clang::ArrayTypeLoc array = element.getAsAdjusted<clang::ArrayTypeLoc>();
    if (!array && isData)
      return refuse(declaration, "data '" + name + "' is one number",
                    "one number is a param; of a list write the number of its entries: '" + name +
                        "[N];'");
    if (!array)
      return refuse(declaration, word + " '" + name + "' has no grid",
                    "write the number of its grid points: '" + word + " real " + name + "[N];'");
    for (; array; array = element.getAsAdjusted<clang::ArrayTypeLoc>()) {
      if (!array.getSizeExpr())
        return refuse(declaration, word + " '" + name + "' has no size",
                      std::string("write the number of ") + (isData ? "entries" : "grid points") +
                          " in the brackets: '[N]'");
      const ExprPtr extent = lowering_.constant(array.getSizeExpr(), Place::Size);
      if (!extent)
        return std::nullopt;
      shape.extents.push_back(extent);
      element = array.getElementLoc();
    }
    shape.element = element.getType();
    if (isReal(shape.element) || (isData && isInt(shape.element)))
      return shape;
    if (isData)
      return refuse(declaration, "data are 'int' or 'real'",
                    "write 'data int " + name + "[...]' or 'data real " + name + "[...]'");
    return refuse(declaration, "a " + word + " is 'real'",
                  "write '" + word + " real " + name + "[...]'");
  }

  std::nullopt_t refuse(const clang::VarDecl *declaration, const std::string &message,
                        const std::string &hint) {
    error(declaration, message, hint);
    return std::nullopt;
  }

  /// Whether a state or field has the shape of the grid, which the first state gives.
  bool readShape(const clang::VarDecl *declaration, const std::string &word) {
    const std::optional<Shape> shape = readExtents(declaration, word);
    if (!shape)
      return false;
    std::vector<ExprPtr> extents = shape->extents;
    if (word == "state" && extents.size() > 1 && isFew(extents.front())) {
      names_.species[declaration->getCanonicalDecl()] = extents.front()->integer;
      extents.erase(extents.begin());
    }
    if (extents.size() > kMaxAxes) {
      error(declaration, "a grid has at most three dimensions",
            "a first one that is short is no axis if its size is a number: 'state real "
            "f[9][NZ][NY][NX];' has nine species");
      return false;
    }
    if (problem_.extents.empty()) {
      problem_.extents = extents;
      names_.rank = static_cast<int>(extents.size());
    }
    if (std::ranges::equal(extents, problem_.extents, sameExtent))
      return true;
    const std::string name = declaration->getName().str();
    if (word == "state" && extents.size() == problem_.extents.size() + 1 &&
        std::equal(extents.begin() + 1, extents.end(), problem_.extents.begin(), sameExtent)) {
      diagnostics_.error(nameRange(declaration),
                         "'" + name + "' has one size more than the grid, and " +
                             print(extents.front()) + " is no number of species");
      diagnostics_.hint("species are counted by a number from 1 to " +
                        std::to_string(kMostSpecies) + ", or a macro for one: 'state real " + name +
                        "[9][...];'");
      return false;
    }
    const std::string first = recorded_.states.front()->getName().str();
    const std::vector<ExprPtr> &grid = problem_.extents;
    const bool isTail = extents.size() + 1 == grid.size() &&
                        std::equal(extents.begin(), extents.end(), grid.begin() + 1, sameExtent);
    diagnostics_.error(nameRange(declaration),
                       "'" + name + "' has another shape than '" + first + "'");
    diagnostics_.hint(isTail ? "the first size of '" + first + "', " + print(grid.front()) +
                                   ", is that of an axis; species are counted by a number from 1 "
                                   "to " +
                                   std::to_string(kMostSpecies)
                             : "all states and fields of a program share one grid; constants of "
                               "another shape are 'data'");
    return false;
  }

  bool isReal(clang::QualType type) const {
    return type.getCanonicalType().getUnqualifiedType() == context_.DoubleTy &&
           !isWrittenDouble(context_, type);
  }

  /// Whether a state's first size makes species of it.
  static bool isFew(const ExprPtr &extent) {
    return extent->op == Op::Constant && extent->integer > 0 && extent->integer <= kMostSpecies;
  }

  static bool sameExtent(const ExprPtr &a, const ExprPtr &b) { return sameValue(a, b); }

  void readState(const clang::VarDecl *declaration) {
    const bool isLet = recorded_.lets.contains(declaration);
    if (!readShape(declaration, isLet ? "let" : "state"))
      return;
    State state;
    state.gives = isLet ? Gives::Let : Gives::Rate;
    state.name = state.array = declaration->getName().str();
    state.where = nameRange(declaration);
    state.description = descriptionAbove(context_, declaration);
    state.boundary.resize(problem_.extents.size());
    const auto species = names_.species.find(declaration->getCanonicalDecl());
    for (std::int64_t q = 0; species != names_.species.end() && q < species->second; q++) {
      state.name = speciesName(state.array, q);
      state.species = q;
      problem_.states.push_back(state);
    }
    if (!state.species)
      problem_.states.push_back(std::move(state));
  }

  void readField(const clang::VarDecl *declaration) {
    if (recorded_.states.empty() || !readShape(declaration, "field"))
      return;
    Field field;
    field.name = declaration->getName().str();
    field.boundary.resize(problem_.extents.size());
    field.description = descriptionAbove(context_, declaration);
    field.where = nameRange(declaration);
    problem_.fields.push_back(std::move(field));
  }

  void readData(const clang::VarDecl *declaration) {
    const std::optional<Shape> shape = readExtents(declaration, "data");
    if (!shape)
      return;
    if (shape->extents.size() > kMaxAxes)
      return error(declaration, "data have at most three dimensions",
                   "let one of them count two: K[a * B + b][c][d]");
    Data data;
    data.name = declaration->getName().str();
    data.type = isReal(shape->element) ? Type::Real : Type::Int;
    data.extents = shape->extents;
    data.description = descriptionAbove(context_, declaration);
    data.where = nameRange(declaration);
    names_.data[declaration->getCanonicalDecl()] = {data.name, data.type};
    problem_.data.push_back(std::move(data));
  }

  /// ddt, initial and boundary must name a state.
  void checkNames() {
    if (recorded_.states.empty()) {
      diagnostics_.error({}, "'" + problem_.file + "' declares no state");
      diagnostics_.hint("an unknown is declared as 'state real y[N];'");
      return;
    }
    for (const auto &[word, functions] :
         {std::pair{"ddt", &recorded_.ddt}, {"next", &recorded_.next}, {"let", &recorded_.let}})
      for (const auto &[name, function] : *functions)
        checkName(word, name, function, kindNamed(name) == Leaf::State);
    checkOneFunctionEach();
    for (const auto &[name, function] : recorded_.initial)
      checkName("initial", name, function,
                kindNamed(name) == Leaf::State || kindNamed(name) == Leaf::Field ||
                    kindNamed(name) == Leaf::Data);
    for (const BoundaryDecl &boundary : recorded_.boundaries)
      checkName("boundary", boundary.state, boundary.decl,
                kindNamed(boundary.state) == Leaf::State ||
                    kindNamed(boundary.state) == Leaf::Field);
  }

  std::optional<Leaf> kindNamed(const std::string &name) const {
    for (const auto *declarations :
         {&recorded_.states, &recorded_.fields, &recorded_.data, &recorded_.constants})
      for (const clang::VarDecl *declaration : *declarations)
        if (declaration->getName() == name)
          return kindOf(declaration);
    return std::nullopt;
  }

  void checkName(const std::string &word, const std::string &name, const clang::Decl *where,
                 bool isRight) {
    if (isRight)
      return;
    if (const auto kind = kindNamed(name)) {
      const std::string about = word + "(" + name + "): " + spelled(*kind, name);
      if (word == "boundary")
        diagnostics_.error(wordRange(where), about + " has no boundary rule");
      else
        diagnostics_.error(wordRange(where), about + " is no state");
      return diagnostics_.hint(otherThanState(*kind));
    }
    std::vector<std::string> arrays;
    for (const clang::VarDecl *declaration : recorded_.states)
      arrays.push_back(declaration->getName().str());
    if (word != "ddt")
      for (const clang::VarDecl *declaration : recorded_.fields)
        arrays.push_back(declaration->getName().str());
    if (word == "initial")
      for (const clang::VarDecl *declaration : recorded_.data)
        arrays.push_back(declaration->getName().str());
    diagnostics_.error(wordRange(where), word + "(" + name + "): there is no state '" + name + "'");
    diagnostics_.hint(suggestion(name, arrays));
  }

  /// What to do instead of giving a field, param or table what a state has.
  static std::string otherThanState(Leaf kind) {
    if (kind == Leaf::Data)
      return "data keep their values; what changes is declared with 'state'";
    if (kind == Leaf::Field)
      return "a field keeps its value; what changes is declared with 'state'";
    return "what has a value at each point is declared with 'state', or 'field' if it keeps it";
  }

  /// A state has ddt or next, a quantity within steps has let, and nothing else.
  void checkOneFunctionEach() {
    for (const State &state : problem_.states) {
      if (state.species.value_or(0) > 0)
        continue; // said of the first
      const bool isLet = state.gives == Gives::Let;
      const auto refuse = [&](const auto &functions, const std::string &message,
                              const std::string &hint) {
        if (const auto found = functions.find(state.array); found != functions.end()) {
          diagnostics_.error(wordRange(found->second), message);
          diagnostics_.hint(hint);
        }
      };
      if (isLet) {
        for (const auto *functions : {&recorded_.ddt, &recorded_.next, &recorded_.initial})
          refuse(*functions,
                 "'" + state.array + "' lives within a step: it has no value to start from",
                 "declare it with 'state', or define 'let(" + state.array + ")' alone");
        continue;
      }
      refuse(recorded_.let, "'" + state.array + "' is a state, which lives from step to step",
             "declare it as 'let real " + state.array + "[...];', or write ddt or next");
      if (recorded_.ddt.contains(state.array))
        refuse(recorded_.next, "'" + state.array + "' has a ddt as well",
               "ddt gives its rate, next its value after the step: keep one of them");
    }
  }

  /// The word whose function the state has, and that function; null: none.
  std::pair<std::string, const clang::FunctionDecl *> functionOf(const State &state) const {
    const bool isLet = state.gives == Gives::Let;
    for (const auto &[word, functions] :
         {std::pair{"ddt", &recorded_.ddt}, {"next", &recorded_.next}, {"let", &recorded_.let}})
      if (const auto found = functions->find(state.array);
          found != functions->end() && isLet == (functions == &recorded_.let))
        return {word, found->second};
    return {isLet ? "let" : "ddt", nullptr};
  }

  void readFunctions(State &state) {
    const bool isFirst = state.species.value_or(0) == 0; // a mistake is one of the first, too
    const auto &[word, function] = functionOf(state);
    if (word == "next")
      state.gives = Gives::Next;
    if (!function && isFirst) {
      if (word == "let")
        diagnostics_.error(state.where, "'" + state.array + "' is never computed");
      else
        diagnostics_.error(state.where, "state '" + state.array + "' has no right-hand side");
      diagnostics_.hint("define it: '" + word + "(" + state.array + ")" +
                        signature(true, state.species.has_value()) + " { return ...; }'");
    } else if (function &&
               checkSignature(function, state.array, word.c_str(), true, state.species)) {
      std::vector<ExprPtr> arguments = indices(function, state.species);
      if (state.species)
        state.speciesIndex = function->getParamDecl(0)->getName().str();
      for (const ExprPtr &index : arguments)
        if (index->op == Op::Index)
          state.indexNames.push_back(index->name);
      if (problem_.indexNames.empty())
        problem_.indexNames = state.indexNames;
      arguments.push_back(makeOp(Op::Time, {}));
      state.derivative = asReal(lowering_.function(function, arguments, Place::Derivative));
    }
    if (state.gives == Gives::Let)
      return checkOrder(state);
    if (!recorded_.initial.contains(state.array) && isFirst) {
      diagnostics_.error(state.where, "state '" + state.array + "' has no initial values");
      diagnostics_.hint("define them: 'initial(" + state.array + ")" +
                        signature(false, state.species.has_value()) + " { return ...; }'");
    }
    readInitial(state.array, state.initial, state.species);
  }

  /// What the axes are called in its own initial, else in the first ddt.
  std::vector<std::string> axesOf(const Field &field) const {
    const auto initial = recorded_.initial.find(field.name);
    if (initial == recorded_.initial.end() || !field.initial)
      return problem_.indexNames;
    std::vector<std::string> names;
    for (const ExprPtr &index : indices(initial->second))
      names.push_back(index->name);
    return names;
  }

  /// Quantities are computed one after the other: each knows those before it.
  void checkOrder(const State &let) {
    bool isKnown = true;
    for (const State &other : problem_.states) {
      isKnown = isKnown && &other != &let;
      if (isKnown || other.gives != Gives::Let || !let.derivative)
        continue;
      forEachNode(let.derivative, [&](const ExprPtr &node) {
        if (node->op != Op::Read || node->name != other.name || diagnostics_.hasErrors())
          return;
        const bool isItself = &other == &let;
        diagnostics_.error(
            node->where,
            "'" + let.name + "' depends on " +
                (isItself ? "itself" : "'" + other.name + "', which is computed after it"));
        diagnostics_.hint(isItself ? "what depends on its value before is a 'state' with 'next'"
                                   : "declare '" + other.name + "' before '" + let.name + "'");
      });
    }
  }

  /// The initial values of a state or field, if they are given.
  void readInitial(const std::string &name, ExprPtr &value,
                   const std::optional<std::int64_t> &species = std::nullopt) {
    const auto initial = recorded_.initial.find(name);
    if (initial == recorded_.initial.end() ||
        !checkSignature(initial->second, name, "initial", false, species))
      return;
    value = asReal(
        lowering_.function(initial->second, indices(initial->second, species), Place::Initial));
  }

  void readInitialOfData(Data &data) {
    const auto found = recorded_.initial.find(data.name);
    if (data.isTable() || found == recorded_.initial.end())
      return;
    const clang::FunctionDecl *function = found->second;
    const std::size_t rank = data.extents.size();
    const bool ok = function->getNumParams() == rank &&
                    std::ranges::all_of(function->parameters(), [&](const auto *parameter) {
                      return isInt(parameter->getType());
                    });
    if (!ok) {
      static const char *const signatures[] = {"(int a)", "(int a, int b)",
                                               "(int a, int b, int c)"};
      reportArguments(function, "initial", data.name);
      return diagnostics_.hint("write 'initial(" + data.name + ")" + signatures[rank - 1] + "'");
    }
    data.initial = asReal(lowering_.function(function, indices(function, static_cast<int>(rank)),
                                             Place::DataInitial));
  }

  /// "(int j, int i, real t)" with the names of the axes, or usual ones.
  std::string signature(bool withTime, bool ofSpecies = false) const {
    static const char *const usual[] = {"k", "j", "i"};
    std::string text = ofSpecies ? "(int q" : "";
    for (int axis = 0; axis < names_.rank; axis++)
      text += std::string(text.empty() ? "(int " : ", int ") +
              (problem_.indexNames.empty() ? usual[kMaxAxes - names_.rank + axis]
                                           : problem_.indexNames[axis].c_str());
    return text + (withTime ? ", real t)" : ")");
  }

  void reportArguments(const clang::FunctionDecl *function, const char *word,
                       const std::string &name) {
    diagnostics_.error(wordRange(function),
                       std::string(word) + "(" + name + ") has the wrong arguments");
  }

  /// (int i) for initial, (int i, real t) for ddt; one index an axis, and one for the species.
  bool checkSignature(const clang::FunctionDecl *function, const std::string &name,
                      const char *word, bool withTime, std::optional<std::int64_t> species) {
    if (species.value_or(0) > 0)
      return signed_.contains(function);
    const auto rank = static_cast<unsigned>(names_.rank + species.has_value());
    bool ok = function->getNumParams() == rank + withTime;
    for (unsigned k = 0; ok && k < rank; k++)
      ok = isInt(function->getParamDecl(k)->getType());
    if (ok && withTime)
      ok = isReal(function->getParamDecl(rank)->getType());
    const std::string about = std::string(word) + "(" + name + ")";
    if (!ok) {
      reportArguments(function, word, name);
      diagnostics_.hint("write '" + about + signature(withTime, species.has_value()) + "'");
      return false;
    }
    if (!hidesNothing(function, about))
      return false;
    signed_.insert(function);
    return true;
  }

  bool hidesNothing(const clang::FunctionDecl *function, const std::string &about) {
    for (const clang::ParmVarDecl *argument : function->parameters())
      if (const auto hidden = declaredAs(names_, argument->getName().str())) {
        diagnostics_.error(toRange(context_, clang::SourceRange(argument->getLocation())),
                           "the argument '" + argument->getName().str() + "' of " + about +
                               " hides " + spelled(*hidden, argument->getName().str()));
        diagnostics_.hint("give one of them another name");
        return false;
      }
    return true;
  }

  std::vector<ExprPtr> indices(const clang::FunctionDecl *function,
                               const std::optional<std::int64_t> &species = std::nullopt) const {
    return indices(function, names_.rank, species);
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
  std::set<const clang::FunctionDecl *> signed_; ///< whose arguments are right
  Problem problem_;
};

} // namespace

std::optional<Problem> readDeclarations(const std::string &file, clang::ASTContext &context,
                                        Diagnostics &diagnostics) {
  return DeclarationReader(file, context, diagnostics).read();
}

} // namespace eulerc::compiler
