// ModelTable: the model of a program as the runtime reads it, and the arrays of its method. Each
// part of the model is a member.
//
//   → const double stage_times[] = …; const eulerc::Model the_model = {.abi = …, .program = {…},
//   …};
#include "ModelPrinters.h"

#include "Spell.h"
#include "StepPrinters.h"
#include "TableText.h"
#include "codegen/Unsupported.h"
#include "forms/FieldReads.h"

#include "ir/Methods.h"

#include <eulerc/model/abi.h>

#include <algorithm>

namespace eulerc::compiler {
namespace {

constexpr const char *kLines = ",\n     "; ///< between members of a part, a line each

class TablePrinter : ModelPrinter {
public:
  explicit TablePrinter(const ModelSource &source)
      : ModelPrinter(source), access_(source.access), stencil_(source.stencil),
        options_(source.options) {}

  std::string run() {
    Aggregate model(",\n    ");
    model.set("abi", modelAbi)
        .text("name", options_.name)
        .text("source", problem_.file)
        .text("compiler", "eulerc " + options_.version)
        .set("program", program().str())
        .set("stencil", stencil().str())
        .set("method", method().str())
        .set("host", host().str())
        .set("device", device().str());
    if (const Aggregate data = dataTables(problem_, access_); !data.empty())
      model.set("data", data.str());
    if (const Aggregate monitors = monitorTables(problem_); !monitors.empty())
      model.set("monitors", monitors.str());
    model.set("traced", traceEntry(problem_));
    return out_ + "const eulerc::Model the_model = " + model.str() + ";\n\n";
  }

private:
  std::string witness() const {
    if (!access_.witness)
      return "the right-hand side reads no component";
    const ReadAccess &read = access_.reads[*access_.witness];
    return read.text + " at " + read.where.str();
  }

  std::string layerReaches() const {
    std::string text;
    for (std::size_t axis = 0; axis < kMaxAxes; axis++)
      text += (axis ? ", " : "") + number(axis < stencil_.axes.size() ? *stencil_.reach(axis) : 0);
    return "{" + text + "}";
  }

  Aggregate program() const {
    Aggregate program(kLines);
    program
        .set("precision",
             options_.isDouble ? "eulerc::Precision::Double" : "eulerc::Precision::Float")
        .set("text", rawString(options_.text))
        .set("paramCount", problem_.params.size())
        .set("params", "params")
        .set("deriveParams", "derive_params")
        .set("requirementCount", "sizeof requirements / sizeof requirements[0] - 1")
        .set("requirements", "requirements")
        .set("stateCount", liveOutStates(problem_))
        .set("states", "states")
        .set("fieldCount", problem_.fields.size())
        .set("fields", "fields")
        .set("fieldSeriesCount", std::ranges::count(problem_.fields, true, &Field::isSeries) / 2)
        .set("fieldSeries", "field_series")
        .set("readsSeriesBehind", problem_.readsSeriesBehind)
        .set("rank", problem_.extents.size())
        .set("axes", "axes")
        .set("extents", "extents")
        .set("timespan", "timespan")
        .set("coordinates", problem_.axes.empty() ? "nullptr" : "coordinates")
        .set("accessDistance", "access_distance")
        .text("accessWitness", witness())
        .set("reach", "reach")
        .set("initial", "initial")
        .set("initialField", "initial_field")
        .set("rowsRead", rowReadsEntry(stencil_));
    return program;
  }

  /// What steps read and compute.
  Aggregate stencil() {
    Aggregate facts(kLines);
    facts.set("componentsPerPoint", step_.equations.size())
        .set("fields", problem_.fields.size() * static_cast<std::size_t>(stencil_.period))
        .set("usesTime", stencil_.usesTime())
        .set("usesStep", stencil_.usesStep())
        .set("readsGlobals", stencil_.readsGlobals())
        .set("readsFar", stencil_.readsFar())
        .set("overlaps",
             takes(FormFamily::Registers, stencil_) || takes(FormFamily::Streaming, stencil_))
        .set("wraps", stencil_.isRing(0))
        .set("pointReach", pointReach(step_, stencil_));
    if (takes(FormFamily::LinearStreaming, stencil_))
      facts.set("streamingReach", *stencil_.reach(stencil_.last()));
    facts.set("flopsPerComponent", stencil_.flopsPerComponent)
        .set("instructionsPerComponent", stencil_.instructionsPerComponent)
        .set("edgeFlopsPerComponent", stencil_.edgeFlopsPerComponent)
        .set("flopsOfStep", stencil_.flopsOfStep)
        .set("leastOperations", stencil_.least.operations)
        .set("leastValues", stencil_.least.values)
        .set("guards", guardsOf(step_.system))
        .set("divides", stencil_.divides())
        .set("callsFunctions", stencil_.callsFunctions() && !step_.isFast)
        .set("keepsLayers", takes(FormFamily::Wavefront, stencil_))
        .set("rings", rings(step_, stencil_));
    if (takes(FormFamily::Wavefront, stencil_))
      facts.set("layerReach", layerReaches());
    facts.set("rowsShare", rowsShare(step_, stencil_))
        .set("planesShare", planesShare(step_, stencil_))
        .set("lastValues", stencil_.lastValues());
    setForms(facts);
    facts.set("sourceValues", sourceValues(step_, stencil_))
        .set("termValues", termValues(step_, stencil_));
    setRadius(facts, step_, stencil_);
    if (const std::vector<std::uint64_t> levels = readsOfLevels(step_, stencil_); !levels.empty()) {
      out_ += "const std::uint64_t reads_of_levels[] = {" +
              listOf(levels, [](std::uint64_t each) { return number(each); }) + "};\n";
      facts.set("readsOfLevels", "reads_of_levels");
    }
    return facts;
  }

  /// Vectors that tiles take, and the reasons why a form has no tiles.
  void setForms(Aggregate &facts) const {
    const bool isLine = stencil_.axes.size() == 1;
    if (takes(FormFamily::Registers, stencil_))
      facts.set("vectorsInFlight", vectorsInFlight(step_, stencil_))
          .set("vectorsTogether", vectorsTogether(step_, stencil_));
    if (takes(FormFamily::Streaming, stencil_))
      facts
          .set("walkedFields",
               walkedFields(stencil_).size() * static_cast<std::size_t>(stencil_.period))
          .set("vectorsInFlight", layersInFlight(stencil_))
          .set("shownAcross", shownComponents(step_, stencil_, 1))
          .set("shownAround", shownComponents(step_, stencil_, 0))
          .set("levelsTogether", levelsTogether(step_));
    if (const auto inRegisters =
            unsupportedBy(isLine ? FormFamily::Registers : FormFamily::Streaming, stencil_))
      facts.text("whyNoOverlap", inRegisters->text());
    if (const auto ofLayers =
            isLine ? std::nullopt : unsupportedBy(FormFamily::Wavefront, stencil_))
      facts.text("whyNoLayers", ofLayers->text());
  }

  /// The method, its stages and their times.
  Aggregate method() {
    const Cycle &cycle = step_.system.cycle;
    out_ += "const double stage_times[] = {" + listOf(cycle.times, printReal) + "};\n";
    Aggregate method(kLines);
    method.text("name", cycle.method)
        .set("stages", cycle.stages())
        .set("stageTimes", "stage_times")
        .set("levelStates", step_.system.stateCount);

    setStages(method, cycle.steps);
    method.set("errorLevels", cycle.errorLevels)
        .set("actsBehind", actsBehindSteps(problem_))
        .set("changesBehind",
             std::ranges::any_of(problem_.states,
                                 [](const State &each) { return each.after != nullptr; }))
        .set("stageLevels", cycle.levelsOfStage)
        .set("extraLevels", cycle.extraLevels)
        .set("givenStages", cycle.levelsOfStage > 0 ? cycle.steps.givenStages : 0)
        .set("fsalLevels", cycle.fsalLevels)
        .set("heldLevels", stencil_.places.held)
        .set("readsOtherCopy", stencil_.places.areTold());
    setPlaces(method);
    return method;
  }

  void setPlaces(Aggregate &method) {
    const LevelPlaces &places = stencil_.places;
    if (!places.areTold())
      return;
    std::vector<std::string> all;
    for (std::size_t level = 0; level < places.placeOf.size(); level++)
      for (std::size_t state = 0; state < places.inOther.size(); state++)
        all.push_back(
            number(2 * places.placeOf[level][state] + (places.inOther[state] >> level & 1)));
    out_ += "const int state_places[] = {" + fmt::format("{}", fmt::join(all, ", ")) + "};\n";
    method.set("statePlaces", "state_places");
  }

  Aggregate host() const {
    Aggregate host(kLines);
    host.set("isPrepared", "is_prepared")
        .set("prepareField", "prepare_field")
        .set("grid", "grid")
        .set("constantsSize", "sizeof(eulerc_constants)")
        .set("constants", "constants")
        .set("stepRange", "eulerc_step_range<eulerc_interior_range, eulerc_edge_row_range, "
                          "eulerc_end_range, 1>");
    if (stencil_.hasVectors())
      host.set("vectorsCount", "host_levels").set("vectors", "host_vectors");
    if (bufferedValues(step_.system) > 0)
      host.set("tableValues", bufferedValues(step_.system)).set("tables", "large_tables");
    host.set("loopFlops", "loop_flops").set("loopOperations", "loop_operations");
    return host;
  }

  Aggregate device() const {
    Aggregate device(kLines);
    device.set("kernels", "kernels")
        .set("exact", stencil_.exact() && !step_.isFast)
        .set("contracts", step_.contracts)
        .set("isFast", step_.isFast);
    return device;
  }

  /// The stages of the method as numbers (MethodFacts::cycle), if they are known.
  void setStages(Aggregate &facts, const Method &method) {
    const bool hasMaps = std::ranges::any_of(
        problem_.states, [](const State &state) { return state.gives == Gives::Next; });
    const double pastSlope = method.pastSlope != 0 ? unknownSlope : 0;
    if (hasMaps || method.stages.empty()) {
      facts.set("registers", 0).set("methodStages", 0).set("unknownSlope", pastSlope);
      return;
    }
    if (method.factors > 0) {
      facts.set("registers", method.registers).set("methodStages", 0);
      return;
    }
    out_ += "const double cycle[] = {" + numbersOf(method) + "};\n";
    facts.set("cycle", "cycle")
        .set("registers", method.registers)
        .set("methodStages", method.stages.size())
        .set("updatesInTurn", method.inTurn)
        .set("errorOrder", method.errorOrder)
        .set("unknownSlope", pastSlope);
  }

  static std::string numbersOf(const Method &method) {
    std::vector<double> numbers;
    for (const MethodStage &stage : method.stages) {
      numbers.push_back(static_cast<double>(stage.updates.size()));
      for (const Update &given : stage.updates) {
        const Update update = flat(given);
        numbers.insert(numbers.end(), {static_cast<double>(update.to), update.rate.number,
                                       static_cast<double>(update.terms.size())});
        for (const Term &term : update.terms)
          numbers.insert(numbers.end(), {static_cast<double>(term.of), term.factor.number});
      }
    }
    return listOf(numbers, printReal);
  }

  const Access &access_;
  const Stencil &stencil_;
  const EmitOptions &options_;
};

} // namespace

std::string modelTable(const ModelSource &source) { return TablePrinter(source).run(); }

} // namespace eulerc::compiler
