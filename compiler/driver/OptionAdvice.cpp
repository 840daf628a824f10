#include "OptionAdvice.h"

#include "frontend/Nearest.h"
#include "ir/Methods.h"

#include <algorithm>
#include <map>
#include <regex>

namespace eulerc::compiler {
namespace {

/// Options of the solver; test/driver/options.test compares them with its --help.
const std::vector<std::string> &solverOptions() {
  static const std::vector<std::string> options = {"--set",          "--field",
                                                   "--init",         "--t0",
                                                   "--t-end",        "--dt",
                                                   "--steps",        "--backend",
                                                   "--device",       "--list-devices",
                                                   "--threads",      "--linear-form",
                                                   "--layout",       "--vector-width",
                                                   "--vectors-deep", "--groups-per-unit",
                                                   "--work-group",   "--work-groups",
                                                   "--cl-options",   "--scheme",
                                                   "--strategy",     "--tile-steps",
                                                   "--tile-blocks",  "--tile-form",
                                                   "--tile-box",     "--kept",
                                                   "--tune",         "--no-tune",
                                                   "--plan",         "--assume",
                                                   "--output",       "--verify",
                                                   "--tolerance",    "--describe",
                                                   "--stats",        "--quiet",
                                                   "--progress",     "--no-progress",
                                                   "--save",         "--every",
                                                   "--at",           "--only",
                                                   "--region",       "--probe",
                                                   "--probe-file",   "--restart",
                                                   "--table",        "--stop",
                                                   "--checkpoint",   "--every-minutes",
                                                   "--resume",       "--picture",
                                                   "--movie",        "--sweep",
                                                   "--rtol",         "--atol",
                                                   "--dt-min",       "--dt-max",
                                                   "--controller",   "--data",
                                                   "--seed",         "--devices",
                                                   "--slabs",        "--ghost-steps",
                                                   "--events",       "--picture-of",
                                                   "--slice",        "--interpolate"};
  return options;
}

/// Options of other compilers. The first match counts.
struct Foreign {
  const char *pattern, *advice;
};
const Foreign kForeign[] = {
    {"--?(double|fp64|f64|float64)", "write '--real=double'"},
    {"--?(float|single|fp32|f32|float32)", "write '--real=float', which is the default"},
    {"--?precision(=.*)?", "write '--real=float' or '--real=double'"},
    {"-O.*", "leave it out: kernels and host code are always optimised"},
    {"-g.*|-W.*|--?W.*|-f.*|-m.*|-std=.*|-x|-pedantic|-l.*|-L.*",
     "leave it out: the host compiler is called with what it needs, and --cxx=PATH names another "
     "one"},
    {"-c", "leave it out, or write '--emit=host' for sources of your own build"},
    {"-S|-E", "write '--emit=opencl', or '--emit=host'"},
    {"-U.*", "leave it out: only -D defines macros"},
    {"-MM?D|-MMD?|-MP|-MT.*", "write '-M -MF FILE'"},
    {"-v|--verbose", "write '--explain'"},
    {"-V", "write '--version'"},
    {"--scheme[= ](rk|heun|midpoint|euler|leapfrog|implicit).*",
     "a method is named with --method; the solver's --scheme says how it is executed"},
};

std::string withoutDashes(const std::string &option) {
  return option.substr(std::min(option.find_first_not_of('-'), option.size()));
}

std::string toSolver(const std::string &option) {
  return "give it to the solver when it runs: './SOLVER " + option + "'";
}

} // namespace

std::string foreignAdvice(const std::string &words) {
  for (const Foreign &foreign : kForeign)
    if (std::regex_match(words, std::regex(foreign.pattern)))
      return foreign.advice;
  return "";
}

std::string adviceFor(const std::string &given, const std::string &next,
                      const std::vector<std::string> &known) {
  const std::size_t equals = given.find('=');
  const std::string name = given.substr(0, equals);
  std::string value = equals == std::string::npos ? next : given.substr(equals + 1);
  if (value.starts_with("-"))
    value.clear();
  for (const std::string &words : {given, name + " " + value})
    if (const std::string advice = foreignAdvice(words); !advice.empty())
      return advice;
  const std::vector<std::string> &solver = solverOptions();
  if (std::ranges::find(solver, name) != solver.end())
    return toSolver(equals == std::string::npos && !value.empty() ? name + " " + value : given);
  std::vector<std::string> words;
  for (const auto *options : {&known, &solver})
    for (const std::string &option : *options)
      words.push_back(withoutDashes(option));
  const std::string word = withoutDashes(name);
  const auto whole = std::ranges::find_if(
      words, [&](const std::string &each) { return each.starts_with(word); }); // "--meth"
  if (const auto meant = word.size() <= 2       ? std::nullopt
                         : whole != words.end() ? std::optional(*whole)
                                                : nearest(word, words))
    return std::ranges::find(known, "--" + *meant) != known.end()
               ? "did you mean '--" + *meant + "'?"
               : "did you mean the solver's '--" + *meant + "'? Its options are given when it runs";
  static const std::regex number("[-+]?[.]?[0-9].*");
  if (std::regex_match(word, std::regex("[A-Za-z_]\\w*")) && std::regex_match(value, number))
    return "a param is set when the solver runs: './SOLVER --set " + word + "=" + value + "'";
  return "'eulerc --help' lists the options";
}

std::string synonymOf(const std::string &word) {
  static const std::map<std::string, std::string> synonyms = {
      {"f64", "double"},     {"fp64", "double"}, {"float64", "double"}, {"64", "double"},
      {"d", "double"},       {"f32", "float"},   {"fp32", "float"},     {"float32", "float"},
      {"single", "float"},   {"32", "float"},    {"f", "float"},        {"cl", "opencl"},
      {"kernels", "opencl"}, {"c++", "host"},    {"cpp", "host"},       {"cxx", "host"},
      {"solver", "exe"},     {"binary", "exe"},  {"yes", "on"},         {"true", "on"},
      {"1", "on"},           {"no", "off"},      {"false", "off"},      {"0", "off"}};
  // Names of forms in earlier versions.
  static const std::map<std::string, std::string> forms = {
      {"strips", "streaming"},   {"march", "streaming"}, {"kept", "registers"},
      {"streamed", "wavefront"}, {"delayed", "skewed"},  {"resident", "persistent"}};
  if (const auto today = forms.find(word); today != forms.end())
    return today->second;
  const auto it = synonyms.find(word);
  return it == synonyms.end() ? methodElsewhere(word) : it->second;
}

} // namespace eulerc::compiler
