#include "Pipeline.h"

#include "CompilerFailure.h"
#include "Explain.h"
#include "Files.h"
#include "HostCompiler.h"
#include "OneKernel.h"

#include "analysis/Analyse.h"
#include "analysis/FindStencil.h"
#include "codegen/Emit.h"
#include "frontend/Frontend.h"
#include "frontend/NameSpace.h"
#include "frontend/SourceFile.h"
#include "ir/Verify.h"
#include "transform/Canonicalise.h"
#include "transform/EliminateDeadQuantities.h"
#include "transform/FormCycle.h"
#include "transform/FormStep.h"
#include "transform/ResolveSides.h"
#include "transform/ShareShifts.h"

#include <algorithm>
#include <filesystem>
#include <iostream>

namespace eulerc::compiler {
namespace {

namespace fs = std::filesystem;

enum ExitStatus { Done = 0, Failed = 1, WrongUsage = 2, Bug = 3 };

class Pipeline {
public:
  explicit Pipeline(const Options &options) : options_(options) {}

  int run() {
    const int status = phases();
    diagnostics_.print(std::cerr, options_.explain);
    if (diagnostics_.hasBugs())
      return Bug;
    return status;
  }

private:
  int phases() {
    if (options_.stage == Stage::Problem || options_.stage == Stage::Access ||
        options_.stage == Stage::System)
      diagnostics_.remark({}, "what --explain tells of a step is not known at this stage; take "
                              "--emit=step, or none");
    const FileText file = readFile(options_.input);
    if (!file.text)
      return usage("'" + options_.input + "' cannot be read: " + file.error.message(),
                   cureFor(file.error.message(), ""));

    const auto parsed =
        parse({options_.input, *file.text, options_.includeDirs, options_.defines}, diagnostics_);
    if (!parsed || !verify(parsed->problem, diagnostics_))
      return Failed;
    const Problem &written = parsed->problem;
    if (const int status = refuseClashes(parsed->dependencies))
      return status;
    if (options_.dependencies)
      if (const int status = writeDependencies(parsed->dependencies))
        return status;
    if (options_.stage == Stage::Problem)
      return write(print(written));

    auto all = analyseAccess(written, diagnostics_);
    if (!all || !verify(*all, diagnostics_))
      return Failed;
    if (!checkMonitors(written, *all, diagnostics_))
      return Failed;
    const Problem needed = eliminateDeadQuantities(written);
    explainDeadQuantities(written, needed, diagnostics_);
    const bool isWhole = needed.states.size() == written.states.size();
    const Access access = isWhole ? *all : accessOfNeeded(needed, *all);
    if (options_.stage == Stage::Access)
      return write(print(access, needed.indexNames));

    // Fast functions and quotients cost a GPU less than a quantity does. H100, without → with
    // sharing, in Gcomp/s: WENO5 61.8 → 46.1, dendrite 120 → 109.
    const bool shares = options_.shares && !options_.isFast;
    const SharedProblem shared = shares ? shareShifts(needed) : SharedProblem{needed, {}};
    explainSharing(shared, diagnostics_);
    sharesValues_ = !shared.shared.empty();
    Problem problem = shared.problem;
    const auto resolved = resolveSides(problem, access, diagnostics_);
    if (!resolved || !verify(*resolved, diagnostics_))
      return Failed;
    problem.assertions = resolved->assertions; // including assertions that its rules need
    const System system = canonicalise(*resolved, access);
    if (!verify(system, diagnostics_))
      return Failed;
    if (options_.stage == Stage::System)
      return write(print(system));

    return lowerSystem(problem, access, system, *file.text);
  }

  /// The phases after a method's steps are formed; `text`: of the program.
  int lowerSystem(const Problem &problem, const Access &access, const System &system,
                  const std::string &text) {
    Method method = methods().front();
    if (const int status = chooseMethod(problem, method))
      return status;
    const System cycle = formCycle(system, method);
    if (!verify(cycle, diagnostics_))
      return Failed;
    const Step step = formStep(cycle, {options_.contracts, options_.reciprocals, options_.isFast});
    if (!verify(step, diagnostics_))
      return Failed;
    const Stencil stencil = findStencil(step);
    if (!verify(stencil, diagnostics_))
      return Failed;
    explain(problem, access, step, stencil, options_.isDouble, diagnostics_);
    if (options_.stage == Stage::Step)
      return write(print(step));
    if (options_.stage == Stage::Stencil)
      return write(print(stencil));

    const auto artifact = emit(problem, access, step, stencil, emitOptions(text), diagnostics_);
    if (!artifact)
      return Failed;
    return options_.scheme.empty() ? finish(*artifact, access)
                                   : writeKernel(*artifact, step, stencil);
  }

  int writeKernel(const Artifact &artifact, const Step &step, const Stencil &stencil) {
    const auto kernel = oneKernel(artifact.opencl, options_, step, stencil, diagnostics_);
    if (!kernel)
      return Failed;
    return write(*kernel);
  }

  /// The program's method, or the one in the options; a message if they contradict each other.
  int chooseMethod(const Problem &problem, Method &method) {
    const std::string name = !options_.method.empty() ? options_.method : problem.method;
    if (options_.stages > 0 && name != "rkl2")
      return usage("--stages is of the method rkl2; take --method=rkl2 as well");
    if (!name.empty())
      method = *methodNamed(name);
    if (method.factors > 0 && actsBehindSteps(problem)) {
      const std::string message =
          "rkl2 supports neither events nor 'when': both act after the last stage, whose number is "
          "chosen at run time";
      const std::string hint = "take another method, for example rk4";
      if (!options_.method.empty())
        return usage(message, hint);
      diagnostics_.error(problem.methodWhere, message);
      diagnostics_.hint(hint);
      return Failed;
    }
    method.givenStages = options_.stages;
    return Done;
  }

  int finish(const Artifact &artifact, const Access &access) {
    switch (options_.stage) {
    case Stage::OpenCL:
      return write(artifact.opencl);
    case Stage::Host:
      if (options_.output.empty() || isStream(options_.output))
        return write(artifact.hostSource);
      if (const int status = write(artifact.hostHeader, headerFile()))
        return status;
      return write(artifact.hostSource, options_.output);
    default:
      break;
    }
    switch (compileHost(artifact, options_.mpi ? options_.mpicxx : options_.cxx,
                        {executable(), options_.shared, options_.mpi, sharesValues_, access.period,
                         access.remainders},
                        diagnostics_)) {
    case CompileResult::Done:
      return Done;
    case CompileResult::Usage:
      return WrongUsage;
    case CompileResult::Bug:
      return Bug;
    }
    return Bug;
  }

  std::string executable() const {
    const std::string usual = stem() + (options_.shared ? "_solver.so" : "_solver");
    return options_.output.empty() ? usual : options_.output;
  }

  std::string headerFile() const { return fs::path(options_.output).replace_extension(".h"); }
  std::string stem() const { return fs::path(options_.input).stem(); }

  EmitOptions emitOptions(const std::string &text) const {
    EmitOptions result;
    result.text = inUtf8(text);
    result.name = stem();
    result.nameSpace = nameSpace();
    result.version = version();
    result.isDouble = options_.isDouble;
    return result;
  }

  /// A fixed name for an executable: nobody sees it, and the program's name may be in the C
  /// library: "free".
  std::string nameSpace() const {
    if (options_.stage == Stage::Exe)
      return "solver";
    const std::string output =
        options_.output.empty() || options_.output == "-" ? executable() : options_.output;
    return nameSpaceOf(fs::path(output).stem());
  }

  /// The target of the Make rule.
  std::string target() const {
    const std::string target = options_.stage == Stage::Exe ? executable() : options_.output;
    return target.empty() || isStream(target) ? stem() : target;
  }
  std::string dependencyFile() const {
    return options_.dependencyFile.empty() ? target() + ".d" : options_.dependencyFile;
  }

  /// The files that will be written.
  std::vector<std::string> outputs() const {
    const std::string output = options_.output.empty() ? "-" : options_.output;
    std::vector<std::string> files = {options_.stage == Stage::Exe ? executable() : output};
    if (options_.stage == Stage::Host && !isStream(output))
      files.push_back(headerFile());
    if (options_.dependencies)
      files.push_back(dependencyFile());
    return files;
  }

  /// Refuses outputs that would replace a file of the program, or another output.
  int refuseClashes(const std::vector<std::string> &inputs) {
    const std::vector<std::string> files = outputs();
    for (auto output = files.begin(); output != files.end(); ++output) {
      for (const std::string &input : inputs)
        if (sameFile(*output, input))
          return usage("the output '" + *output + "' would replace '" + input +
                           "', of which the program is made",
                       "give the output another name");
      if (std::any_of(files.begin(), output,
                      [&](const std::string &other) { return sameFile(*output, other); }))
        return usage("two outputs have the name '" + *output + "'",
                     "name the result with -o and the dependency file with -MF");
    }
    return Done;
  }

  int writeDependencies(const std::vector<std::string> &files) {
    std::string rule = forMake(target()) + ":";
    for (const std::string &file : files)
      rule += " \\\n  " + forMake(file);
    return write(rule + "\n", dependencyFile());
  }

  /// The name of a file, escaped for a rule of make.
  static std::string forMake(const std::string &file) {
    std::string result, backslashes; // the backslashes before c
    for (const char c : file) {
      if (c == ' ' || c == '\t')
        result += backslashes + '\\'; // each backslash is escaped
      else if (c == '#')
        result += '\\';
      else if (c == '$')
        result += '$';
      result += c;
      backslashes = c == '\\' ? backslashes + c : "";
    }
    return result;
  }

  int write(const std::string &text) {
    return write(text, options_.output.empty() ? "-" : options_.output);
  }
  int write(const std::string &text, const std::string &path) {
    if (path != "-") {
      const std::string reason = writeFile(path, text);
      if (reason.empty())
        return Done;
      return usage("'" + path + "' cannot be written: " + reason, cureFor(reason, ""));
    }
    const std::string reason = writeOutput(text);
    if (reason.empty())
      return Done;
    diagnostics_.error({}, "standard output cannot be written: " + reason);
    return Failed;
  }

  int usage(const std::string &message, const std::string &hint = "") {
    diagnostics_.error({}, message);
    if (!hint.empty())
      diagnostics_.hint(hint);
    return WrongUsage;
  }

  const Options &options_;
  Diagnostics diagnostics_;
  bool sharesValues_ = false; ///< shareShifts found shared values
};

} // namespace

int compile(const Options &options) { return Pipeline(options).run(); }

} // namespace eulerc::compiler
