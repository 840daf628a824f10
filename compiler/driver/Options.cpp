#include "Options.h"

#include <CLI/CLI.hpp>

#include <iostream>
#include <map>

namespace eulerc::compiler {

std::string version() { return EULERC_VERSION; }

ParsedOptions parseOptions(int argc, char **argv) {
  static const std::map<std::string, Stage> stages = {
      {"problem", Stage::Problem}, {"access", Stage::Access}, {"system", Stage::System},
      {"step", Stage::Step},       {"opencl", Stage::OpenCL}, {"host", Stage::Host},
      {"exe", Stage::Exe}};
  static const std::map<std::string, bool> precisions = {{"float", false}, {"double", true}};

  Options options;
  options.cxx = EULERC_DEFAULT_CXX;
  bool showVersion = false;
  std::string stage = "exe", precision = "float", contraction = "on";

  CLI::App app("Compiles an ODE system (.ode) to a fast explicit Euler solver.\n\n"
               "  eulerc string.ode -o string_solver && ./string_solver\n",
               "eulerc");
  app.get_formatter()->column_width(34);
  app.add_option("FILE", options.input, "the program")->type_name("");
  app.add_option("-o", options.output, "the executable, or the emitted stage; - is standard output")
      ->type_name("FILE");
  app.add_option("--emit", stage,
                 "what to emit: problem, access, system, step, opencl, host or exe (default)")
      ->type_name("STAGE")
      ->check(CLI::IsMember(stages));
  app.add_option("--real", precision, "precision of the solver: float (default) or double")
      ->type_name("PRECISION")
      ->check(CLI::IsMember(precisions));
  app.add_option("--contract", contraction,
                 "on (default): a * b + c in ddt is rounded once (fma); off: twice")
      ->type_name("ON|OFF")
      ->check(CLI::IsMember({"on", "off"}));
  app.add_flag("--explain", options.explain,
               "say what was found: access distance and its witness, schemes, cost");
  app.add_option("-I", options.includeDirs, "folder to look for included files in")
      ->type_name("DIR")
      ->allow_extra_args(false);
  app.add_option("-D", options.defines, "define a macro, as in C")
      ->type_name("NAME=VALUE")
      ->allow_extra_args(false);
  app.add_option("--cxx", options.cxx, "host compiler")->type_name("PATH")->capture_default_str();
  // CLI11 reads "-MF FILE" as -M and -F FILE, which is what is meant; -F alone is no option.
  app.add_flag("-M", options.dependencies,
               "also write a dependency file for build systems; -MF FILE: where to write it");
  app.add_option("-F", options.dependencyFile)->group("");
  app.add_flag("--version", showVersion, "print the version");

  try {
    app.parse(argc, argv);
    if (showVersion) {
      std::cout << "eulerc " << version() << '\n';
      return {std::nullopt, 0};
    }
    if (options.input.empty())
      throw CLI::RequiredError("FILE");
  } catch (const CLI::CallForHelp &) {
    std::cout << app.help();
    return {std::nullopt, 0};
  } catch (const CLI::Error &error) {
    std::cerr << "eulerc: error: " << error.what()
              << "\neulerc: hint: 'eulerc --help' lists the options\n";
    return {std::nullopt, 2};
  }
  options.stage = stages.at(stage);
  options.isDouble = precisions.at(precision);
  options.contracts = contraction == "on";
  return {options, 0};
}

} // namespace eulerc::compiler
