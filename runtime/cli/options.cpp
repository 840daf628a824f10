// Declares all options of a solver for CLI11, and checks them (options.h).

#include "cli/options.h"

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <limits>
#include <map>
#include <memory>
#include <optional>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include "backend/select_backend.h"
#include "base/text.h"
#include "cli/control_options.h"
#include "cli/describe.h"
#include "cli/foreign.h"
#include "cli/option_values.h"
#include "cli/over_time.h"
#include "cli/plan.h"
#include "cli/slab_options.h"
#include "cli/sweep.h"
#include "cli/words.h"
#include "model/model_lists.h"
#include "model/stages.h"
#include "planning/request.h"

namespace eulerc {
namespace {

/// Reads a vector width.
std::int64_t widthOf(const char *option, const std::string &text) {
  const auto value = readInteger(text);
  if (!value || *value == 0 || !isVectorWidth(*value))
    refuse(fmt::format("{}: a vector has 1, 2, 4, 8 or 16 values, not '{}'", option, text));
  return *value;
}

/// Adds a repeatable option NAME=VALUE or NAME=FILE.
void addAssignment(CLI::App &app, const char *name, const char *form, const char *help,
                   Assignments &assignments) {
  const auto take = [name, form, &assignments](const std::vector<std::string> &texts) {
    for (const std::string &text : texts) {
      const auto equals = text.find('=');
      if (equals == std::string::npos || equals == 0)
        refuse(fmt::format("{}: '{}' is not of the form {}", name, text, form));
      assignments.emplace_back(text.substr(0, equals), text.substr(equals + 1));
    }
  };
  app.add_option_function<std::vector<std::string>>(name, take, help)
      ->type_name(form)
      ->allow_extra_args(false)
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
}

/// Adds --NAME and --no-NAME.
template <class Take>
void addPair(CLI::App &app, const std::string &name, const char *help, const char *helpOfNo,
             Take take) {
  const auto asked = std::make_shared<std::optional<bool>>();
  for (const bool isOn : {true, false}) {
    const auto given = [=] {
      if (asked->value_or(isOn) != isOn)
        refuse(fmt::format("--{0} and --no-{0} contradict each other; give only one", name));
      *asked = isOn;
      take(isOn);
    };
    app.add_flag_callback((isOn ? "--" : "--no-") + name, given, isOn ? help : helpOfNo);
  }
}

void addProblemOptions(CLI::App &app, Options &o, const Model &model) {
  addAssignment(app, "--set", "NAME=VALUE", "set a param; repeatable", o.params);
  if (placeOf("seed", paramsOf(model)))
    addValue(app, "--seed", "N", "seed of the random numbers, as --set seed=N",
             [&o](auto &text) { o.params.emplace_back("seed", text); });
  addAssignment(app, "--field", "NAME=FILE",
                "values of a field: .npy, FILE.npz:/array or FILE.h5:/path/to/dataset; repeatable",
                o.fields);
  addAssignment(app, "--data", "NAME=FILE",
                "values of data, likewise; of 'data int' any integers; repeatable", o.data);
  addAssignment(app, "--init", "NAME=FILE",
                "initial values of a state, likewise, instead of the file's; repeatable",
                o.initials);
  addValue(app, "--t0", "T", "initial time", [&o](auto &text) { o.t0 = realOf("--t0", text); });
  if (model.stencil.usesStep)
    addValue(app, "--first-step", "N",
             "steps that were taken before t0, behind whose random numbers this run goes on",
             [&o](auto &text) {
               o.firstStep = wholeOf("--first-step", text, 0, 1'000'000'000'000'000);
             });
  addValue(app, "--t-end", "T", "end time", [&o](auto &text) { o.tEnd = realOf("--t-end", text); });
  addValue(app, "--dt", "H|auto",
           "length of a step; auto: the largest one that is stable at first, but for a tenth",
           [&o](auto &text) {
             o.stableDt = text == "auto";
             o.dt = o.stableDt ? std::nullopt : std::optional(realOf("--dt", text));
           });
  addValue(app, "--stages", "S",
           "stages of a step of rkl2, 2 to 100 (default: as few as stand its dt)",
           [&o](auto &text) {
             o.stages = static_cast<int>(wholeOf("--stages", text, leastStages, mostStages));
           });
  addValue(app, "--steps", "COUNT", "number of steps; wins over --t-end", [&o](auto &text) {
    o.steps = wholeOf("--steps", text, std::numeric_limits<std::int64_t>::min(),
                      std::numeric_limits<std::int64_t>::max());
  });
}

void addPlaceOptions(CLI::App &app, Options &o) {
  addValue(app, "--backend", "NAME",
           "opencl, threads or serial (default: opencl on a GPU or accelerator, else threads)",
           [&o](auto &text) {
             o.backend = chosen<Backend>("--backend", text,
                                         {{"opencl", Backend::OpenCL},
                                          {"serial", Backend::Serial},
                                          {"threads", Backend::Threads}});
           });
  addValue(app, "--device", "N|TEXT", "OpenCL device: index or part of its name",
           [&o](auto &text) { o.device = text; });
  addSlabOptions(app, o.slabs);
  app.add_flag("--list-devices", o.listDevices, "list the OpenCL devices and stop");
  addValue(app, "--threads", "N", "threads of the backend threads (default: all cores)",
           [&o](auto &text) { o.threads = static_cast<int>(wholeOf("--threads", text, 1, 4096)); });
  const std::string forms = "auto, " + alternatives(formNames(Scheme::Linear));
  addValue(app, "--linear-form", "NAME", forms.c_str(), [&o](auto &text) {
    o.tuning.linearForm = chosen<LinearForm>("--linear-form", text, linearFormNames());
  });
  addValue(app, "--vector-width", "N",
           "values in a vector: 1, 2, 4, 8 or 16 (default: chosen for the device)",
           [&o](auto &text) { o.tuning.vectorWidth = widthOf("--vector-width", text); });
  addValue(app, "--vectors-deep", "N",
           "rows or planes of which a work-item computes a vector (default: chosen)",
           [&o](auto &text) { o.tuning.vectorsDeep = wholeOf("--vectors-deep", text, 1, 64); });
  addValue(app, "--layout", "NAME",
           "states and classes of components on the device: auto, soa or aos", [&o](auto &text) {
             o.tuning.arrangement = chosen<ArrangementHint>("--layout", text,
                                                            {{"soa", ArrangementHint::SoA},
                                                             {"auto", ArrangementHint::Auto},
                                                             {"aos", ArrangementHint::AoS}});
           });
  addValue(
      app, "--work-group", "N", "work-items of a work-group (default: chosen for the device)",
      [&o](auto &text) { o.tuning.workGroupSize = wholeOf("--work-group", text, 1, 1 << 20); });
  addValue(
      app, "--work-groups", "N",
      "work-groups of a launch, where work-items take ranges or share points (default: chosen)",
      [&o](auto &text) { o.tuning.workGroups = wholeOf("--work-groups", text, 1, 1 << 30); });
  addValue(
      app, "--groups-per-unit", "N",
      "co-resident work-groups of a compute unit, which limits registers (NVIDIA's GPUs; default: "
      "chosen, or left to the driver)",
      [&o](auto &text) { o.tuning.groupsPerUnit = wholeOf("--groups-per-unit", text, 1, 32); });
  addValue(app, "--cl-options", "TEXT", "further options for the OpenCL compiler",
           [&o](auto &text) { o.buildOptions = text; });
}

/// Reads "64,256": a length for each axis; 0 leaves the length to the planner.
void takeBox(const std::string &text, Tuning &tuning) {
  int axis = 0;
  for (const std::string &part : split(text, ',')) {
    if (axis == maxRank)
      refuse(fmt::format("--tile-box: '{}' has more than {} numbers", text, maxRank));
    tuning.box[axis++] = wholeOf("--tile-box", part, 0, 1 << 30);
  }
}

void addSchemeOptions(CLI::App &app, Options &o) {
  addValue(app, "--scheme", "NAME",
           "execution scheme: auto, linear, diamond, diamond-columns, honeycomb, "
           "honeycomb-columns or overlapped",
           [&o](auto &text) {
             std::map<std::string, Scheme> schemes;
             for (const Scheme scheme : allSchemes)
               schemes[schemeName(scheme)] = scheme;
             o.tuning.scheme = chosen<Scheme>("--scheme", text, schemes);
           });
  addValue(app, "--strategy", "NAME",
           "number of diamonds: multiplicative, additive or corrected (default)", [&o](auto &text) {
             o.tuning.strategy = chosen<Strategy>("--strategy", text,
                                                  {{"multiplicative", Strategy::Multiplicative},
                                                   {"additive", Strategy::Additive},
                                                   {"corrected", Strategy::Corrected}});
           });
  addValue(app, "--tile-steps", "S", "steps that a launch of a tiling advances",
           [&o](auto &text) { o.tuning.tileSteps = wholeOf("--tile-steps", text, 1, 1 << 30); });
  addValue(app, "--kept", "R",
           "vectors of each component that a work-item keeps in registers (overlapped)",
           [&o](auto &text) { o.tuning.kept = wholeOf("--kept", text, 1, 64); });
  const std::string forms =
      fmt::format("where tiles of overlapped live: auto, {} (GPUs), {} (processors)",
                  alternatives(formNames(Scheme::Overlapped, false)),
                  alternatives(formNames(Scheme::Overlapped, true)));
  addValue(app, "--tile-form", "NAME", forms.c_str(), [&o](auto &text) {
    o.tuning.tileForm = chosen<TileForm>("--tile-form", text, tileFormNames());
  });
  addValue(app, "--tile-blocks", "D", "blocks of a tile's widest row",
           [&o](auto &text) { o.tuning.tileBlocks = wholeOf("--tile-blocks", text, 2, 1 << 30); });
  addValue(app, "--tile-box", "N,N,N", "points along each axis that a tile of a grid stores, or 0",
           [&o](auto &text) { takeBox(text, o.tuning); });
  addPair(app, "tune", "measure all that the scheme auto chooses from, however short the run is",
          "let a model choose for the scheme auto: measure and remember nothing",
          [&o](bool isOn) { o.measuring = isOn ? Measuring::Always : Measuring::Never; });
  app.add_flag("--explain", o.explain, "say what the scheme auto chose from, and why");
  app.add_flag("--plan", o.plan, "print the plan and stop");
  addValue(app, "--assume", "NAME=VALUE,...",
           "plan for a device that need not be there: compute-units=30,local-memory=16384 and, if "
           "wanted, work-group=512, vector-bytes=16, cpu=yes, core-cache=1048576, co-resident=30",
           [&o](auto &text) { o.assumed = assumedDevice(text); });
}

void addResultOptions(CLI::App &app, Options &o) {
  addValue(app, "--output", "FILE", "write the final state: .npy or .csv",
           [&o](auto &text) { o.output = text; });
  app.add_flag("--verify", o.verify,
               "compare with the serial reference; exit status 4 if it differs");
  addValue(app, "--tolerance", "REL",
           "largest difference --verify accepts, relative to the largest value "
           "(default: 1e-4 for float, 1e-10 for double)",
           [&o](auto &text) { o.tolerance = realOf("--tolerance", text); });
  app.add_flag("--describe", o.describe, "describe the problem and stop");
  addValue(app, "--stats", "FILE", "write measurements as JSON",
           [&o](auto &text) { o.stats = text; });
  app.add_flag("--quiet", o.quiet, "nothing but results and errors");
  addPair(app, "progress", "show progress (default: on a terminal)", "show no progress",
          [&o](bool isOn) { o.progress = isOn; });
}

std::string paramsHelp(const Model &model) {
  std::string text = model.program.paramCount > 0 ? "Params:\n" : "";
  for (const Param &param : paramsOf(model)) {
    const std::string declaration = fmt::format(
        "{} {} = {}", param.type == ParamType::Int ? "int" : "real", param.name, param.initialiser);
    text += fmt::format("  {:<27} {}\n", declaration, param.description);
  }
  return text;
}

std::string fieldHelp(const auto &field, const std::string &declaration, const char *option) {
  return fmt::format(
      "  {:<27} {}\n", declaration,
      describedWith(field.description, field.hasInitial
                                           ? "default: as the file says"
                                           : fmt::format("must be given, with {}", option)));
}

std::string fieldsHelp(const Model &model) {
  std::string text = model.program.fieldCount > 0 ? "Fields:\n" : "";
  for (const Field &field : fieldsOf(model))
    text += fieldHelp(field, std::string(field.name) + field.shape,
                      isSeries(model, field) ? "--field, over time" : "--field");
  text += dataOf(model).empty() ? "" : "Data:\n";
  for (const Data &data : dataOf(model))
    text += fieldHelp(data, declarationOf(data), "--data");
  return text;
}

std::string resultsHelp(const Model &model) {
  std::string text;
  for (const DescribedNames &each : describedResults(model)) {
    text += fmt::format("{}{}:\n", static_cast<char>(std::toupper(each.title[0])), each.title + 1);
    for (const auto &[name, description] : each.names)
      text += fmt::format("  {:<27} {}\n", name, description);
  }
  return text;
}

void refuseContradictions(const Options &o) {
  const bool onHost = o.backend == Backend::Serial || o.backend == Backend::Threads;
  if (onHost && !o.device.empty())
    refuse(
        "--device chooses an OpenCL device, but --backend asks for the processor; give only one");
  refuseSlabs(o, onHost);
  if (o.assumed && !o.plan)
    refuse("--assume describes a device to plan for; give --plan as well");
  if (o.assumed && !o.device.empty())
    refuse("--assume describes a device, and --device chooses one; give only one");
  requireKnownHints(o.tuning);
  refuseOverTime(o.overTime);
  refuseBesideControl(o);
  refuseBesideSweep(o);
  if (o.tolerance && !(*o.tolerance >= 0))
    refuse(fmt::format("--tolerance must be zero or above, not {}", *o.tolerance));
}

/// The name of the solver in the usage line, as the user called it.
std::string calledAs(const Model &model, int argc, char **argv) {
  const std::string name = argc > 0 ? std::filesystem::path(argv[0]).filename().string() : "";
  return name.empty() ? fmt::format("{}_solver", model.name) : name;
}

/// Throws Usage for names that another option sets, such as a field after --set.
void refuseMisplaced(const Options &o, const Model &model) {
  const auto check = [&](const char *option, const Assignments &assignments) {
    for (const auto &[name, value] : assignments)
      if (const std::string cure = cureForName(model, option, name, value); !cure.empty())
        refuse(fmt::format("{} {}: {}", option, name, cure));
  };
  check("--set", o.params);
  check("--field", o.fields);
  check("--data", o.data);
  check("--init", o.initials);
}

/// Notes names that are given twice: the last value counts.
void noteRepeated(Options &o) {
  const auto note = [&](const char *option, const Assignments &assignments) {
    std::map<std::string, int> times;
    for (const auto &[name, value] : assignments)
      if (++times[name] == 2)
        o.repeated.push_back(fmt::format("{} {}", option, name));
  };
  note("--set", o.params);
  note("--field", o.fields);
  note("--data", o.data);
  note("--init", o.initials);
}

/// Adds all options of a solver. No other place lists them.
void addOptions(CLI::App &app, Options &options, const Model &model, bool &version) {
  addProblemOptions(app, options, model);
  addPlaceOptions(app, options);
  addSchemeOptions(app, options);
  addControlOptions(app, options.control);
  addTimeOptions(app, options.overTime);
  addResultOptions(app, options);
  app.add_flag("--version", version, "print versions and stop");
}

} // namespace

std::string lastOf(const Assignments &assignments, std::string_view name) {
  std::string value;
  for (const auto &[key, text] : assignments)
    if (key == name)
      value = text;
  return value;
}

std::vector<OptionEntry> optionsOf(const Model &model) {
  CLI::App app;
  Options options;
  bool version = false;
  addOptions(app, options, model, version);
  std::vector<OptionEntry> entries;
  for (const CLI::Option *option : app.get_options())
    entries.push_back({option->get_lnames().at(0),
                       option->get_items_expected_max() > 0 ? option->get_type_name() : "",
                       option->get_description()});
  return entries;
}

Options parseOptions(const Model &model, int argc, char **argv, Ranks *ranks) {
  const std::string_view method = model.method.name;
  CLI::App app(fmt::format("Solves {} by {}.", model.source,
                           method == "euler" ? "explicit Euler steps"
                           : method == "map" ? "the steps of its maps"
                                             : fmt::format("the method {}", method)),
               calledAs(model, argc, argv));
  app.set_help_flag("--help", "print this text and stop");
  app.get_formatter()->column_width(30);
  app.allow_extras(); // unknown options are refused below, with a suggestion
  app.footer(paramsHelp(model) + fieldsHelp(model) + resultsHelp(model));

  Options options;
  options.command.assign(argv, argv + argc);
  options.ranks = ranks != nullptr && ranks->count() > 1 ? ranks : nullptr;
  bool version = false;
  addOptions(app, options, model, version);

  options.answer = parseWords(app, argc, argv);
  if (!options.answer.empty())
    return options;
  refuseUnknown(app, model);
  for (const CLI::Option *option : app.get_options())
    if (option->get_multi_option_policy() == CLI::MultiOptionPolicy::TakeLast &&
        option->get_items_expected_max() > 0 && option->count() > 1)
      options.repeated.push_back("--" + option->get_lnames().at(0));
  noteRepeated(options);
  if (version)
    options.answer = fmt::format("{}, compiled from {} by {}, runtime {}\n", model.name,
                                 model.source, model.compiler, EULERC_VERSION);
  options.overTime.recordings = recordingsOf(options.overTime.words, model.monitors.count > 0,
                                             !options.overTime.sweeps.empty());
  std::ranges::copy(options.overTime.recordings.repeated, std::back_inserter(options.repeated));
  refuseContradictions(options);
  refuseMisplaced(options, model);
  return options;
}

} // namespace eulerc
