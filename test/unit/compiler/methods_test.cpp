// Methods as data, against what they promise: their order, and where they are stable.
#include "ir/Methods.h"

#include <cmath>
#include <complex>

#include <gtest/gtest.h>

using namespace eulerc::compiler;

namespace {

using Complex = std::complex<double>;

/// Registers after a step from t = 0 of y' = slope(t, y), y(0) = 1.
/// `past`: the slope of a step before it.
template <class Slope>
std::vector<Complex> step(const Method &method, double h, Slope &&slope, Complex past = 0) {
  std::vector<Complex> registers(static_cast<std::size_t>(method.registers));
  registers[0] = 1;
  for (const MethodStage &stage : method.stages) {
    const Complex rate = h * slope(stage.time * h, registers[0]);
    std::vector<Complex> after = registers;
    for (const Update &given : stage.updates) {
      const Update update = flat(given);
      Complex sum = update.rate.number * rate + method.pastSlope * h * past;
      for (const Term &term : update.terms)
        sum += term.factor.number * registers[static_cast<std::size_t>(term.of)];
      after[static_cast<std::size_t>(update.to)] = sum;
    }
    registers = std::move(after);
  }
  return registers;
}

/// Error of a step of y' = −2 (t + 1) y², y = 1 / (t + 1)².
double errorOf(const Method &method, double h) {
  const auto exact = [](double t) { return 1 / ((t + 1) * (t + 1)); };
  const auto slope = [&](double t, Complex y) { return -2 * (t + 1) * y * y; };
  return std::abs(step(method, h, slope, slope(-h, exact(-h)))[0] - exact(h));
}

} // namespace

TEST(Methods, haveTheirOrder) {
  for (const Method &method : methods()) {
    if (method.factors > 0)
      continue; // its numbers are the runtime's: stages_test.cpp
    const double ratio = errorOf(method, 0.02) / errorOf(method, 0.01);
    EXPECT_NEAR(std::log2(ratio), method.order + 1, 0.35) << method.name;
  }
}

/// Register 0 after a step of F = 0 from a state, each operation rounded as in float.
static float stepOfNothing(const Method &method, float state) {
  std::vector<float> registers(static_cast<std::size_t>(method.registers));
  registers[0] = state;
  for (const MethodStage &stage : method.stages) {
    std::vector<float> after = registers;
    for (const Update &update : stage.updates) {
      const auto at = [&](int number) { return registers[static_cast<std::size_t>(number)]; };
      float sum = 0;
      bool isFirst = true;
      for (const Term &term : update.terms) {
        const float of = term.from < 0 ? at(term.of) : at(term.of) - at(term.from);
        const float factor = static_cast<float>(term.factor.number);
        sum = isFirst ? factor * of : std::fma(factor, of, sum);
        isFirst = false;
      }
      if (update.base >= 0)
        sum = std::fma(static_cast<float>(update.scale), sum, at(update.base));
      after[static_cast<std::size_t>(update.to)] = sum;
    }
    registers = std::move(after);
  }
  return registers[0];
}

TEST(Methods, keepConstants) {
  for (Method method : methods()) {
    for (MethodStage &stage : method.stages) // of a method with chosen factors any will do
      for (Update &update : stage.updates)
        for (Term &term : update.terms)
          if (term.factor.ofStage >= 0)
            term.factor = 1.0 / (3 + term.factor.ofStage);
    for (int k = 1; k < 10000; k++) {
      const float state = 1e-3f * static_cast<float>(k) / 0.7f;
      ASSERT_EQ(stepOfNothing(method, state), state) << method.name;
    }
  }
}

TEST(Methods, tellTheErrorOfAStep) {
  for (const Method &method : methods()) {
    if (method.errorOrder == 0)
      continue;
    const auto slope = [&](double t, Complex y) { return -2 * (t + 1) * y * y; };
    const double whole = std::abs(step(method, 0.02, slope)[1]);
    const double half = std::abs(step(method, 0.01, slope)[1]);
    EXPECT_NEAR(std::log2(whole / half), method.errorOrder, 0.35) << method.name;
    EXPECT_GT(whole, errorOf(method, 0.02)) << method.name;
  }
}
