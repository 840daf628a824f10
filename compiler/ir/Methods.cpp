#include "ir/Methods.h"

#include <algorithm>

namespace eulerc::compiler {
namespace {

Method euler() { return {"euler", 1, 1, {{0, {{0, {{0}}, 1}}}}}; }

Method symplectic() {
  Method method = euler();
  method.name = "symplectic";
  method.inTurn = true;
  return method;
}

/// Heun's: the mean of the slopes at both ends.
Method heun() {
  return {"heun",
          2,
          2,
          {
              {0, {{1, {{0}}, 1.0 / 2}, {0, {{0}}, 1}}},
              {1, {{0, {{1}}, 1.0 / 2}}},
          }};
}

/// Shu and Osher, 1988: steps of Euler's and means of them.
Method ssprk3() {
  return {"ssprk3",
          3,
          2,
          {
              {0, {{1, {{0}}}, {0, {{0}}, 1}}},
              {1, {{0, {{1, 3.0 / 4}, {0, 1.0 / 4}}, 1.0 / 4}}},
              {1.0 / 2, {{0, {{1, 1.0 / 3}, {0, 2.0 / 3}}, 2.0 / 3}}},
          }};
}

/// Kutta's, 1901. Register 1 is the state before the step, 2 adds up what becomes of it.
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

} // namespace

const std::vector<Method> &methods() {
  static const std::vector<Method> all = {euler(), symplectic(), heun(), ssprk3(), rk4(), rk4ls()};
  return all;
}

const Method *methodNamed(const std::string &name) {
  const auto found =
      std::ranges::find_if(methods(), [&](const Method &method) { return method.name == name; });
  return found == methods().end() ? nullptr : &*found;
}

} // namespace eulerc::compiler
