// gaps: runs one compiled model under a scheme with NaN in all that lies between the components of
// the state's copies on the device, and compares with the serial backend: nobody reads it.
//
//   gaps overlapped 4 N=101     → "gaps: nobody reads them", or the first difference; status 1
//
// In: the model of a generated header (SWEEP_HEADER, SWEEP_MODEL), scheme, vector width, params.
#include SWEEP_HEADER

#include <array>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <span>
#include <string>
#include <vector>

#include "layout/layout.h"
#include "opencl/build_options.h"
#include "opencl/devices.h"
#include "opencl/kernels.h"
#include "opencl/launches.h"
#include "opencl/status.h"
#include "opencl/transfer.h"
#include "planning/request.h"

namespace {

using namespace eulerc;

Scheme schemeOf(const std::string &name) {
  for (const Scheme scheme : {Scheme::Linear, Scheme::Diamond, Scheme::DiamondColumns,
                              Scheme::Honeycomb, Scheme::HoneycombColumns})
    if (schemeName(scheme) == name)
      return scheme;
  return Scheme::Overlapped;
}

/// Of overlapped tiles, which a test names by their form.
TileForm formOf(const std::string &name) {
  return name == "registers"             ? TileForm::Registers
         : name.starts_with("streaming") ? TileForm::Streaming
         : name == "skewed"              ? TileForm::Skewed
                                         : TileForm::Wavefront;
}

/// Components after some steps on the device, from `initial`, with NaN around them; `splits`: tiles
/// at the sides have a kernel of their own; `team`: so many of its work-groups share one.
std::vector<float> runPoisoned(const Model &model, const Tuning &tuning,
                               const std::vector<ParamValue> &params, std::int64_t fileRow,
                               const Run &steps, const std::vector<float> &initial, bool splits,
                               int team) {
  Grid grid;
  model.host.grid(params.data(), &grid);
  const auto count = static_cast<std::int64_t>(initial.size());
  const std::string none;
  const Job job{.model = model,
                .params = params,
                .grid = grid,
                .fileRow = fileRow,
                .components = count,
                .points = pointsOf(grid),
                .fields = {},
                .fieldRevisions = {},
                .data = {},
                .fieldBytes = 0,
                .run = steps,
                .threads = 1,
                .tuning = tuning,
                .buildOptions = none,
                .progress = {},
                .note = {}};
  const Device device = findDevices().devices.at(0);
  Plan plan =
      plannerOf(model).plan(planRequest(model, params, device.info.limits, tuning, steps.steps));
  requirePlan(plan);
  if (splits)
    plan.endsKernel = "eulerc_streaming_ends";
  if (auto *streaming = std::get_if<Streaming>(&plan.shape))
    streaming->team = team;
  plan.endsGroups = 2 * team;

  const cl::Context context(device.handle);
  cl::CommandQueue queue(context, device.handle, CL_QUEUE_PROFILING_ENABLE);
  const Layout layout = job.layout(plan.arrangement, plan.alignment);
  const Places places = job.statePlaces(layout);
  const auto values = static_cast<std::size_t>(places.values);
  const std::vector<float> ones(initial.size(), 1.0F);
  std::vector<float> first(values), isComponent(values), other(values, std::nanf(""));
  toLayout(places, 4, initial.data(), {0, places.values}, first.data(), 1);
  toLayout(places, 4, ones.data(), {0, places.values}, isComponent.data(), 1);
  for (std::size_t k = 0; k < values; k++)
    if (isComponent[k] == 0)
      first[k] = std::nanf("");
  std::array<cl::Buffer, 2> copies;
  for (std::size_t k = 0; k < 2; k++) {
    copies[k] = cl::Buffer(context, CL_MEM_READ_WRITE, 4 * values);
    queue.enqueueWriteBuffer(copies[k], CL_TRUE, 0, 4 * values, (k == 0 ? first : other).data());
  }

  Program program;
  program.build(context, device, model.device.kernels, buildOptions(job, plan, device));
  Kernels kernels(program, job, plan);
  kernels.setArguments(context, queue, copies, {}, job.constants(layout, plan.alignment),
                       levelsOf(job.run, job.model));
  Running running;
  RunRecord stats;
  launchAll(job, plan, queue, kernels, running, stats);
  std::vector<float> result(initial.size());
  Transfer(queue, places, 4, 1).download(copies[lastCopy(plan, model)], result.data());
  return result;
}

std::vector<float> taken(std::span<const float> values) { return {values.begin(), values.end()}; }

} // namespace

int main(int argc, char **argv) {
  const std::vector<std::string> words(argv + 1, argv + argc);
  eulerc::Solver solver(SWEEP_MODEL::model());
  for (std::size_t k = 2; k < words.size(); k++) {
    const std::size_t equals = words[k].find('=');
    solver.set(words[k].substr(0, equals), words[k].substr(equals + 1));
  }
  eulerc::Tuning tuning;
  tuning.scheme = schemeOf(words.at(0));
  tuning.vectorWidth = std::stoi(words.at(1));
  tuning.workGroupSize = 4; // small tiles: several of them
  if (tuning.scheme == eulerc::Scheme::Overlapped) {
    tuning.tileForm = formOf(words[0]);
    if (tuning.tileForm == eulerc::TileForm::Registers ||
        tuning.tileForm == eulerc::TileForm::Skewed)
      tuning.kept = 2;
    else
      tuning.box[0] = 3;
  }
  solver.useBackend(eulerc::Backend::Serial);
  const std::vector<float> initial = taken(solver.floats());
  const eulerc::Run steps = eulerc::Solver::planSteps(0, 0.01, 7);
  const std::vector<float> result = eulerc::checked([&] {
    return runPoisoned(solver.model(), tuning, solver.params(), solver.shape().back(), steps,
                       initial, words[0] == "streaming-split" || words[0] == "streaming-shared",
                       words[0] == "streaming-shared" ? 3 : 0);
  });
  solver.run(steps);
  const std::vector<float> expected = taken(solver.floats());
  for (std::size_t k = 0; k < expected.size(); k++)
    if (std::memcmp(&expected[k], &result[k], sizeof(float)) != 0) {
      std::printf("gaps: component %zu is %g, not %g\n", k, static_cast<double>(result[k]),
                  static_cast<double>(expected[k]));
      return 1;
    }
  std::printf("gaps: nobody reads them\n");
}
