#include "codegen/Emit.h"

#include <fmt/format.h>

#include "FunctionText.h"
#include "Includes.h"
#include "ModelPrinters.h"
#include "Spell.h"
#include "StepPrinters.h"
#include "TableText.h"
#include "codegen/Unsupported.h"
#include "forms/Forms.h"

#include "ir/Body.h"

#include "templates/expand.h"

namespace eulerc::compiler {
namespace {

/// Reports literals that the solver's precision cannot hold.
bool literalsFit(const Step &step, bool isDouble, Diagnostics &diagnostics) {
  bool ok = true;
  const auto check = [&](const ExprPtr &expr) {
    if (!expr)
      return;
    forEachNode(expr, [&](const ExprPtr &node) {
      if (!ok || node->op != Op::Constant || node->type != Type::Real ||
          representable(node->real, isDouble))
        return;
      ok = false;
      diagnostics.error(node->where, printReal(node->real) + " is too large for " +
                                         (isDouble ? "double" : "float"));
      if (!isDouble)
        diagnostics.hint("compile with --real=double");
    });
  };
  for (const StepOfEquation &equation : step.equations) {
    check(equation.interior.body);
    check(equation.edge.body);
  }
  for (const SharedLoop &loop : step.loops)
    check(loop.function.body);
  for (const Uniform &uniform : step.uniforms)
    check(uniform.value);
  for (const Data &data : step.system.data)
    std::ranges::for_each(data.values, check);
  std::ranges::for_each(step.atTime, check);
  std::ranges::for_each(step.prepared, check);
  for (const auto &[first, interval] : step.seriesLines) {
    check(first);
    check(interval);
  }
  return ok;
}

/// The nesting of blocks that compilers accept: 256 brackets, including the brackets around a
/// function.
constexpr int kMostInside = 200;

/// The place of the outermost condition in a value.
SourceRange firstCondition(const ExprPtr &value) {
  SourceRange found; // operands are visited before the operation
  forEachNode(value, [&](const ExprPtr &node) {
    if (node->op == Op::Select && node->operands[0]->where.known())
      found = node->operands[0]->where;
  });
  return found;
}

/// Reports conditions nested deeper than that, because they become blocks of the emitted code.
bool conditionsFit(const Problem &problem, const Step &step, Diagnostics &diagnostics) {
  bool ok = true;
  const auto check = [&](const std::string &function, const std::string &name,
                         const SourceRange &where, const ExprPtr &value) {
    const int deepest = value ? formBody(value, {}).deepest : 0;
    if (deepest <= kMostInside)
      return;
    ok = false;
    const SourceRange first = firstCondition(value);
    diagnostics.error(first.known() ? first : where,
                      "the conditions of " + function + "(" + name + ") are nested " +
                          number(deepest) + " deep; the limit is " + number(kMostInside));
    diagnostics.hint("let the simple cases come first, each with a 'return' of its own");
  };
  for (const StepOfEquation &equation : step.equations) {
    const State &state = problem.states[step.system.arrays[equation.state].of];
    check("ddt", state.name, state.where, equation.edge.body);
  }
  forEachInitial(problem, [&](const auto &of) { check("initial", of.name, of.where, of.initial); });
  return ok;
}

/// These of our own elementary functions, over "values" or "lanes".
std::string elementary(const std::set<std::string> &templates, const std::string &over,
                       std::string (*includeTemplate)(const std::string &)) {
  if (templates.empty())
    return "";
  std::string text = over == "values" ? includeTemplate("function_constants.h") + "\n" : "";
  text += includeTemplate("function_" + over + ".h") + "\n" + includeTemplate("function_parts.h");
  for (const std::string &name : templates)
    text += "\n" + includeTemplate(name + ".h");
  return text + "\n" + includeTemplate("function_end.h") + "\n";
}

/// Unpacks the fields in host code: each becomes a pointer.
std::string unpackFields(const Problem &problem, const Step &step) {
  std::string text = "#define EULERC_UNPACK_FIELDS(fields)";
  for (std::size_t k = 0; k < problem.fields.size(); k++)
    text += ", static_cast<const real *>(fields[" + number(k) + "])";
  std::size_t next = problem.fields.size(); // behind the fields
  if (bufferedValues(step.system) > 0)
    text += ", static_cast<const real *>(fields[" + number(next) + "])";
  next++;
  for (const Data &data : problem.data)
    if (!data.isTable())
      text += std::string(", static_cast<const ") + elementType(data) + " *>(fields[" +
              number(next++) + "])";
  return text + "\n\n";
}

/// The macros that templates are built with, one for each line, with a comment.
std::string configuration(const Step &step, const Stencil &stencil, bool isDouble) {
  const Cycle &cycle = step.system.cycle;
  const auto components = [&](std::size_t states) {
    return number(states * static_cast<std::size_t>(step.system.period));
  };
  CodeWriter out;
  const auto define = [&](bool isSaid, const char *name, const std::string &value,
                          const char *what) {
    if (isSaid)
      out.define(name, value, what);
  };
  const bool isOpen = cycle.isOpen(), hasLevels = cycle.levelsOfStage > 0;
  define(true, "REAL", isDouble ? "double" : "float", "of values of the state");
  define(true, "IS_DOUBLE", isDouble ? "1" : "0", "whether that is double");
  define(!isOpen, "STAGES", number(cycle.stages()), "levels of a step; else a run says so");
  define(!isOpen, "LIVE_OUT", components(cycle.liveOut),
         "components of a point that live from step to step: the first ones");
  define(hasLevels, "STAGE_LEVELS", number(cycle.levelsOfStage), "levels of each of many stages");
  define(cycle.errorLevels > 0, "ERRORS", components(cycle.liveOut / 2),
         "components that tell the error of a step, behind as many of the state");
  define(true, "USES_TIME", stencil.usesTime() ? "1" : "0", "whether steps read the time");
  define(!step.atTime.empty(), "TIME_VALUES", number(step.atTime.size()),
         "values of the time alone (eulerc_timed)");
  if (hasLevels)
    out.line("enum {{ eulerc_extra_levels = {}, eulerc_stage_factors = {} }};", cycle.extraLevels,
             cycle.steps.factors);
  return out.take() + "typedef EULERC_REAL real;\n\n";
}

/// Wraps text that is compiled once for each level of processors (instruction set): the file
/// includes itself.
std::string atEachLevel(const std::string &text) {
  std::string levels;
  for (const char *bits : {"512", "256", "128"})
    levels += std::string("#if EULERC_COMPILES_LEVEL(") + bits + ")\n#define EULERC_LEVEL " + bits +
              "\n#include EULERC_THIS_FILE\n#endif\n";
  return levels + "#else // EULERC_LEVEL: once for each level of processors\n\n" +
         includeHost("level_begin.h") +
         "namespace EULERC_PROGRAM {\nnamespace EULERC_VECTORS {\n\n" + includeHost("vectors.h") +
         "\n" + text + "\n} // namespace EULERC_VECTORS\n} // namespace EULERC_PROGRAM\n" +
         includeHost("level_end.h") + "#endif\n";
}

/// Functions that look up data over time, if the program has such data.
std::string lookups(const Problem &problem, std::string (*includeTemplate)(const std::string &)) {
  return problem.series.empty() ? "" : includeTemplate("series.h") + "\n";
}

std::string header(const std::string &made, const EmitOptions &options) {
  return made + "//\n// eulerc::Solver solver(" + options.nameSpace +
         "::model()); solves it; see <eulerc/solver.h>.\n#pragma once\n\n#include "
         "<eulerc/solver.h>\n\nnamespace " +
         options.nameSpace + " {\n\nconst eulerc::Model &model();\n\n} // namespace " +
         options.nameSpace + "\n";
}

/// The components that are events, as bits.
std::uint64_t eventBits(const AddressMap &map) {
  std::uint64_t events = 0;
  for (const StepOfEquation &equation : map.step().equations)
    if (isEvent(map, equation.state))
      events |= std::uint64_t{1} << std::stoul(map.plane(equation.state, equation.residue));
  return events;
}

/// The functions with which kernels list events.
std::string eventLists(std::uint64_t events) {
  return fmt::format(
             "EULERC_TABLE eulerc_ulong eulerc_listed = {}UL; // components that are events, "
             "bits\n",
             events) +
         include("event_list.cl");
}

/// The entry points of a program: its model, main, and the C entry of a shared library.
std::string entryText(const std::string &nameSpace) {
  return fmt::format(R"(#if EULERC_COMPILES_MODEL
namespace {0} {{
const eulerc::Model &model();
const eulerc::Model &model() {{ return code::the_model; }}
}} // namespace {0}

#ifdef EULERC_MPI
#include <eulerc/model/mpi_ranks.h>
#endif
#ifdef EULERC_MAIN
int main(int argc, char **argv) {{
#ifdef EULERC_MPI
  eulerc::MpiRanks ranks(&argc, &argv);
  return eulerc::runCommandLine({0}::model(), argc, argv, ranks);
#else
  return eulerc::runCommandLine({0}::model(), argc, argv);
#endif
}}
#endif
#ifdef EULERC_SHARED
#include <eulerc/program.h>
extern "C" __attribute__((visibility("default"))) const eulerc_program *eulerc_program_1() {{
#ifdef EULERC_MPI
  return eulerc::programOf({0}::model(), eulerc::ranksOf);
#else
  return eulerc::programOf({0}::model(), nullptr);
#endif
}}
#endif
#endif

)",
                     nameSpace);
}

} // namespace

bool hasOverlappedTiles(const Stencil &stencil) {
  return takes(FormFamily::Registers, stencil) || takes(FormFamily::Wavefront, stencil) ||
         takes(FormFamily::Streaming, stencil);
}

std::optional<Artifact> emit(const Problem &problem, const Access &access, const Step &step,
                             const Stencil &stencil, const EmitOptions &options,
                             Diagnostics &diagnostics) {
  if (!literalsFit(step, options.isDouble, diagnostics) ||
      !conditionsFit(problem, step, diagnostics))
    return std::nullopt;
  const std::string made =
      commented("Made by eulerc " + options.version + " from " + problem.file + ".");
  const std::string real = configuration(step, stencil, options.isDouble);
  const AddressMap map(step, stencil, options.isDouble);
  const AddressMap host(step, stencil, options.isDouble, Space::Host);
  const std::uint64_t events = eventBits(map);
  const std::set<std::string> functions = functionTemplates(problem, step);

  const std::string kernels =
      made + (options.isDouble ? "#pragma OPENCL EXTENSION cl_khr_fp64 : enable\n" : "") + real +
      includes(
          {"prelude.cl", "indices.h", "moments.h", "lanes.h", "vectors.cl", "lane_integers.h"}) +
      "\n" + (events > 0 ? eventLists(events) : "") + elementary(functions, "values", include) +
      elementary(functions, "lanes", include) +
      (step.isFast ? include("function_native.h") + "\n" : "") + lookups(problem, include) +
      stepText(map) + vectorText(map) + formKernels(map);

  Artifact artifact;
  artifact.opencl = withTemplates(kernels);
  artifact.hostSource =
      made + "#ifndef EULERC_LEVEL\n" + includeHost("headers.h") + "\n#define EULERC_PROGRAM " +
      options.nameSpace + "::code\nnamespace EULERC_PROGRAM {\n\n" + real +
      (isLargeStep(step) ? "#define EULERC_LARGE_STEP\n" : "") +
      (events > 0 ? fmt::format("#define EULERC_EVENTS {}UL\n", events) : "") +
      includeHost("prelude.h") + includeHost("moments.h") + "\n" +
      elementary(hostTemplates(problem, step), "values", includeHost) +
      lookups(problem, includeHost) + stepText(host) + unpackFields(problem, step) +
      includeHost("linear.h") + includeHost("lanes.h") +
      (stencil.hasVectors() ? includeHost("levels.h") : "") + "\n#if EULERC_COMPILES_MODEL\n" +
      modelText({problem, access, step, stencil, options}, kernels) +
      "#endif\n} // namespace EULERC_PROGRAM\n\n" + entryText(options.nameSpace) +
      (stencil.hasVectors()
           ? atEachLevel(elementary(functions, "lanes", includeHost) + vectorText(host) +
                         endText(host) + includeHost("linear_vectors.h") + hostTiles(host))
           : "#endif\n");
  // Code for each level is written in vectors. Loops over points one by one ask for vectors
  // themselves (EULERC_IN_VECTORS). Other loops are vectorised at -O3, unless each point is a call.
  if (stencil.hasVectors())
    for (const char *level : {"512", "256", "128"})
      artifact.hostParts.push_back({level, isHugeStep(step) ? "-O1" : "-O2"});
  const bool hasOtherLoops =
      !stencil.hasVectors() || std::ranges::any_of(problem.monitors, &Monitor::isDeclared);
  artifact.hostParts.push_back({"0", isLargeStep(step) ? "-O1" : hasOtherLoops ? "-O3" : "-O2"});
  artifact.hostHeader = header(made, options);
  return artifact;
}

} // namespace eulerc::compiler
