// Who is told that fma is slow: whoever compiled with contraction for a device that lacks it.
#include "backend/fma.h"

#include "toy_model.h"

#include <gtest/gtest.h>

using namespace eulerc;

TEST(SlowFma, isSaidOfTheModelsPrecision) {
  DeviceInfo device{};
  device.name = "Some GPU";
  Model model = toy::model();
  model.device.contracts = true;
  model.program.precision = Precision::Double;
  device.hasFmaOfFloat = false;
  EXPECT_EQ(slowFmaNote(model, device), "");
  device.hasFmaOfDouble = false;
  EXPECT_EQ(slowFmaNote(model, device),
            "Some GPU has no instruction for fma in double, so each product that is part of a sum "
            "is slow; compile with eulerc --contract=off for this device");
  model.program.precision = Precision::Float;
  EXPECT_NE(slowFmaNote(model, device).find("fma in float"), std::string::npos);
  device.hasFmaOfFloat = true;
  EXPECT_EQ(slowFmaNote(model, device), "");
}

TEST(SlowFma, isNotSaidOfModelsWithoutIt) {
  DeviceInfo device{};
  device.hasFmaOfFloat = device.hasFmaOfDouble = false;
  Model model = toy::model();
  model.device.contracts = false;
  EXPECT_EQ(slowFmaNote(model, device), "");
}
