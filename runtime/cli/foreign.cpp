// Tables of words of other programs, and the advice for each (foreign.h).

#include "cli/foreign.h"

#include "base/text.h"
#include "model/model_lists.h"
#include "state/state.h"

#include <algorithm>
#include <cctype>
#include <iterator>

#include <fmt/format.h>

namespace eulerc {
namespace {

/// A word of other programs, and the advice; {} stands for the given value.
struct Foreign {
  std::string_view word;
  const char *cure;
};

constexpr const char *ofPrecision =
    "the precision is chosen when the program is compiled: eulerc --real=float or --real=double";
constexpr const char *ofCompiling =
    "that is for a compiler; the solver is compiled already, with all optimisation";
constexpr const char *ofMethod =
    "how steps are taken is said when the program is compiled: 'method = rk4;' in it, or eulerc "
    "--method=rk4; --scheme says how they are distributed";

constexpr const char *ofMonitors =
    "all monitors of the program are recorded with --every or --at, to --table FILE.csv";

constexpr Foreign options[] = {
    {"-h", "take --help"},
    {"-help", "take --help"},
    {"-?", "take --help"},
    {"-V", "take --version"},
    {"-q", "take --quiet"},
    {"-v", "take --explain to learn how the scheme was chosen"},
    {"--verbose", "take --explain to learn how the scheme was chosen"},
    {"-o", "take --output {}"},
    {"-j", "take --threads {}"},
    {"--jobs", "take --threads {}"},
    {"-t", "take --t-end {}"},
    {"-T", "take --t-end {}"},
    {"--time", "take --t-end {}"},
    {"--tmax", "take --t-end {}"},
    {"--until", "take --t-end {}"},
    {"--to", "take --t-end {}"},
    {"--from", "take --t0 {}"},
    {"--real", ofPrecision},
    {"--double", ofPrecision},
    {"--float", ofPrecision},
    {"--precision", ofPrecision},
    {"--emit", "that is an option of eulerc, which compiles the program"},
    {"--cxx", "that is an option of eulerc, which compiles the program"},
    {"--fast-math", "that is an option of eulerc, which compiles the program"},
    {"--method", ofMethod},
    {"--integrator", ofMethod},
    {"--adaptive", "take --rtol and --atol, of a solver that was compiled with --method=dopri5"},
    {"--max-step", "take --dt-max {}"},
    {"--min-step", "take --dt-min {}"},
    {"--first-step", "nothing that this program computes is random; the length of steps is --dt H"},
    {"--seed", "nothing that this program computes is random"},
    {"--monitor", ofMonitors},
    {"--monitors", ofMonitors},
    {"--record", "take --save {}"},
    {"--snapshot", "take --save FILE with --every or --at"},
    {"--snapshots", "take --save FILE with --every or --at"},
    {"--interval", "take --every {}"},
    {"--continue", "take --resume {}"},
    {"--plot", "take --picture"},
    {"--video", "take --save FILE.npy with --movie {}"},
    {"--gpu", "take --backend opencl; --list-devices names the devices"},
    {"--cuda", "take --backend opencl; --list-devices names the devices"},
    {"--opencl", "take --backend opencl"},
    {"--cpu", "take --backend threads"},
    {"--serial", "take --backend serial"},
    {"help", "take --help"},
};

constexpr Foreign backends[] = {
    {"gpu", "take opencl; --list-devices names the devices, --device chooses one"},
    {"cuda", "take opencl; --list-devices names the devices, --device chooses one"},
    {"hip", "take opencl; --list-devices names the devices, --device chooses one"},
    {"auto", "leave --backend out: OpenCL where there is a device, else threads"},
    {"cpu", "take threads, or opencl for an OpenCL driver of the processor"},
    {"openmp", "take threads"},
    {"pthreads", "take threads"},
};

/// Methods of integration, which users try as --scheme.
constexpr std::string_view methods[] = {"euler",    "rk2",      "rk3",    "rk4",      "rk45",
                                        "heun",     "midpoint", "dopri5", "leapfrog", "verlet",
                                        "implicit", "ab2",      "bdf"};

/// Words of earlier versions of eulerc: an option, its value, and the word of today.
struct Renamed {
  std::string_view option, word, today;
};
constexpr Renamed renamed[] = {
    {"--tile-form", "strips", "streaming"},      {"--tile-form", "streamed", "wavefront"},
    {"--tile-form", "delayed", "skewed"},        {"--tile-form", "resident", "persistent"},
    {"--linear-form", "resident", "persistent"}, {"--layout", "apart", "soa"},
    {"--layout", "interleaved", "aos"},          {"--assume", "at-once", "co-resident"},
    {"--tile-form", "march", "streaming"},       {"--tile-form", "kept", "registers"},
};

/// Names after --set that are options, not params.
constexpr Foreign foreignSettings[] = {
    {"dt", "dt is no param but the length of a step: --dt {}"},
    {"h", "for the length of a step take --dt {}"},
    {"t0", "t0 is no param but the time at the start: --t0 {}"},
    {"from", "for the time at the start take --t0 {}"},
    {"to", "for the time at the end take --t-end {}"},
    {"t_end", "t_end is no param but the time at the end: --t-end {}"},
    {"tend", "for the time at the end take --t-end {}"},
    {"T", "for the time at the end take --t-end {}"},
    {"steps", "for the number of steps take --steps {}"},
};

std::string lowered(std::string_view text) {
  std::string result(text);
  std::ranges::transform(result, result.begin(),
                         [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return result;
}

template <class List>
std::string cureIn(const List &list, std::string_view word, std::string_view value) {
  const auto *found = std::ranges::find(list, word, &Foreign::word);
  if (found == std::end(list))
    return "";
  const std::string placed = value.empty() ? "VALUE" : std::string(value);
  return fmt::format(fmt::runtime(found->cure), placed);
}

/// The param of that name, or else one whose name differs only by case; "" if there is none.
std::string paramNamed(const Model &model, std::string_view name) {
  std::string similar;
  for (const Param &param : paramsOf(model)) {
    if (param.name == name)
      return param.name;
    if (lowered(param.name) == lowered(name))
      similar = param.name;
  }
  return similar;
}

/// Whether C compilers take the option: "-O3", "-march=native", "-Wall".
bool isForCompilers(std::string_view word) {
  constexpr std::string_view starts[] = {"-O", "-g", "-m", "-f", "-W", "-I", "-L", "-l", "-std"};
  return !word.starts_with("--") && std::ranges::any_of(starts, [&](std::string_view start) {
    return word.starts_with(start);
  });
}

/// For the name of a file without an option.
std::string cureForFile(const std::string &word) {
  if (word.ends_with(".ode"))
    return fmt::format("a solver runs the one program that it was compiled from: eulerc {}", word);
  if (word.ends_with(".npy") || word.ends_with(".csv") || word.ends_with(".h5"))
    return "--output FILE writes the result, --init STATE=FILE, --field FIELD=FILE and --data "
           "DATA=FILE "
           "read values";
  return "";
}

/// Options whose name contains a part: "--tile" → --tile-form, --tile-steps; "-form" → --tile-form.
std::vector<std::string> optionsWith(const std::string &part,
                                     const std::vector<std::string> &known) {
  constexpr std::size_t shortest = 3; // "-t" would match many
  std::vector<std::string> found;
  if (part.size() > shortest)
    std::ranges::copy_if(known, std::back_inserter(found), [&](const std::string &name) {
      return name.find(part) != std::string::npos;
    });
  return found;
}

} // namespace

std::string cureForWord(const Model &model, const std::string &word, const std::string &next) {
  std::string assignment = word.substr(std::min(word.find_first_not_of('-'), word.size()));
  if (word.starts_with("-D") && word.size() > 2) // as C compilers define a macro
    assignment = word.substr(2);
  else if (word == "-D")
    assignment = next;
  const std::size_t equals = assignment.find('=');
  const std::string name = assignment.substr(0, equals);
  std::string value = equals == std::string::npos ? "" : assignment.substr(equals + 1);
  const bool takesNext = value.empty() && word != "-D" && !next.starts_with("-");
  if (takesNext)
    value = next;
  if (const std::string param = paramNamed(model, name); !param.empty())
    return fmt::format("{0} is a param: --set {0}={1}", param, value.empty() ? "VALUE" : value);
  std::string cure = cureIn(options, word.substr(0, word.find('=')), value);
  if (!cure.empty())
    return cure;
  if (isForCompilers(word))
    return ofCompiling;
  return word.starts_with("-") ? "" : cureForFile(word); // "--saves=x.h5" is a word, too
}

bool isOptionElsewhere(const std::string &word) {
  return word.starts_with("-") && !cureIn(options, word, "").empty();
}

std::string cureForOption(const std::string &word, const std::vector<std::string> &known) {
  std::vector<std::string> meant = optionsWith(word, known);
  if (const std::string near = nearest(word, known); meant.empty() && !near.empty())
    meant = {near};
  if (meant.empty())
    meant = optionsWith(word.substr(1), known);
  return meant.empty() ? "try --help"
                       : fmt::format("did you mean '{}'?", fmt::join(meant, "' or '"));
}

std::string cureForValue(std::string_view option, std::string_view value) {
  const std::string word = lowered(value);
  if (option == "--backend")
    return cureIn(backends, word, "");
  for (const Renamed &each : renamed)
    if (each.option == option && each.word == word)
      return fmt::format("did you mean '{}'?", each.today);
  if (option == "--scheme" && std::ranges::find(methods, word) != std::end(methods))
    return fmt::format("that is a method: {}", ofMethod);
  return "";
}

std::string cureForName(const Model &model, std::string_view option, std::string_view name,
                        std::string_view value) {
  if (placeOf(name, paramsOf(model)))
    return option == "--set" ? "" : fmt::format("{0} is a param: --set {0}={1}", name, value);
  if (option != "--init" && declaredState(model, name))
    return fmt::format("{0} is a state; its initial values are read by --init {0}=FILE", name);
  if (option != "--field" && placeOf(name, fieldsOf(model)))
    return fmt::format("{0} is a field; its values are read by --field {0}=FILE", name);
  if (option != "--data" && placeOf(name, dataOf(model)))
    return fmt::format("{0} are data; their values are read by --data {0}=FILE", name);
  return option == "--set" ? cureIn(foreignSettings, name, value) : "";
}

} // namespace eulerc
