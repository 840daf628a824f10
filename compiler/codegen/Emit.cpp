#include "codegen/Emit.h"

#include "FunctionText.h"
#include "ModelPrinters.h"
#include "Spell.h"
#include "StepPrinters.h"
#include "TableText.h"
#include "codegen/Obstacles.h"

#include "ir/Body.h"

#include "templates/expand.h"

namespace eulerc::compiler {
namespace {

/// Literals that the solver's precision cannot hold.
bool literalsFit(const Step &step, bool isDouble, Diagnostics &diagnostics) {
  bool ok = true;
  const auto check = [&](const ExprPtr &expr) {
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
  for (const Uniform &uniform : step.uniforms)
    check(uniform.value);
  std::ranges::for_each(step.atTime, check);
  return ok;
}

/// Blocks inside each other that compilers take: 256 brackets, those around a function among them.
constexpr int kMostInside = 200;

/// Conditions inside each other that become blocks of the emitted code.
bool conditionsFit(const Problem &problem, const Step &step, Diagnostics &diagnostics) {
  bool ok = true;
  const auto check = [&](const std::string &function, const std::string &name,
                         const SourceRange &where, const ExprPtr &value) {
    const int deepest = value ? formBody(value, {}).deepest : 0;
    if (deepest <= kMostInside)
      return;
    ok = false;
    diagnostics.error(where, "the conditions of " + function + "(" + name + ") stand " +
                                 number(deepest) + " deep inside each other; the most are " +
                                 number(kMostInside));
    diagnostics.hint("let the simple cases come first, each with a 'return' of its own");
  };
  for (const StepOfEquation &equation : step.equations) {
    const State &state = problem.states[step.system.arrays[equation.state].of];
    check("ddt", state.name, state.where, equation.edge.body);
  }
  forEachInitial(problem, [&](const auto &of) { check("initial", of.name, of.where, of.initial); });
  return ok;
}

/// A line that stands for a template; for kernels those of templates/expand.h.
std::string include(const std::string &name) { return "#include \"" + name + "\"\n"; }
std::string includeHost(const std::string &name) { return "#include <eulerc/host/" + name + ">\n"; }

/// Several of them, apart from each other.
std::string includes(std::initializer_list<const char *> names) {
  std::string text;
  for (const char *name : names)
    text += (text.empty() ? "" : "\n") + include(name);
  return text;
}

/// Our own elementary functions that the step calls, over "values" or "lanes".
std::string elementary(const Problem &problem, const Step &step, const std::string &over,
                       std::string (*includeTemplate)(const std::string &)) {
  const std::set<std::string> templates = functionTemplates(problem, step);
  if (templates.empty())
    return "";
  std::string text = over == "values" ? includeTemplate("function_constants.h") + "\n" : "";
  text += includeTemplate("function_" + over + ".h") + "\n" + includeTemplate("function_parts.h");
  for (const std::string &name : templates)
    text += "\n" + includeTemplate(name + ".h");
  return text + "\n" + includeTemplate("function_end.h") + "\n";
}

std::string when(const char *option, const std::string &text) {
  return std::string("#ifdef ") + option + "\n\n" + text + "\n#endif\n";
}

std::string march(const Places &places) {
  if (!takes(Form::March, places.stencil()))
    return "";
  return "\n" + when("EULERC_MARCH", marchText(places) + include("march.cl"));
}

/// A point a work-item, also where vectors are wider.
std::string sums(const Places &places) {
  const std::string text = sumsText(places);
  if (text.empty())
    return "";
  const std::string near = hasNearBlocks(blockedLoops(places.step(), places.stencil()))
                               ? include("function_near.h") + include("function_lanes.h") +
                                     include("function_parts.h") + include("function_sin.h") +
                                     include("function_end.h") + "\n"
                               : "";
  return "\n#if EULERC_BUILDS(linear_sums) && EULERC_WIDTH == 1\n\n" + near + text +
         include("sums.cl") + "\n#endif\n";
}

/// Strips, and of planes those that are kept whole.
std::string strips(const Places &places) {
  const std::string shared =
      include("boxes.h") + "\n" + stripsText(places) + include("tile_vectors.cl");
  const std::string walked = "\n" + includes({"strip_layers.cl", "strips.cl"});
  if (places.stencil().axes.size() == 3)
    return when("EULERC_LEVELS", shared + walked);
  return "#if defined(EULERC_LEVELS) || defined(EULERC_KEPT)\n\n" + shared +
         "\n#ifdef EULERC_LEVELS\n" + walked + "\n#else\n\n" + include("kept.cl") +
         "\n#endif\n#endif\n";
}

/// The kernels of each scheme; those of a tiling are built when its tiles have a size, by rows or
/// by columns.
std::string schemes(const Places &places) {
  const Stencil &stencil = places.stencil();
  const std::string resident = "\n#if EULERC_BUILDS(resident) && defined(EULERC_ROUNDS)\n\n" +
                               include("resident.cl") + "\n#endif\n";
  const std::string shared =
      includes({"tiles.h", "launch.h"}) + "\n" + when("EULERC_ROUNDS", include("rounds.cl"));
  if (stencil.readsFar())
    return shared + include("linear.cl") + sums(places) + resident;
  std::string text = shared + "\n#ifndef EULERC_TILED\n\n" + include("linear.cl") + march(places) +
                     resident + "\n#endif\n";
  text += when("EULERC_TILE_PLANE", tileText(places) + include("tile_memory.cl") +
                                        "\n#ifdef EULERC_COLUMNS\n\n" + include("columns.cl") +
                                        "\n#else\n\n" + include("rows.cl") + "\n#endif\n");
  if (takes(Form::Line, stencil))
    text += when("EULERC_KEPT", keptText(places) + include("line_ends.h") +
                                    "\n#ifdef EULERC_TILE_WIDTH\n\n" + togetherText(places) +
                                    includes({"boxes.h", "delayed.h", "delayed.cl"}) +
                                    "\n#else\n\n" + include("overlapped.cl") + "\n#endif\n");
  if (takes(Form::Layers, stencil))
    text += when("EULERC_WINDOWS", include("boxes.h") + "\n" + windowText(places) +
                                       includes({"streamed_layers.h", "streamed_levels.h",
                                                 "streamed_items.h", "streamed_items.cl"}));
  if (takes(Form::Strips, stencil))
    text += strips(places);
  return text;
}

/// Tiles of the host, at the width of vectors that its code is compiled for.
std::string hostTiles(const Places &places) {
  const Stencil &stencil = places.stencil();
  if (takes(Form::Layers, stencil))
    return windowText(places) + includeHost("streamed_layers.h") +
           includeHost("streamed_levels.h") + includeHost("launch.h") +
           includeHost("streamed_items.h") +
           "#define EULERC_HOST_TILE eulerc_stream_tile\n#define EULERC_HOST_TURNS "
           "eulerc_stream_turns\n#define EULERC_IN_FLIGHT 0\n" +
           includeHost("tiles_host.h");
  if (!takes(Form::Line, stencil))
    return "";
  return "#define EULERC_KEPT eulerc_kept\n"
         "constexpr int eulerc_kept = eulerc::processors::stepsInFlight(" +
         number(vectorsInFlight(places.step(), stencil)) +
         ", EULERC_WIDTH * sizeof(real) >= 64);\n\n" + keptText(places) + togetherText(places) +
         includeHost("line_ends.h") + includeHost("launch.h") + includeHost("delayed.h") +
         "#define EULERC_HOST_TILE eulerc_delayed_tile\n#define EULERC_IN_FLIGHT eulerc_kept\n" +
         includeHost("tiles_host.h");
}

/// How the host code passes the fields on: each as a pointer of its own.
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

/// Components of a point, of so many states.
std::string components(const Step &step, std::size_t states) {
  return number(states * static_cast<std::size_t>(step.system.period));
}

/// How many levels a step has, and components of a point that live from step to step, or, if a run
/// says so, what it needs to know.
std::string stages(const Step &step) {
  const Cycle &cycle = step.system.cycle;
  std::string text;
  if (!cycle.isOpen())
    text += "\n#define EULERC_STAGES " + number(cycle.stages());
  if (cycle.levelsOfStage > 0)
    text += "\n#define EULERC_STAGE_LEVELS " + number(cycle.levelsOfStage) +
            "\n#define EULERC_EXTRA_LEVELS " + number(cycle.extraLevels) +
            "\n#define EULERC_STAGE_FACTORS " + number(cycle.steps.factors);
  if (cycle.errorLevels > 0)
    text += "\n#define EULERC_ERRORS " + components(step, cycle.lasting / 2);
  if (!cycle.isOpen()) // the first components live from step to step
    text += "\n#define EULERC_LASTING " + components(step, cycle.lasting);
  return text;
}

/// Around what is compiled once for each level of processors: this part of the file includes
/// itself.
std::string atEachLevel(const std::string &text) {
  std::string levels;
  for (const char *bits : {"512", "256", "128"})
    levels += std::string("#if EULERC_COMPILES_") + bits + "\n#define EULERC_LEVEL " + bits +
              "\n#include EULERC_THIS_FILE\n#endif\n";
  return levels + "#else // EULERC_LEVEL: once for each level of processors\n\n" +
         includeHost("level_begin.h") +
         "namespace EULERC_PROGRAM {\nnamespace EULERC_VECTORS {\n\n" + includeHost("vectors.h") +
         "\n" + text + "\n} // namespace EULERC_VECTORS\n} // namespace EULERC_PROGRAM\n" +
         includeHost("level_end.h") + "#endif\n";
}

std::string header(const std::string &made, const EmitOptions &options) {
  return made + "//\n// eulerc::Solver solver(" + options.nameSpace +
         "::model()); solves it; see <eulerc/solver.h>.\n#pragma once\n\n#include "
         "<eulerc/solver.h>\n\nnamespace " +
         options.nameSpace + " {\n\nconst eulerc::Model &model();\n\n} // namespace " +
         options.nameSpace + "\n";
}

} // namespace

bool hasOverlappedTiles(const Stencil &stencil) {
  return takes(Form::Line, stencil) || takes(Form::Layers, stencil) || takes(Form::Strips, stencil);
}

std::optional<Artifact> emit(const Problem &problem, const Access &access, const Step &step,
                             const Stencil &stencil, const EmitOptions &options,
                             Diagnostics &diagnostics) {
  if (!literalsFit(step, options.isDouble, diagnostics) ||
      !conditionsFit(problem, step, diagnostics))
    return std::nullopt;
  const std::string made =
      commented("Made by eulerc " + options.version + " from " + problem.file + ".");
  const std::string real =
      std::string("#define EULERC_REAL ") + (options.isDouble ? "double" : "float") +
      "\n#define EULERC_IS_DOUBLE " + (options.isDouble ? "1" : "0") + stages(step) +
      "\n#define EULERC_USES_TIME " + (stencil.usesTime() ? "1" : "0") +
      (step.atTime.empty() ? "" : "\n#define EULERC_TIME_VALUES " + number(step.atTime.size())) +
      "\ntypedef EULERC_REAL real;\n\n";
  const Places places(step, stencil, options.isDouble);
  const std::string functions = stepText(places);

  const std::string kernels =
      made + (options.isDouble ? "#pragma OPENCL EXTENSION cl_khr_fp64 : enable\n" : "") + real +
      includes({"prelude.cl", "indices.h", "moments.h", "lanes.h", "vectors.cl"}) + "\n" +
      elementary(problem, step, "values", include) + elementary(problem, step, "lanes", include) +
      (step.isFast ? include("function_native.h") + "\n" : "") + functions + vectorText(places) +
      schemes(places);

  Artifact artifact;
  artifact.opencl = withTemplates(kernels);
  artifact.hostSource =
      made + "#ifndef EULERC_LEVEL\n" + includeHost("headers.h") + "\n#define EULERC_PROGRAM " +
      options.nameSpace + "::code\nnamespace EULERC_PROGRAM {\n\n" + real +
      (isLargeStep(step) ? "#define EULERC_LARGE_STEP\n" : "") + includeHost("prelude.h") +
      includeHost("moments.h") + "\n" + elementary(problem, step, "values", includeHost) +
      functions + unpackFields(problem, step) + includeHost("linear.h") + includeHost("lanes.h") +
      (hasVectors(stencil) ? includeHost("levels.h") : "") + "\n#if EULERC_COMPILES_MODEL\n" +
      modelText(problem, access, step, stencil, options, kernels) +
      "#endif\n} // namespace EULERC_PROGRAM\n\n#if EULERC_COMPILES_MODEL\nnamespace " +
      options.nameSpace +
      " {\nconst eulerc::Model &model();\nconst eulerc::Model &model() { return code::the_model; "
      "}\n} // namespace " +
      options.nameSpace +
      "\n\n#ifdef EULERC_MAIN\nint main(int argc, char **argv) {\n  return "
      "eulerc::runCommandLine(" +
      options.nameSpace +
      "::model(), argc, argv);\n}\n#endif\n#ifdef EULERC_SHARED\n#include <eulerc/program.h>\n"
      "extern \"C\" __attribute__((visibility(\"default\"))) const eulerc_program "
      "*eulerc_program_1() {\n  return eulerc::programOf(" +
      options.nameSpace + "::model());\n}\n#endif\n#endif\n\n" +
      (hasVectors(stencil)
           ? atEachLevel(elementary(problem, step, "lanes", includeHost) + vectorText(places) +
                         endText(places) + includeHost("linear_vectors.h") + hostTiles(places))
           : "#endif\n");
  // Levels are written in vectors, and loops over points one by one ask for them
  // (EULERC_IN_VECTORS); other loops become vectors at -O3, but not where each point is a call.
  if (hasVectors(stencil))
    artifact.hostParts = {{"512", "-O2"}, {"256", "-O2"}, {"128", "-O2"}};
  const bool hasOtherLoops = !hasVectors(stencil) || !problem.monitors.empty();
  artifact.hostParts.push_back({"0", isLargeStep(step) ? "-O1" : hasOtherLoops ? "-O3" : "-O2"});
  artifact.hostHeader = header(made, options);
  return artifact;
}

} // namespace eulerc::compiler
