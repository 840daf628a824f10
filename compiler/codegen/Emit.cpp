#include "codegen/Emit.h"

#include "HostText.h"
#include "KeptText.h"
#include "LevelText.h"
#include "MarchText.h"
#include "PointText.h"
#include "Spell.h"
#include "StepText.h"
#include "StripsText.h"
#include "Templates.h"
#include "WindowText.h"

#include "ir/Body.h"

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
    diagnostics.error(
        where, "the conditions of " + function + "(" + name + ") stand " + std::to_string(deepest) +
                   " deep inside each other; the most are " + std::to_string(kMostInside));
    diagnostics.hint("let the simple cases come first, each with a 'return' of its own");
  };
  for (const StepOfEquation &equation : step.equations) {
    const State &state = problem.states[equation.state];
    check("ddt", state.name, state.where, equation.edge.body);
  }
  for (const State &state : problem.states)
    check("initial", state.name, state.where, state.initial);
  for (const Field &field : problem.fields)
    check("initial", field.name, field.where, field.initial);
  return ok;
}

std::string withoutPragmaOnce(std::string text) {
  const std::string line = "#pragma once\n";
  if (const auto at = text.find(line); at != std::string::npos)
    text.erase(at, line.size());
  return text;
}

std::string planners() {
  std::string text = std::string(kTiles) + "\n" + kOverlap + "\n" + kBoxes + "\n" + kBlocks + "\n";
  for (const char *planner : {kLinearPlanner, kTilePlanner, kDiamondPlanner, kHoneycombPlanner,
                              kDelayedPlanner, kStreamedPlanner, kStripsPlanner, kSpacePlanner,
                              kKeptPlanner, kOverlappedPlanner, kCandidates, kPlanners})
    text += withoutPragmaOnce(planner);
  return text;
}

std::string when(const char *option, const std::string &text) {
  return std::string("#ifdef ") + option + "\n\n" + text + "\n#endif\n";
}

std::string march(const Step &step, bool isDouble) {
  if (!marchReach(step))
    return "";
  return "\n" + when("EULERC_MARCH", marchText(step, Places(step, isDouble)) + kMarchCl);
}

/// Strips, and of planes those that are kept whole.
std::string strips(const Step &step, bool isDouble) {
  const std::string shared = std::string(kBoxes) + "\n" + stripsText(step, isDouble) + kTileVectors;
  const std::string walked = std::string("\n") + kStripLayersCl + "\n" + kStripsCl;
  if (step.system.extents.size() == 3)
    return when("EULERC_LEVELS", shared + walked);
  return "#if defined(EULERC_LEVELS) || defined(EULERC_KEPT)\n\n" + shared +
         "\n#ifdef EULERC_LEVELS\n" + walked + "\n#else\n\n" + kBlocks + "\n" + kKeptCl +
         "\n#endif\n#endif\n";
}

/// The kernels of each scheme; those of a tiling are built when its tiles have a size, by rows or
/// by columns.
std::string schemes(const Step &step, bool isDouble) {
  if (step.readsFar)
    return kLinearCl;
  std::string text = std::string("#ifndef EULERC_TILED\n\n") + kLinearCl + march(step, isDouble) +
                     "\n#else\n\n" + kTiles + "\n#endif\n";
  text += when("EULERC_TILE_PLANE", tileText(step, isDouble) + kTileMemoryCl +
                                        "\n#ifdef EULERC_COLUMNS\n\n" + kColumnsCl + "\n#else\n\n" +
                                        kRowsCl + "\n#endif\n");
  if (canOverlap(step))
    text +=
        when("EULERC_KEPT", keptText(step, isDouble) + kLineEnds +
                                "\n#ifdef EULERC_TILE_WIDTH\n\n" + kOverlap + "\n" + kDelayed +
                                "\n" + kDelayedCl + "\n#else\n\n" + kOverlappedCl + "\n#endif\n");
  if (canKeepLayers(step))
    text += when("EULERC_WINDOWS", std::string(kBoxes) + "\n" + windowText(step, isDouble) +
                                       kStreamedItems + "\n" + kStreamedItemsCl);
  if (canStrip(step))
    text += strips(step, isDouble);
  return text;
}

/// All tiles that a thread is given, each computed by `tile`.
std::string tilesOf(const char *tile) {
  return std::string("\n#define EULERC_HOST_TILE ") + tile + "\n" + kTilesHost +
         "\n#undef EULERC_HOST_TILE\n";
}

/// Tiles of the host, at one width of vectors.
std::string hostTiles(const Step &step, bool isDouble) {
  if (canKeepLayers(step))
    return windowText(step, isDouble) + kStreamedItems + tilesOf("eulerc_stream_box");
  if (!canOverlap(step))
    return "";
  return "\n#define EULERC_KEPT eulerc_kept\n"
         "constexpr int eulerc_kept = eulerc::tiling::stepsInFlight(" +
         std::to_string(vectorsInFlight(step)) + ", EULERC_WIDTH * sizeof(real) >= 64);\n\n" +
         keptText(step, isDouble) + kLineEnds + "\n" + kDelayed + tilesOf("eulerc_delayed_tile") +
         "#undef EULERC_KEPT\n";
}

/// How the host code passes the fields on: each as a pointer of its own.
std::string unpackFields(const Problem &problem) {
  std::string text = "#define EULERC_UNPACK_FIELDS(fields)";
  for (std::size_t k = 0; k < problem.fields.size(); k++)
    text += ", static_cast<const real *>(fields[" + std::to_string(k) + "])";
  return text + "\n\n";
}

std::string header(const Problem &problem, const EmitOptions &options) {
  return commented("Made by eulerc " + options.version + " from " + problem.file + ".") +
         "//\n// eulerc::Solver solver(" + options.nameSpace +
         "::model()); solves it; see <eulerc/solver.h>.\n#pragma once\n\n#include "
         "<eulerc/solver.h>\n\nnamespace " +
         options.nameSpace + " {\n\nconst eulerc::Model &model();\n\n} // namespace " +
         options.nameSpace + "\n";
}

} // namespace

std::optional<Artifact> emit(const Problem &problem, const Access &access, const Step &step,
                             const EmitOptions &options, Diagnostics &diagnostics) {
  if (!literalsFit(step, options.isDouble, diagnostics) ||
      !conditionsFit(problem, step, diagnostics))
    return std::nullopt;
  const std::string made =
      commented("Made by eulerc " + options.version + " from " + problem.file + ".");
  const std::string real = std::string("#define EULERC_REAL ") +
                           (options.isDouble ? "double" : "float") + "\n#define EULERC_IS_DOUBLE " +
                           (options.isDouble ? "1" : "0") + "\n" + "typedef EULERC_REAL real;\n\n";
  const std::string functions = stepText(step, options.isDouble);

  Artifact artifact;
  artifact.opencl = made +
                    (options.isDouble ? "#pragma OPENCL EXTENSION cl_khr_fp64 : enable\n" : "") +
                    real + kPreludeCl + "\n" + kLanes + "\n" + kVectorsCl + "\n" + functions +
                    vectorText(step, options.isDouble) + schemes(step, options.isDouble);
  // Only what the host code needs: <eulerc/solver.h> would triple its compile time.
  artifact.hostSource =
      made +
      "#include <eulerc/command_line.h>\n#include <eulerc/model.h>\n\n#include <cmath>\n"
      "#include <cstdint>\n#include <initializer_list>\n\n#if defined(__x86_64__)\n#include "
      "<immintrin.h>\n#endif\n\n" +
      planners() + "\nnamespace {\n\n" + real + kPreludeHost + "\n" + functions +
      unpackFields(problem) + kLinearHost + "\n" + kLanes + "\n" +
      (hasVectors(step)
           ? forEachLevel(options.isDouble,
                          std::string(kVectorsHost) + "\n" + vectorText(step, options.isDouble) +
                              kLinearVectorsHost + hostTiles(step, options.isDouble))
           : "") +
      modelText(problem, access, step, options, artifact.opencl) + "} // namespace\n\nnamespace " +
      options.nameSpace +
      " {\n\nconst eulerc::Model &model();\nconst eulerc::Model &model() { return the_model; }\n\n"
      "} // namespace " +
      options.nameSpace +
      "\n\n#ifdef EULERC_MAIN\nint main(int argc, char **argv) {\n  return "
      "eulerc::runCommandLine(" +
      options.nameSpace + "::model(), argc, argv);\n}\n#endif\n";
  artifact.hostHeader = header(problem, options);
  return artifact;
}

} // namespace eulerc::compiler
