// Computes the factors of rkl2's stages, and changes the levels of a model's steps.

#include "model/stages.h"

#include "model/precision.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <utility>

namespace eulerc {
namespace {

constexpr int factorsOfStage = 4;

/// b_j of equation (16) of the paper.
double numberB(int j) { return j < 3 ? 1.0 / 3 : (j * j + j - 2.0) / (2.0 * j * (j + 1)); }

/// Whether parts of `levels` levels divide a step evenly and all stages are alike. They are not
/// with maps, which get their new values in the last stage.
bool isPartOf(const Model &model, std::int64_t levels) {
  return model.method.stages % levels == 0 && levels % model.method.stageLevels == 0 &&
         model.method.registers > 0;
}

} // namespace

int travellingStates(const Model &model) {
  return model.program.stateCount * (model.method.unknownSlope != 0 ? 2 : 1);
}

Stages::Stages(const Model &model, int count) {
  const auto stage = [&](double time, const std::vector<double> &row) {
    const int levels = model.method.stageLevels + (times_.empty() ? model.method.extraLevels : 0);
    times_.insert(times_.end(), static_cast<std::size_t>(levels), time);
    rows_.insert(rows_.end(), row.begin(), row.end());
  };
  const double all = count * count + count - 2.0, w = 4 / all;
  const double first = numberB(1) * w;
  stage(0, {0, 0, 0, first});
  // Registers: the change by the stage before, the state before the step, and its slope times h.
  cycle_ = {4, 1, first, 0, 2, 0, 1, 0, 1, 3, 1, 0, 0, first, 1, 0, 1};
  double before = 0, time = first; // times of the two stages before
  for (int j = 2; j <= count; j++) {
    const double mu = (2 * j - 1.0) / j * numberB(j) / numberB(j - 1);
    const double nu = -(j - 1.0) / j * numberB(j) / numberB(j - 2);
    const double gamma = -(1 - numberB(j - 1)) * mu * w;
    // Y_j − Y_j−1 = (μ + ν − 1) (Y_j−1 − Y_0) − ν (Y_j−1 − Y_j−2) + γ h F_0 + μ w h F_j−1
    const double last = mu + nu - 1;
    stage(time, {-nu, last, gamma, mu * w});
    const std::vector<double> updates = {
        2, 1,      mu * w, 4, 3,     gamma, 0,        last, 2,     -last, 1,  -nu, //
        0, mu * w, 4,      3, gamma, 0,     1 + last, 2,    -last, 1,     -nu};
    cycle_.insert(cycle_.end(), updates.begin(), updates.end());
    before = std::exchange(time, mu * time + nu * before + mu * w + gamma);
  }
  count_ = count;
  rowsInFloat_.assign(rows_.begin(), rows_.end());
}

Model Stages::of(Model model) const {
  model.method.stages = static_cast<int>(times_.size());
  model.method.stageTimes = times_.data();
  model.method.methodStages = model.method.givenStages = count();
  model.method.cycle =
      model.method.registers > 0 ? cycle_.data() : nullptr; // with maps the cycle is unknown
  model.method.stageFactors = model.program.precision == Precision::Float
                                  ? static_cast<const void *>(rowsInFloat_.data())
                                  : rows_.data();
  return model;
}

std::int64_t liveOutComponents(const Model &model, const Grid &grid) {
  if (model.method.errorOrder == 0 || !model.method.tellsError)
    return travellingStates(model) * grid.classes;
  return (model.method.keepsSlope ? 3 : 2) * model.program.stateCount * grid.classes;
}

std::int64_t levelsOfTiles(const Model &model, bool onProcessor) {
  constexpr int mostWhole = 12, mostOfPart = 10; // levels, for one state of floats
  if (model.method.stageLevels == 0 || model.method.stages <= mostWhole || onProcessor)
    return model.method.stages;
  const int values =
      model.program.stateCount * (model.program.precision == Precision::Float ? 1 : 2);
  const int most = std::max(mostOfPart / values, 1);
  for (int levels = most; 3 * levels > 2 * most;
       levels--) // up to a third fewer, if parts are then equal
    if (isPartOf(model, levels))
      return levels;
  return most;
}

Parts partsOf(const Model &model, Levels levels) {
  return levels > 0 && levels < model.method.stages && isPartOf(model, levels.count) ? Parts::Even
                                                                                     : Parts::Any;
}

Model withError(Model model, bool isTold) {
  if (model.method.errorLevels > 0 && model.method.tellsError != isTold) {
    model.method.stages += isTold ? model.method.errorLevels : -model.method.errorLevels;
    model.method.methodStages += isTold ? 1 : -1;
    model.method.tellsError = isTold;
  }
  return model;
}

Model withSlope(Model model, bool isKnown) {
  model.method.keepsSlope = model.method.fsalLevels > 0 && model.method.tellsError;
  if (model.method.keepsSlope && isKnown && !model.method.knowsSlope) {
    model.method.stages -= model.method.fsalLevels - 1;
    model.method.stageTimes +=
        model.method.fsalLevels - 1; // all levels of the first stage are at its time
    model.method.knowsSlope = true;
  }
  return model;
}

void tellStages(const Model &model, const Grid &grid, void *constants) {
  auto *head = static_cast<StagedHead *>(constants);
  head->stages = model.method.stages;
  head->liveOut = liveOutComponents(model, grid);
  head->factors = reinterpret_cast<std::intptr_t>(model.method.stageFactors);
  head->knowsSlope = model.method.knowsSlope ? 1 : 0;
}

std::string textBefore(const Model &model, const Grid &grid, Parts parts) {
  if (!isOpen(model))
    return "";
  const bool isFloat = model.program.precision == Precision::Float;
  std::string text = fmt::format(
      "#define EULERC_STAGES {}\n#define EULERC_LIVE_OUT {}\n", model.method.stages,
      parts == Parts::Whole ? liveOutComponents(model, grid) : model.stencil.componentsPerPoint);
  if (parts != Parts::Whole)
    text += "#define EULERC_CUTS_STEPS\n";
  if (parts == Parts::Even)
    text += "#define EULERC_EVEN_PARTS\n";
  if (model.method.stageLevels == 0)
    return text;
  std::string rows;
  for (int k = 0; k < factorsOfStage * model.method.methodStages; k++)
    rows += isFloat
                ? fmt::format("{:a}f, ", static_cast<const float *>(model.method.stageFactors)[k])
                : fmt::format("{:a}, ", static_cast<const double *>(model.method.stageFactors)[k]);
  return fmt::format("{}{}constant {} eulerc_factors[] = {{{}}};\n",
                     isFloat ? "" : "#pragma OPENCL EXTENSION cl_khr_fp64 : enable\n", text,
                     isFloat ? "float" : "double", rows);
}

} // namespace eulerc
