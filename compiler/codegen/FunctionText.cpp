#include "FunctionText.h"

#include "EventHits.h"
#include "LaneSkips.h"
#include "Spell.h"
#include "TableText.h"

#include "ir/Body.h"
#include "ir/Functions.h"

#include <algorithm>
#include <map>
#include <string_view>

namespace eulerc::compiler {
namespace {

/// Whether a function computes a block of a loop's passes, with the sources in local memory
/// (forms/sums.cpp).
bool isOfBlock(const StepFunction &f) {
  return anyNode(f.body, [](const Expr &node) { return node.op == Op::Source; });
}

/// The types of a function's arguments and of its value.
struct Types {
  std::string real, value = real;
};

std::string signature(const AddressMap &map, const std::string &name, const Types &types,
                      const StepFunction &f) {
  const std::string &real = types.real;
  const Step &step = map.step();
  const bool ofEdge = f.role == Role::Edge && real == "realv" && !isHugeStep(step);
  const bool isLoop = f.body->op == Op::Loop;
  std::string text = (isOfBlock(f) ? "EULERC_IN_PLACE "
                      : ofEdge     ? "EULERC_LARGE "
                                   : inlinedAs(step, f)) +
                     (isLoop ? "void" : types.value) + " eulerc_" + name + "(" +
                     parametersOf(map, real, f);
  if (isOfBlock(f))
    text +=
        ", EULERC_SCRATCH const real *sources, const long block, const int count, const int own";
  if (isLoop)
    text += ", " + real + " *results";
  if (f.isNear)
    text += ", eulerc_arguments *near";
  return text + ") {\n" + placeInGrid(map, real, f);
}

/// A read of a component that is not at a constant distance.
std::string farRead(const AddressMap &map, const ExprPtr &node, const ExprText &text) {
  const std::vector<GridArray> &arrays = map.step().system.arrays;
  const std::size_t array =
      std::ranges::find(arrays, node->name, &GridArray::name) - arrays.begin();
  std::vector<std::string> indices;
  for (const ExprPtr &index : node->operands)
    indices.push_back("(" + text(index) + ")");
  if (node->integer == 1) // markInside
    return map.valueAt(array, indices);
  std::string list;
  for (const std::string &index : indices)
    list += index + ", ";
  return map.readName(array) + "(" + map.pointer(array) + ", " + list + "c)";
}

/// The call that looks up at(wind, t).
std::string seriesLookup(const AddressMap &map, const std::string &data, const std::string &time) {
  const Step &step = map.step();
  const auto &all = step.system.series;
  const auto series = std::ranges::find(all, data, &Series::values);
  const Data &values = *find(step.system.data, data);
  const std::string first = tableName(step.system, values) + ", ",
                    last = entryCount(step, values) + ", " + time + ")";
  if (!series->step)
    return "eulerc_series(" + first +
           tableName(step.system, *find(step.system.data, series->times)) + ", " + last;
  const auto &[from, between] = step.seriesLines[static_cast<std::size_t>(series - all.begin())];
  return "eulerc_even_series(" + first + written(map, from) + ", " + written(map, between) + ", " +
         last;
}

Spelling scalarSpelling(const AddressMap &map, const StepFunction &f) {
  const Step &step = map.step();
  const Spelling common = makeSpelling("real", map.isDouble(), [&](const ExprPtr &node) {
    return node->op == Op::Window ? f.window[node->integer].name : map.leaf(node);
  });
  return [&, common](const ExprPtr &node, const ExprText &text) -> std::string {
    if (node->op == Op::Entry) {
      const std::string value = tableName(step.system, *find(step.system.data, node->name)) + "[" +
                                text(node->operands[0]) + "]";
      return node->type == Type::Int ? "((long)" + value + ")" : value;
    }
    if (const std::string data = node->op == Op::Call ? seriesOf(node->name) : ""; !data.empty())
      return seriesLookup(map, data, text(node->operands[0]));
    if (node->op == Op::Source && f.role == Role::Rest)
      return "kept[" + number(node->integer) + " * EULERC_KEPT_OF_loop_" + f.of + " + at]";
    if (node->op == Op::Source)
      return "sources[" + number(node->integer) + " * eulerc_sums_block + " +
             text(node->operands[0]) + "]";
    if (node->op == Op::SourceIndex)
      return constantInt(node->operands[0]) == 0 ? "block"
                                                 : "(block + " + text(node->operands[0]) + ")";
    if (node->op == Op::SourceNumber)
      return node->operands[0]->op == Op::Index ? "own" : "count";
    if (node->op == Op::Div && node->type == Type::Real && step.isFast)
      return "EULERC_QUOTIENT(" + text(node->operands[0]) + ", " + text(node->operands[1]) + ")";
    return node->op == Op::Read ? farRead(map, node, text) : common(node, text);
  };
}

/// Entries of a table that fits in a vector: processors that can look them up there.
std::string fewEntries(const Step &step, const Data &data) {
  const std::string parameters = "(const eulerc_constants *c" + tablesParameter(step.system);
  const std::string count = number(data.values.size());
  std::string values;
  for (std::size_t k = 0; k < data.values.size(); k++)
    values += (k ? ", " : "") + tableName(step.system, data) + "[" + number(k) + "]";
  return "#if EULERC_LOOKS_UP\nEULERC_INLINE realv eulerc_few_" + data.name + parameters +
         ", const maskv x) {\n  const real few[eulerc_few] = {" + values +
         "};\n  return eulerc_look_up(few, " + count +
         ", x);\n}\nEULERC_INLINE realv eulerc_entries_" + data.name + parameters +
         ", longv_in x) {\n  return eulerc_few_" + data.name + "(c" + tablesArgument(step.system) +
         ", __builtin_convertvector(x, maskv));\n}\n#else\n";
}

/// Entries of a table or of data, a different one for each lane.
std::string entriesFunction(const Step &step, const Data &data) {
  const std::string lanes = data.type == Type::Int ? "longv" : "realv";
  return "// A lane that does not use its entry may ask for one that is not there.\n" +
         (isFew(data) ? fewEntries(step, data) : "") + "#define EULERC_ENTRY(k) " +
         tableName(step.system, data) + "[eulerc_clamp(k, 0L, " + entryCount(step, data) +
         " - 1)]\nEULERC_LARGE " + lanes + " eulerc_entries_" + data.name +
         "(const eulerc_constants *c" + tablesParameter(step.system) +
         ", longv_in x) {\n  return EULERC_MAKE(" + lanes +
         ", EULERC_EACH(EULERC_APPLY1, EULERC_ENTRY));\n}\n#undef EULERC_ENTRY\n" +
         (isFew(data) ? "#endif\n" : "");
}

/// The number of passes of a shared loop that devices unroll: fewer if a pass is long, because the
/// time to build a kernel grows with its length.
LoopText loopText(const Step &step, const StepFunction &f) {
  const Lanes lanes(static_cast<int>(step.system.extents.size()) - 1);
  if (f.body->op != Op::Loop || lanes.varyRange(f.body))
    return {};
  const double cost = costOf(step, f);
  const double enough =
      isOfBlock(f) ? 512 : 256; // blocks begin where vectors of sources are aligned
  // A fold waits for each load of a term, but loads of one unrolled group overlap.
  int turns = f.role == Role::Fold ? 32 : 16;
  while (turns > 2 && turns * cost > enough)
    turns /= 2;
  return {"EULERC_PASSES(" + number(turns) + ")", isOfBlock(f) ? "int" : "long"};
}

/// A body and its end: the value is returned, the results of a loop are stored.
std::string ended(const Body &body) {
  return body.statements + storeEach("results[#]", body.results) +
         (body.results.empty() ? "  return " + body.value + ";\n}\n\n" : "}\n\n");
}

/// Of a step that begins with a kept slope (FSAL), the level behind all others replaces the first.
std::string knownStage(const Cycle &cycle) {
  if (cycle.fsalLevels == 0)
    return "";
  const std::string levels = number(cycle.stages());
  const std::string skipped = number(cycle.fsalLevels - 1);
  return "#ifndef EULERC_STAGES\n  if (c->knows_slope)\n    now.stage = now.stage == 0 ? " +
         levels + " : now.stage + " + skipped + ";\n#endif\n";
}

void collectTemplates(const ExprPtr &value, std::set<std::string> &templates) {
  forEachNode(value, [&](const ExprPtr &node) {
    if (node->op == Op::Call && templateOf(node->name))
      templates.insert(templateOf(node->name));
  });
}

bool startsAtRandom(const Problem &problem) {
  bool any = false;
  forEachInitial(problem, [&](const auto &of) {
    any = any || anyNode(of.initial, [](const Expr &node) {
            return node.op == Op::Call && isRandom(node.name);
          });
  });
  return any;
}

} // namespace

bool knowsRow(const StepFunction &f) {
  return (f.role == Role::Interior || f.role == Role::Edge || f.role == Role::Tile) &&
         anyNode(f.body,
                 [](const Expr &node) { return node.op == Op::Index && node.integer == 0; });
}

std::string placeInGrid(const AddressMap &map, const std::string &real, const StepFunction &f) {
  if (!knowsRow(f))
    return "";
  const bool areLanes = map.step().system.extents.size() == 1 && real == "realv";
  std::string index = areLanes ? "EULERC_MOVED(at0, EULERC_ORIGIN(c))" : "at0 + EULERC_ORIGIN(c)";
  if (map.stencil().goesRound(0) && !areLanes)
    index = "EULERC_ON_RING(at0, c)";
  return std::string("  const ") + (areLanes ? "indexv" : "long") + " i0 = " + index + ";\n";
}

std::string parametersOf(const AddressMap &map, const std::string &real, const StepFunction &f) {
  const Step &step = map.step();
  const std::string lastIndex = real == "real" ? "const long" : "const indexv";
  const std::size_t rank = step.system.extents.size();
  std::string text;
  for (std::size_t axis = 0; axis < rank; axis++)
    text += (axis + 1 == rank ? lastIndex : "const long") +
            (axis == 0 && knowsRow(f) ? " at" : " i") + number(axis) + ", ";
  text += "const eulerc_constants *c, const eulerc_moment now";
  const bool takesAll = map.stencil().readsFar() && (real == "real" || f.body->op == Op::Loop);
  text += takesAll ? ", EULERC_GLOBAL const real *y EULERC_FIELDS" : tablesParameter(step.system);
  for (const WindowEntry &entry : f.window)
    text += ", const " + real + " " + entry.name;
  for (const std::int64_t result : sharedIn(f.body))
    text += ", const " + real + " " + AddressMap::sharedName(result);
  return f.role == Role::Tile
             ? text + ", const bool full, const ulong guards, const eulerc_column *column"
             : text;
}

std::string sharedArguments(const Step &step, const StepFunction &f) {
  std::string text;
  for (const std::int64_t result : sharedIn(f.body))
    for (const SharedLoop &loop : step.loops)
      if (result >= loop.first && result < loop.first + loop.results())
        text += ", " + loop.function.name() + "[" + number(result - loop.first) + "]";
  return text;
}

std::string timeFunction(const AddressMap &map) {
  const Step &step = map.step();
  const StepFunction function; // has no window
  const Body body = formBodies(step.atTime, scalarSpelling(map, function), nullptr);
  const bool looksUp = !step.system.series.empty();
  std::string text = "// A moment with what steps make of the time alone.\n"
                     "EULERC_INLINE eulerc_moment " +
                     std::string(looksUp ? "eulerc_timed_by" : "eulerc_timed") +
                     "(eulerc_moment now, const eulerc_constants *c" +
                     (looksUp ? " EULERC_FIELDS" : "") + ") {\n" + knownStage(step.system.cycle) +
                     body.statements + storeEach("now.values[#]", body.results) +
                     "  return now;\n}\n";
  if (looksUp) // a macro, because its callers have the fields and data as parameters
    text +=
        "#define eulerc_timed(now, c) eulerc_timed_by(now, c EULERC_PASS_FIELDS)\n"
        "#define EULERC_TIMED_OF(now, c) eulerc_timed_by(now, c EULERC_UNPACK_FIELDS(fields))\n";
  return text + "\n";
}

std::string scalarFunction(const AddressMap &map, const StepFunction &f) {
  const Step &step = map.step();
  return signature(map, f.name(), {"real"}, f) + ended(scalarBody(map, f, loopText(step, f)));
}

Body scalarBody(const AddressMap &map, const StepFunction &f, const LoopText &loops) {
  return formBody(f.body, scalarSpelling(map, f), nullptr, loops);
}

Body vectorBody(const AddressMap &map, const StepFunction &f, const std::vector<ExprPtr> &values) {
  const Step &step = map.step();
  const Lanes lanes(static_cast<int>(step.system.extents.size()) - 1);
  const Spelling spelling = vectorSpelling(scalarSpelling(map, f), lanes, step, f);
  Body body = formBodies(values, spelling, &lanes);
  for (std::size_t k = 0; k < values.size(); k++)
    if (!lanes.vary(values[k]) && values[k]->type == Type::Real) // of the time, for instance
      body.results[k] = "EULERC_SPLAT(" + body.results[k] + ")";
  return body;
}

std::string vectorFunction(const AddressMap &map, const StepFunction &f,
                           const std::string &before) {
  const Step &step = map.step();
  const Lanes lanes(static_cast<int>(step.system.extents.size()) - 1);
  const Spelling spelling = vectorSpelling(scalarSpelling(map, f), lanes, step, f);
  const bool goRound = map.stencil().goesRound(map.stencil().last());
  const ExprPtr computed = f.role == Role::Tile
                               ? f.body
                               : withLaneSkips(f.body, lanes, goRound, !map.stencil().sharesMuch);
  Body body = formBody(computed, spelling, &lanes, loopText(step, f));
  if (f.body->op != Op::Loop && !lanes.vary(f.body)) // a map to a param, for instance
    body.value = "EULERC_SPLAT(" + body.value + ")";
  return signature(map, f.vectorName(), {"realv"}, f) + before + ended(body);
}

std::string hitsName(const StepFunction &f) {
  return "hits_" + f.of + (f.role == Role::Edge ? "_edge" : "");
}

std::string eventFunctions(const AddressMap &map, const StepFunction &f) {
  const Step &step = map.step();
  const Lanes lanes(static_cast<int>(step.system.extents.size()) - 1);
  const ExprPtr hits = whereChanged(f.body);
  const Body body = vectorBody(map, f, comparedIn(hits, lanes));
  std::string arguments = std::string(knowsRow(f) ? "at0" : "i0") +
                          eachAxis(1, step.system.extents.size(), ", i#") + ", c, now" +
                          tablesArgument(step.system);
  for (const WindowEntry &entry : f.window)
    arguments += ", " + entry.name;
  for (const std::int64_t result : sharedIn(f.body))
    arguments += ", " + AddressMap::sharedName(result);
  return signature(map, hitsName(f), {"realv", "eulerc_hits"}, f) + body.statements +
         returnedBits(hits, lanes, body.results) + "}\n\n" +
         vectorFunction(map, f,
                        "  if (EULERC_LIKELY(!eulerc_any_hit(eulerc_" + hitsName(f) + "(" +
                            arguments + "))))\n    return " + f.window[0].name + ";\n");
}

bool hasEdgeVector(const AddressMap &map, const StepOfEquation &equation) {
  const Stencil &stencil = map.stencil();
  if (!map.step().system.pointSources.empty()) // which vectors of the interior contain
    return !stencil.of(equation).edgeScalarBecause;
  return std::ranges::none_of(stencil.equations, [](const StencilEquation &each) {
    return each.edgeScalarBecause != nullptr;
  });
}

std::set<std::string> functionTemplates(const Problem &problem, const Step &step) {
  std::set<std::string> templates;
  for (const SharedLoop &loop : step.loops)
    collectTemplates(loop.function.body, templates);
  for (const StepOfEquation &equation : step.equations) {
    collectTemplates(equation.interior.body, templates);
    collectTemplates(equation.edge.body, templates);
  }
  for (const ExprPtr &value : step.atTime)
    collectTemplates(value, templates);
  if (startsAtRandom(problem))
    templates.insert(templateOf("uniform"));
  if (templates.contains(templateOf("normal")))
    templates.insert({templateOf("log"), templateOf("cos")});
  return templates;
}

std::set<std::string> hostTemplates(const Problem &problem, const Step &step) {
  std::set<std::string> templates = functionTemplates(problem, step);
  const auto collect = [&](const ExprPtr &value) {
    if (value)
      collectTemplates(value, templates);
  };
  for (const Uniform &uniform : step.uniforms)
    collect(uniform.value);
  std::ranges::for_each(step.prepared, collect);
  for (const Data &data : problem.data) // entries of tables are checked before a run, as rules are
    std::ranges::for_each(data.values, collect);
  const auto collectRules = [&](const auto &arrays) {
    for (const auto &array : arrays)
      for (const Sides &sides : array.boundary)
        for (const Rule *rule : {&sides.low, &sides.high})
          for (const ExprPtr &part : {rule->value, rule->factor, rule->slope})
            collect(part);
  };
  collectRules(problem.states);
  collectRules(problem.fields);
  return templates;
}

std::string vectorHelpers(const AddressMap &map) {
  const Step &step = map.step();
  const Stencil &stencil = map.stencil();
  const Lanes lanes(static_cast<int>(step.system.extents.size()) - 1);
  std::map<std::string, std::size_t> functions; // and the numbers of their arguments
  std::set<std::string> tables;
  const auto collect = [&](const ExprPtr &body) {
    forEachNode(body, [&](const ExprPtr &node) {
      if (!lanes.vary(node))
        return;
      if (node->op == Op::Call && !isExactFunction(node->name) && !templateOf(node->name))
        functions[node->name] = node->operands.size();
      if (node->op == Op::Entry)
        tables.insert(node->name);
    });
  };
  for (std::size_t k = 0; k < step.loops.size(); k++)
    if (!stencil.loops[k].scalarBecause && !stencil.loops[k].isCollected)
      collect(step.loops[k].function.body);
  for (const StepOfEquation &equation : step.equations) {
    if (!stencil.of(equation).scalarBecause)
      collect(equation.interior.body);
    if (hasEdgeVector(map, equation))
      collect(equation.edge.body);
  }
  std::string text;
  for (const auto &[name, arguments] : functions)
    text += "EULERC_LANEWISE" + number(arguments) + "(" + name + ")\n";
  for (const Data &data : step.system.data)
    if (tables.contains(data.name))
      text += entriesFunction(step, data);
  return text.empty() ? text : text + "\n";
}

} // namespace eulerc::compiler
