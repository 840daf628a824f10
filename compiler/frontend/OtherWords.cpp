#include "OtherWords.h"

#include <map>
#include <set>

namespace eulerc::compiler {
namespace {

/// Names from other languages and from C's library, with what to do instead.
const std::map<std::string, const char *> kElsewhere = {
    {"abs", "write 'fabs'"},
    {"max", "write 'fmax(a, b)'; of a state, outside of functions, 'global real m = max(y);'"},
    {"min", "write 'fmin(a, b)'; of a state, outside of functions, 'global real m = min(y);'"},
    {"gamma", "write 'tgamma', the gamma function, or 'lgamma', the logarithm of its size"},
    {"mod", "write 'fmod' for reals, '%' for integers"},
    {"ln", "write 'log', the natural logarithm"},
    {"sqr", "write 'x * x'; the square root is 'sqrt'"},
    {"sign", "write 'x > 0 ? 1 : x < 0 ? -1 : 0'; copysign(a, b) is a with the sign of b"},
    {"sgn", "write 'x > 0 ? 1 : x < 0 ? -1 : 0'; copysign(a, b) is a with the sign of b"},
    {"pi", "write 'M_PI'"},
    {"PI", "write 'M_PI'"},
    {"Pi", "write 'M_PI'"},
    {"printf", "a program only computes; the solver prints and writes the result (--output)"},
    {"t", "functions have the time as their last argument, 'ddt(y)(int i, real t)'; rules take the "
          "name that a ddt gives it"},
    {"rand", "write 'uniform(0)', a random number from 0 to 1 of stream 0, or 'normal(0)'"},
    {"random", "write 'uniform(0)', a random number from 0 to 1 of stream 0, or 'normal(0)'"},
    {"drand48", "write 'uniform(0)', a random number from 0 to 1 of stream 0"},
    {"randn", "write 'normal(0)', a normally distributed number of stream 0"},
    {"gauss", "write 'normal(0)', a normally distributed number of stream 0"},
    {"srand", "leave it out: the seed is the param 'seed', set by the solver's --set seed=1"},
    {"to", "write a point before it: '.to = ...'"},
    {"from", "write a point before it: '.from = ...'"},
    {"dt", "write a point before it in timespan: '.dt = ...'"},
    {"then", "leave it out: 'if (condition) statement'"},
    {"var", "write 'int' or 'real'"},
    {"neumann", "write 'neumann(0)'"},
    {"dirichlet", "write 'dirichlet(VALUE)'"},
    {"sum", "outside of functions write 'global real s = sum(y);', and use s"},
    {"mean", "outside of functions write 'global real m = mean(y);', and use m"},
    {"laplace", "write it out: 'y[i - 1] - 2 * y[i] + y[i + 1]'"},
    {"laplacian", "write it out: 'y[i - 1] - 2 * y[i] + y[i + 1]'"},
    {"clamp", "write 'fmin(fmax(x, LOW), HIGH)'"}, // clamp is a boundary rule
    {"not", "write '!'"},
    {"elif", "write 'else if'"},
    {"elseif", "write 'else if'"},
    {"isnan", "write 'x != x'"},
    {"isfinite", "write 'x - x == 0'"},
    {"isinf", "write 'x == x && x - x != 0'"},
    {"nan", "a program has none; a condition keeps such values away"},
    {"inf", "a program has none; take a large number, 1e30"},
    {"Inf", "a program has none; take a large number, 1e30"},
    {"NaN", "a program has none; a condition keeps such values away"},
    {"time", "the time is the last argument of ddt, 't' in 'ddt(y)(int i, real t)'"},
    {"clip", "write 'fmin(fmax(x, LOW), HIGH)'"},
    {"diff", "write the difference out: 'y[i + 1] - y[i]'"},
    {"roll", "read the neighbour: 'y[i - 1]', with 'boundary(y) = periodic;'"},
    {"cout", "a program only computes; the solver prints and writes the result (--output)"},
    {"exit", "outside of functions write 'stop(CONDITION);'"},
    {"NAN", "a program has none; a condition keeps such values away"},
    {"INFINITY", "a program has none; take a large number, 1e30"},
    {"fma", "write 'a * b + c', which is rounded once"},
    {"exp10", "write 'pow(10, x)'"},
    {"heaviside", "write 'x > 0 ? 1 : 0'"},
    {"print", "a program only computes; the solver prints and writes the result (--output)"},
    {"assert", "outside of functions write 'static_assert(N > 2, \"text\");'"},
    {"size_t", "write 'int', which has 64 bits in functions"},
    {"int64_t", "write 'int', which has 64 bits in functions"},
    {"True", "write 'true'"},
    {"False", "write 'false'"},
};

/// Boundary rules under other names.
const std::map<std::string, const char *> kRulesElsewhere = {
    {"odd", "write 'mirror(-1)'"},
    {"antisymmetric", "write 'mirror(-1)'"},
    {"outflow", "write 'clamp'"},
    {"extrapolate", "write 'clamp'"},
    {"reflective", "write 'neumann(0)'"},
    {"reflecting", "write 'neumann(0)'"},
    {"reflect", "write 'neumann(0)'"},
    {"symmetric", "write 'neumann(0)'"},
    {"symmetry", "write 'neumann(0)'"},
    {"insulated", "write 'neumann(0)'"},
    {"noflux", "write 'neumann(0)'"},
    {"no_flux", "write 'neumann(0)'"},
    {"zeroflux", "write 'neumann(0)'"},
    {"fixed", "write 'dirichlet(VALUE)'"},
    {"constant", "write 'dirichlet(VALUE)'"},
    {"value", "write 'dirichlet(VALUE)'"},
    {"zero", "write 'dirichlet(0)'"},
    {"cyclic", "write 'periodic'"},
    {"ring", "write 'periodic'"},
    {"wrap", "write 'periodic'"},
    {"torus", "write 'periodic'"},
};

const char *hintIn(const std::map<std::string, const char *> &hints, const std::string &name) {
  const auto it = hints.find(name);
  return it == hints.end() ? nullptr : it->second;
}

} // namespace

const char *wordFromElsewhere(const std::string &name) { return hintIn(kElsewhere, name); }
const char *ruleFromElsewhere(const std::string &name) { return hintIn(kRulesElsewhere, name); }

const std::vector<std::string> &languageWords() {
  static const std::vector<std::string> words = {
      "return", "if", "else", "int", "real", "bool", "true", "false", "const", "static", "param"};
  return words;
}

bool isHeaderOfC(const std::string &file) {
  static const std::set<std::string> headers = {"math.h",   "tgmath.h", "stdio.h",  "stdlib.h",
                                                "stdint.h", "stddef.h", "string.h", "stdbool.h",
                                                "float.h",  "limits.h", "assert.h", "cmath"};
  return headers.contains(file);
}

} // namespace eulerc::compiler
