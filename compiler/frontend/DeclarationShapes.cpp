#include "DeclarationShapes.h"

#include "Words.h"

#include <algorithm>
#include <map>
#include <regex>
#include <set>

namespace eulerc::compiler {
namespace {

const Shape kShapes[] = {
    {"state", "(?!state (\\w+ )?const \\w).*", "a state is not constant: steps change it",
     "leave 'const' out: 'state real u[N];'; a coefficient that keeps its values is 'field real "
     "k[N];'"},
    {"let", "(?!let (\\w+ )?const \\w).*", "a quantity is not constant: each step computes it",
     "leave 'const' out: 'let real mu[N];'"},
    {"global", "(?!global real \\w+ = \\w+ \\( \\w+ \\) ,).*",
     "each global has a declaration of its own",
     "write ';' in place of the ',', and 'global real' before the next one"},
    {"event", "(?!event .* , \\w+ \\( (int|real) \\w.*).*",
     "each event has a declaration of its own",
     "write ';' in place of the ',', and 'event' before the next one"},
    {"global", "global real \\w+ = \\w+ \\( (?!\\))[^,;()]*(\\([^,;()]*\\)[^,;()]*)*\\) ;",
     "a global is one number of a state", "write 'global real mean_u = mean(u);'"},
    {"event", "event \\w+ \\( .+ \\) = .+ ;", "an event is a value that may cross zero",
     "write 'event spike(int i, real t) = v[i] - 1;'"},
    {"static", "(?!static (inline )?(real|int) \\().*", "a helper has a name",
     "write 'static real f(real x) { return ...; }'"},
    {"output", "output real \\w+ \\( .*", "an output is a function of real",
     "write 'output real speed(int i, real t) { return ...; }'"},
    {"series", "series real \\w+ \\[ .*", "a series is a field that changes in time",
     "write 'series real wind[NY][NX];'"},
    {"axis", "axis \\w+ = .*", "an axis is a list",
     "write 'axis x = { .from = 0.0, .step = 0.1 };', or '{ .at = DATA }'"},
    {"when", "when \\( .+ \\) \\{", "a 'when' has a condition and a block",
     "write 'when (v[i] > 1) { v[i] = 0; }'"},
    {"monitor", "monitor \\( \\w+ \\).*", "a monitor names its reduction",
     "write 'monitor(max) largest(int i, real t) { return u[i]; }'"},
    {"monitor",
     "(?!monitor \\( \\w+ \\) ((ddt|next|let|initial) \\( \\w+ \\) \\(|monitor \\( \\w+ \\) \\w|"
     "output real|timespan =|table real|static )).*\\{",
     "a monitor is a function", "write 'monitor(max) largest(int i, real t) { return u[i]; }'"},
    {"monitor", "monitor \\( \\w+ \\) (?!real |int |const ).*", "a monitor has no type",
     "leave it out: 'monitor(max) largest(int i, real t) { return u[i]; }'"},
    {"stop", "stop \\( .+ \\) ;", "a condition to stop is written in brackets",
     "write 'stop(energy < 0.1);'"},
    {"boundary", "(?!boundary \\( \\w+ \\[[^=]*\\]).*", "a boundary rule is one for all species",
     "leave '[...]' out; the value may depend on the species, as ddt calls it: 'boundary(c) = "
     "dirichlet(0.5 * q);'"},
    {"boundary", "(?!boundary \\( \\w+ [^()=]*, [,)]).*",
     "a boundary rule names an axis or a side behind each ','",
     "write it there, or leave the ',' out"},
    {"boundary", "(?!boundary \\( \\w+ (, \\w+ ){3}|boundary \\( \\w+ \\) \\().*",
     "a boundary rule names its state, perhaps an axis and a side",
     "write 'boundary(y) = periodic;', or 'boundary(y, i, low) = dirichlet(0);'"},
    {"next", "next \\( [^)].*", "next(...) takes the name of a state",
     "write for example 'next(y)(int i, real t) { return ...; }'"},
    {"boundary", "(?!boundary \\( [^)]*\\) = \\w+ (\\( [^()]*\\) )?,).*", "each side has one rule",
     "write 'boundary(u, i, low) = ...;' and 'boundary(u, i, high) = ...;'"},
    {"boundary", "boundary \\( [^),].*", "a boundary rule names its state",
     "write for example 'boundary(y) = periodic;'"},
    {"timespan", "timespan [^(].*", "the timespan is a list",
     "write 'timespan = { .from = 0, .to = 1, .dt = 0.01 };'"},
};

} // namespace

const std::vector<std::string> &declarationWords() {
  static const std::vector<std::string> words = {
      "param",    "state",    "field",  "table",         "data",    "initial", "ddt", "next",
      "boundary", "timespan", "static", "static_assert", "monitor", "stop",    "let", "method",
      "axis",     "output",   "event",  "when",          "global",  "series"};
  return words;
}

bool isDeclaration(const std::string &word) {
  return std::ranges::find(declarationWords(), word) != declarationWords().end();
}

bool endsWithSemicolon(const std::string &word) {
  static const std::set<std::string> functions = {"initial", "ddt",    "next", "static",
                                                  "monitor", "output", "when"};
  return isDeclaration(word) && !functions.contains(word);
}

bool isMacro(const std::string &word) {
  return word == "event" || word == "stop" || word == "when" || word == "global";
}

const Shape *shapeMissing(const std::string &word, const std::string &tokens) {
  const auto *const found = std::ranges::find_if(kShapes, [&](const Shape &shape) {
    return shape.word == word && !std::regex_match(inAscii(tokens), std::regex(shape.tokens));
  });
  return found == std::end(kShapes) ? nullptr : found;
}

std::string exampleOf(const std::string &word) {
  static const std::map<std::string, std::string> examples = {
      {"axis", "axis x = { .from = 0.0, .step = 0.1 };"},
      {"global", "global real mean_u = mean(u);"},
      {"param", "param real K = 1;"},
      {"series", "series real wind[NY][NX];"},
      {"table", "table real w[3] = { 1, 2, 3 };"},
      {"timespan", "timespan = { .from = 0, .to = 1, .dt = 0.01 };"}};
  const auto found = examples.find(word);
  return found == examples.end() ? "" : found->second;
}

bool beginDeclaration(const std::string &tokens) {
  static const std::regex declaration(
      "(state|param|table|data|field|series|let|output|global) (real|int) .*|(ddt|next|let|"
      "initial) \\( \\w+ \\) \\(.*|monitor \\( \\w+ \\) \\w.*|event \\w+ \\(.*|axis \\w+ =.*|"
      "boundary \\( \\w+ (,|\\) =).*|(stop|when) \\( .*|method = \\w+ ;.*|timespan = "
      "\\{.*|static (inline )?(real|int) \\w+ \\(.*");
  return std::regex_match(inAscii(tokens), declaration);
}

bool beginFunction(const std::string &tokens) {
  static const std::regex function("(ddt|next|let|initial) \\( \\w+ \\) \\( int");
  return std::regex_match(inAscii(tokens), function);
}

bool lackSemicolon(const std::string &word, const std::string &tokens) {
  static const std::map<std::string, const char *> whole = {
      {"method", "method = \\w+"},
      {"stop", "stop \\( .+ \\)"},
      {"global", "global real \\w+ = \\w+ \\( [^,;]+ \\)"},
      {"event", "event \\w+ \\( .+ \\) = .+"}};
  const auto shape = whole.find(word);
  return shape != whole.end() && std::regex_match(inAscii(tokens), std::regex(shape->second));
}

} // namespace eulerc::compiler
