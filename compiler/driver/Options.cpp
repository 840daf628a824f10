#include "Options.h"

#include "Editor.h"
#include "Files.h"
#include "HostCompiler.h"
#include "OneKernel.h"
#include "OptionAdvice.h"

#include "frontend/Nearest.h"
#include "ir/Methods.h"

#include <CLI/CLI.hpp>

#include <algorithm>
#include <charconv>
#include <iostream>
#include <regex>

namespace eulerc::compiler {

std::string version() { return EULERC_VERSION; }

namespace {

/// Prints a text that the user asked for; then there is nothing to compile.
ParsedOptions answer(const std::string &text) {
  const std::string reason = writeOutput(text);
  if (reason.empty())
    return {std::nullopt, 0};
  std::cerr << "eulerc: error: standard output cannot be written: " << reason << '\n';
  return {std::nullopt, 1};
}

/// The error for a command line that cannot be read, with a hint.
struct Usage {
  std::string message, hint;
};

[[noreturn]] void refuse(const std::string &message, const std::string &hint) {
  throw Usage{message, hint};
}

/// Adds an option whose value is one of some words.
template <class Value>
void addChoice(CLI::App &app, const std::string &name, const char *form, const char *help,
               const std::vector<std::pair<std::string, Value>> &choices, Value &target) {
  const auto take = [name, choices, &target](const std::string &word) {
    std::vector<std::string> known;
    for (const auto &[choice, value] : choices) {
      known.push_back(choice);
      if (choice == word)
        target = value;
    }
    if (std::ranges::find(known, word) != known.end())
      return;
    const std::string meant = synonymOf(word);
    if (const std::string advice = foreignAdvice(name + " " + word); !advice.empty())
      refuse(name + ": there is no '" + word + "'", advice);
    refuse(name + ": there is no '" + word + "'", std::ranges::find(known, meant) != known.end()
                                                      ? "write '" + name + "=" + meant + "'"
                                                      : suggestion(word, known));
  };
  app.add_option_function<std::string>(name, take, help)->type_name(form);
}

/// Adds the options that choose the kernel for --emit=opencl.
void addKernel(CLI::App &app, Options &options) {
  std::vector<std::pair<std::string, std::string>> schemes, forms;
  std::string listed, listedForms;
  for (const std::string &scheme : schemesWithKernels()) {
    schemes.emplace_back(scheme, scheme);
    listed += (listed.empty() ? "" : ", ") + scheme;
    std::string ofScheme;
    for (const std::string &form : formsOf(scheme)) {
      if (std::ranges::find(forms, std::pair(form, form)) == forms.end())
        forms.emplace_back(form, form);
      ofScheme += (ofScheme.empty() ? "" : ", ") + form;
    }
    if (!ofScheme.empty())
      listedForms += (listedForms.empty() ? "" : "; ") + ofScheme + " of " + scheme;
  }
  addChoice<std::string>(
      app, "--scheme", "NAME",
      ("with --emit=opencl: one kernel alone, to be read, of the scheme " + listed).c_str(),
      schemes, options.scheme);
  addChoice<std::string>(app, "--form", "NAME", ("and of this form: " + listedForms).c_str(), forms,
                         options.form);
}

void addMethod(CLI::App &app, Options &options) {
  std::vector<std::pair<std::string, std::string>> all;
  std::string names;
  for (const Method &method : methods()) {
    all.emplace_back(method.name, method.name);
    names += (names.empty() ? "" : ", ") + std::string(method.name);
  }
  addChoice<std::string>(
      app, "--method", "NAME",
      ("how steps are taken, whatever the program says: " + names + "; default euler").c_str(), all,
      options.method);
  const auto takeStages = [&options](const std::string &text) {
    const auto [end, error] =
        std::from_chars(text.data(), text.data() + text.size(), options.stages);
    if (error != std::errc() || end != text.data() + text.size() || options.stages < leastStages ||
        options.stages > mostStages)
      refuse("--stages: '" + text + "' is no number of stages",
             "a step of rkl2 has " + std::to_string(leastStages) + " to " +
                 std::to_string(mostStages) + "; without --stages the solver chooses, by its dt");
  };
  app.add_option_function<std::string>(
         "--stages", takeStages,
         "stages of a step of rkl2, 2 to 100, which may be (s² + s - 2) / 4 times as long as one "
         "of euler (default: the solver chooses, by its dt)")
      ->type_name("S");
}

void addOptions(CLI::App &app, Options &options) {
  app.get_formatter()->column_width(34);
  app.add_option("FILE", options.input, "the program")->type_name("");
  app.add_option("-o", options.output, "the executable, or the emitted stage; - is standard output")
      ->type_name("FILE");
  addChoice<Stage>(
      app, "--emit", "STAGE",
      "what to emit: problem, access, system, step, stencil, opencl, host or exe (default)",
      {{"problem", Stage::Problem},
       {"access", Stage::Access},
       {"system", Stage::System},
       {"step", Stage::Step},
       {"stencil", Stage::Stencil},
       {"opencl", Stage::OpenCL},
       {"host", Stage::Host},
       {"exe", Stage::Exe}},
      options.stage);
  addKernel(app, options);
  addChoice<bool>(app, "--real", "PRECISION", "precision of the solver: float (default) or double",
                  {{"float", false}, {"double", true}}, options.isDouble);
  addChoice<bool>(app, "--contract", "ON|OFF",
                  "on (default): a * b + c in ddt is rounded once (fma); off: twice",
                  {{"on", true}, {"off", false}}, options.contracts);
  addChoice<bool>(app, "--division", "HOW",
                  "reciprocal (default): in ddt, x / (dx * dx) of a param is x * (1 / (dx * dx)); "
                  "ieee: it is divided",
                  {{"reciprocal", true}, {"ieee", false}}, options.reciprocals);
  addChoice<bool>(app, "--math", "HOW",
                  "exact (default): the same bits on every device; fast: GPUs take their own "
                  "functions and inexact quotients of floats; --fast-math is --math=fast",
                  {{"exact", false}, {"fast", true}}, options.isFast);
  app.add_flag("--fast-math")->group(""); // see spread()
  addChoice<bool>(app, "--share", "ON|OFF",
                  "on (default): an expensive value that neighbours share, such as a flux, is "
                  "computed once; off: by each",
                  {{"on", true}, {"off", false}}, options.shares);
  addMethod(app, options);
  app.add_flag("--explain", options.explain,
               "say what was found: access distance and its witness, schemes, cost");
  app.add_option("-I", options.includeDirs, "folder to look for included files in")
      ->type_name("DIR")
      ->allow_extra_args(false);
  app.add_option("-D", options.defines, "define a macro, as in C")
      ->type_name("NAME=VALUE")
      ->allow_extra_args(false);
  app.add_flag("--shared", options.shared,
               "make a library that programs load (default: NAME_solver.so), not an executable");
  app.add_option("--cxx", options.cxx, "host compiler")->type_name("PATH")->capture_default_str();
  app.add_flag("--mpi", options.mpi,
               "make a solver that several processes run together: mpirun -n 4 ./solver");
  app.add_option("--mpicxx", options.mpicxx, "host compiler of --mpi")
      ->type_name("PATH")
      ->capture_default_str();
  app.add_flag("-M", options.dependencies,
               "also write a dependency file for build systems; -MF FILE says where");
  app.add_option("--MF", options.dependencyFile) // -MF: see spread()
      ->group("")
      ->type_name("FILE");
}

/// Refuses --scheme and --form if they do not choose a kernel to print.
void refuseKernel(const Options &options) {
  if (options.scheme.empty() && options.form.empty())
    return;
  if (options.stage != Stage::OpenCL)
    refuse("--scheme and --form choose the kernel that --emit=opencl prints",
           "to choose how a solver runs, give them to the solver: './solver --scheme linear'");
  if (options.scheme.empty())
    refuse("--form needs a scheme", "write '--scheme NAME --form " + options.form + "'");
  const std::vector<std::string> forms = formsOf(options.scheme);
  if (!options.form.empty() && std::ranges::find(forms, options.form) == forms.end())
    refuse("there is no form '" + options.form + "' of " + options.scheme,
           forms.empty() ? "leave --form out" : "take --form " + forms.front());
}

void refuseMacros(const std::vector<std::string> &defines) {
  static const std::regex definition("[A-Za-z_]\\w*(\\([\\w, .]*\\))?(=[\\s\\S]*)?");
  for (const std::string &define : defines)
    if (!std::regex_match(define, definition))
      refuse("-D: '" + define + "' does not begin with the name of a macro",
             "write -D NAME or -D NAME=VALUE");
}

/// Refuses options that contradict the product, its compiler, or its destination.
void refuseProducts(const CLI::App &app, const Options &options) {
  if (options.shared && options.stage != Stage::Exe)
    refuse("--shared says what the host compiler makes, and --emit stops before it",
           "leave one of them out");
  if (options.mpi && options.stage != Stage::Exe)
    refuse("--mpi makes an executable",
           "leave --emit out; host code takes ranks with -DEULERC_MPI, by mpicxx");
  if (!options.mpi && app.count("--mpicxx") > 0)
    refuse("--mpicxx is the compiler of --mpi", "add --mpi, or name the host compiler with --cxx");
  if (options.mpi && app.count("--cxx") > 0)
    refuse("--cxx is not the compiler of --mpi", "name that one with --mpicxx");
  if (options.stage == Stage::Exe && options.output == "-")
    refuse("an executable cannot be written to standard output",
           "name a file, as in '-o solver', or print a stage, as in '--emit=opencl -o -'");
}

/// The words in the spelling of CLI11, which reads a word with one dash as short options: -MF is
/// not -M -F. --fast-math becomes --math=fast.
std::vector<std::string> spread(std::vector<std::string> words) {
  for (std::string &word : words)
    if (word == "--fast-math")
      word = "--math=fast";
    else if (word.starts_with("-MF"))
      word = word == "-MF" ? "--MF" : "--MF=" + word.substr(3);
    else if (word.starts_with("-M") && word != "-M")
      refuse("there is no option '" + word + "'", adviceFor(word, "", {}));
  return words;
}

void refuseRest(const CLI::App &app, const std::vector<std::string> &words) {
  const std::vector<std::string> rest = app.remaining();
  if (rest.empty())
    return;
  // In the order of the command line, which CLI11 changes.
  const auto option = std::ranges::find_if(words, [&](const std::string &word) {
    return word.size() > 1 && word[0] == '-' && std::ranges::find(rest, word) != rest.end();
  });
  if (option == words.end())
    refuse("'" + rest.front() + "' is not expected here",
           "a program is one file, which may #include others; an executable is named with -o");
  std::vector<std::string> known;
  for (const CLI::Option *each : app.get_options())
    for (const std::string &name : each->get_lnames())
      known.push_back("--" + name);
  refuse("there is no option '" + option->substr(0, option->find('=')) + "'",
         adviceFor(*option, option + 1 == words.end() ? "" : option[1], known));
}

/// Refuses an option without its value, as which CLI11 would take the next word, and a value of an
/// option that is on or off, which CLI11 would take for a switch.
void refuseValues(const CLI::App &app, const std::vector<std::string> &words) {
  for (std::size_t k = 0; k < words.size(); k++) {
    const std::size_t equals = words[k].find('=');
    const std::string name = words[k].substr(0, equals);
    const CLI::Option *option =
        name.starts_with('-') ? app.get_option_no_throw(name == "-MF" ? "--MF" : name) : nullptr;
    if (!option)
      continue;
    const bool hasEquals = equals != std::string::npos;
    if (option->get_expected_max() == 0) {
      if (hasEquals)
        refuse(name + " is on or off and takes no value", "write '" + name + "', or leave it out");
      continue;
    }
    const std::string value = hasEquals            ? words[k].substr(equals + 1)
                              : ++k < words.size() ? words[k]
                                                   : "";
    if (value.empty() || (!hasEquals && value[0] == '-' && value != "-"))
      refuse(name + " needs a value", "write '" + name + " " + option->get_type_name() + "'");
  }
}

void parse(CLI::App &app, const std::vector<std::string> &words) {
  refuseValues(app, words);
  try {
    std::vector<std::string> backwards = spread(words); // the order that CLI11 expects
    std::ranges::reverse(backwards);
    app.parse(backwards);
  } catch (const CLI::ArgumentMismatch &error) { // "-o: At Most 1 required but received 2"
    const std::string text = error.what();
    const std::string name = text.substr(0, text.find(':'));
    refuse((name.empty() ? "-MF" : name) + " is given twice", "keep one of them"); // it is hidden
  }
  refuseRest(app, words);
}

} // namespace

ParsedOptions parseOptions(int argc, char **argv) {
  Options options;
  options.cxx = EULERC_DEFAULT_CXX;
  options.mpicxx = "mpicxx";
  bool showVersion = false, showLitFolder = false, forEditor = false;
  CLI::App app("Compiles an ODE system (.ode) to a fast solver by explicit steps.\n\n"
               "  eulerc string.ode -o string_solver && ./string_solver\n",
               "eulerc");
  app.allow_extras(); // unknown options are refused below, with a hint
  addOptions(app, options);
  app.add_flag("--lit-folder", showLitFolder,
               "print the folder of the lit module, for the tests of your programs");
  app.add_flag("--editor", forEditor,
               "write .clangd here, by which editors with clangd understand programs");
  app.add_flag("--version", showVersion, "print the version");
  try {
    parse(app, {argv + std::min(argc, 1), argv + argc});
    options.dependencies = options.dependencies || !options.dependencyFile.empty();
    for (std::string *file : {&options.output, &options.dependencyFile})
      if (*file == "/dev/stdout") // a link, which must stay
        *file = "-";
    if (showVersion)
      return answer("eulerc " + version() + "\n");
    if (showLitFolder)
      return answer(prefix() + "/share/eulerc/lit\n");
    if (forEditor)
      return answer(writeEditorFiles());
    if (options.input.empty())
      refuse("no program is given", "write for example 'eulerc string.ode -o string_solver'");
    refuseKernel(options);
    refuseMacros(options.defines);
    refuseProducts(app, options);
  } catch (const CLI::CallForHelp &) {
    return answer(app.help());
  } catch (const CLI::Error &error) {
    std::cerr << "eulerc: error: " << error.what()
              << "\neulerc: hint: 'eulerc --help' lists the options\n";
    return {std::nullopt, 2};
  } catch (const EditorRefusal &refusal) {
    std::cerr << "eulerc: error: " << refusal.message << "\neulerc: hint: " << refusal.hint << '\n';
    return {std::nullopt, 2};
  } catch (const Usage &usage) {
    std::cerr << "eulerc: error: " << usage.message << "\neulerc: hint: " << usage.hint << '\n';
    return {std::nullopt, 2};
  }
  return {options, 0};
}

} // namespace eulerc::compiler
