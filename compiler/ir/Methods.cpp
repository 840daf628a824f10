#include "ir/Methods.h"

#include <algorithm>
#include <cctype>
#include <map>

namespace eulerc::compiler {
namespace {

Method euler() { return {"euler", 1, 1, {{0, {{0, {{0}}, 1}}}}}; }

Method symplectic() {
  Method method = euler();
  method.name = "symplectic";
  method.inTurn = true;
  return method;
}

/// Heun's method: uses the mean of the slopes at both ends.
Method heun() {
  return {"heun",
          2,
          2,
          {
              {0, {{1, {{0}}, 1.0 / 2}, {0, {{0}}, 1}}},
              {1, {{0, {{1}}, 1.0 / 2}}},
          }};
}

/// Shu and Osher, 1988: Euler steps and means of them, Y + b (X + h F − Y), where register 1 is Y,
/// the state before the step.
Method ssprk3() {
  return {"ssprk3",
          3,
          2,
          {
              {0, {{1, {{0}}}, {0, {{0}}, 1}}},
              {1, {{0, {{0, 1, 1}}, 1, 1, 1.0 / 4}}},
              {1.0 / 2, {{0, {{0, 1, 1}}, 1, 1, 2.0 / 3}}},
          }};
}

/// Kutta, 1901. Register 1 is the state before the step; register 2 accumulates the result.
Method rk4() {
  return {"rk4",
          4,
          3,
          {
              {0, {{2, {{0}}, 1.0 / 6}, {1, {{0}}}, {0, {{0}}, 1.0 / 2}}},
              {1.0 / 2, {{2, {{2}}, 1.0 / 3}, {0, {{1}}, 1.0 / 2}}},
              {1.0 / 2, {{2, {{2}}, 1.0 / 3}, {0, {{1}}, 1}}},
              {1, {{0, {{2}}, 1.0 / 6}}},
          }};
}

/// Carpenter and Kennedy, 1994: dX ← a dX + h F, X ← X + b dX.
Method rk4ls() {
  constexpr double a[] = {0, -567301805773.0 / 1357537059087, -2404267990393.0 / 2016746695238,
                          -3550918686646.0 / 2091501179385, -1275806237668.0 / 842570457699};
  constexpr double b[] = {1432997174477.0 / 9575080441755, 5161836677717.0 / 13612068292357,
                          1720146321549.0 / 2090206949498, 3134564353537.0 / 4481467310338,
                          2277821191437.0 / 14882151754819};
  constexpr double c[] = {0, 1432997174477.0 / 9575080441755, 2526269341429.0 / 6820363962896,
                          2006345519317.0 / 3224310063776, 2802321613138.0 / 2924317926251};
  Method method{"rk4ls", 4, 2, {}};
  for (int stage = 0; stage < 5; stage++) {
    Update state{0, {{0}}, b[stage]}, slope{1, {}, 1};
    if (stage > 0) {
      state.terms.push_back({1, a[stage] * b[stage]});
      slope.terms.push_back({1, a[stage]});
    }
    method.stages.push_back({c[stage], {slope, state}});
  }
  return method;
}

/// The two-step method of Adams and Bashforth.
Method ab2() {
  Method method{"ab2", 2, 2, {{0, {{0, {{0}}, 3.0 / 2}}}}};
  method.pastSlope = -1.0 / 2;
  return method;
}

/// Bogacki and Shampine, 1989. Register 1 is the error; register 2 the state before the step, and
/// at last the slope that is kept; register 3 accumulates the result.
Method bs32() {
  Method method{"bs32",
                3,
                4,
                {
                    {0, {{2, {{0}}}, {3, {{0}}, 2.0 / 9}, {1, {}, -5.0 / 72}, {0, {{0}}, 1.0 / 2}}},
                    {1.0 / 2, {{3, {{3}}, 1.0 / 3}, {1, {{1}}, 1.0 / 12}, {0, {{2}}, 3.0 / 4}}},
                    {3.0 / 4, {{1, {{1}}, 1.0 / 9}, {0, {{3}}, 4.0 / 9}}},
                    {1, {{1, {{1}}, -1.0 / 8}}},
                }};
  method.errorOrder = 3;
  method.fsalStage = 2;
  return method;
}

/// Dormand and Prince, 1980. Register 1 is the error; register 2 the state before the step, and at
/// last the slope that is kept; registers 3 to 7 are the slopes of the first five stages, times h.
Method dopri5() {
  constexpr double c[] = {0, 1.0 / 5, 3.0 / 10, 4.0 / 5, 8.0 / 9, 1, 1};
  constexpr double a[6][6] = {
      {1.0 / 5},
      {3.0 / 40, 9.0 / 40},
      {44.0 / 45, -56.0 / 15, 32.0 / 9},
      {19372.0 / 6561, -25360.0 / 2187, 64448.0 / 6561, -212.0 / 729},
      {9017.0 / 3168, -355.0 / 33, 46732.0 / 5247, 49.0 / 176, -5103.0 / 18656},
      {35.0 / 384, 0, 500.0 / 1113, 125.0 / 192, -2187.0 / 6784, 11.0 / 84}};
  constexpr double e[] = {-71.0 / 57600,    0,           71.0 / 16695, -71.0 / 1920,
                          17253.0 / 339200, -22.0 / 525, 1.0 / 40};
  constexpr int before = 2, slopes = 3;
  const auto terms = [&](const double *factors, int count, std::vector<Term> sum) {
    for (int k = 0; k < count; k++)
      if (factors[k] != 0)
        sum.push_back({slopes + k, factors[k]});
    return sum;
  };
  Method method{"dopri5", 5, 8, {}};
  for (int k = 0; k < 6; k++) {
    MethodStage stage{c[k], {{0, terms(a[k], k, {{k == 0 ? 0 : before}}), a[k][k]}}};
    if (k == 0)
      stage.updates.push_back({before, {{0}}});
    if (k < 5)
      stage.updates.push_back({slopes + k, {}, 1});
    else
      stage.updates.push_back({1, terms(e, k, {}), e[k]});
    method.stages.push_back(stage);
  }
  method.stages.push_back({c[6], {{1, {{1}}, e[6]}}});
  method.errorOrder = 5;
  method.fsalStage = before;
  return method;
}

/// Meyer, Balsara and Aslam, 2014. The run computes its factors (runtime/model/stages.h). Register
/// 1 is the change by the previous stage, register 2 the state before the step, register 3 its
/// slope times h. The change is kept instead of the previous stage, because differences of large
/// values would lose digits, more with each stage.
Method rkl2() {
  const Factor ofRate = Factor::chosen(3);
  const std::vector<Term> change = {
      {3, Factor::chosen(2)}, {0, Factor::chosen(1), 2}, {1, Factor::chosen(0)}};
  const MethodStage further{0, {{1, change, ofRate}, {0, change, ofRate, 0}}};
  Method method{"rkl2", 2, 4, {}};
  method.stages = {
      {0, {{1, {}, ofRate}, {2, {{0}}}, {3, {}, 1}, {0, {{0}}, ofRate}}}, further, further};
  method.factors = 4;
  return method;
}

} // namespace

const std::vector<Method> &methods() {
  static const std::vector<Method> all = {euler(), symplectic(), heun(), ssprk3(), rk4(),
                                          rk4ls(), ab2(),        bs32(), dopri5(), rkl2()};
  return all;
}

Update flat(const Update &update) {
  const double scale = update.base < 0 ? 1 : update.scale;
  Update result{update.to, {}, scale * update.rate.number};
  if (update.base >= 0)
    result.terms.push_back({update.base});
  for (const Term &term : update.terms) {
    result.terms.push_back({term.of, scale * term.factor.number});
    if (term.from >= 0)
      result.terms.push_back({term.from, -scale * term.factor.number});
  }
  return result;
}

const Method *methodNamed(const std::string &name) {
  const auto found =
      std::ranges::find_if(methods(), [&](const Method &method) { return method.name == name; });
  return found == methods().end() ? nullptr : &*found;
}

std::string methodElsewhere(const std::string &name) {
  static const std::map<std::string, std::string> names = {{"rk45", "dopri5"},
                                                           {"ode45", "dopri5"},
                                                           {"dopri", "dopri5"},
                                                           {"dp5", "dopri5"},
                                                           {"rk23", "bs32"},
                                                           {"ode23", "bs32"},
                                                           {"bs23", "bs32"},
                                                           {"rk2", "heun"},
                                                           {"midpoint", "heun"},
                                                           {"rk3", "ssprk3"},
                                                           {"tvdrk3", "ssprk3"},
                                                           {"ssprk33", "ssprk3"},
                                                           {"rk", "rk4"},
                                                           {"rungekutta", "rk4"},
                                                           {"runge_kutta", "rk4"},
                                                           {"rk54", "rk4ls"},
                                                           {"lsrk4", "rk4ls"},
                                                           {"lsrk54", "rk4ls"},
                                                           {"adams", "ab2"},
                                                           {"bashforth", "ab2"},
                                                           {"rkl", "rkl2"},
                                                           {"rkc", "rkl2"},
                                                           {"rkc2", "rkl2"},
                                                           {"rock2", "rkl2"},
                                                           {"verlet", "symplectic"},
                                                           {"leapfrog", "symplectic"},
                                                           {"leap_frog", "symplectic"},
                                                           {"stormer", "symplectic"},
                                                           {"yee", "symplectic"},
                                                           {"symplectic_euler", "symplectic"},
                                                           {"semi_implicit", "symplectic"}};
  std::string lower = name;
  std::ranges::transform(lower, lower.begin(), [](unsigned char c) { return std::tolower(c); });
  std::ranges::replace(lower, '-', '_');
  const auto found = names.find(lower);
  return found == names.end() ? "" : found->second;
}

} // namespace eulerc::compiler
