// The name of the processor, from files as Linux writes them.
#include "host/processor.h"

#include "temporary_folder.h"

using namespace eulerc;

namespace processor_test {
namespace {

class Processor : public TemporaryFolder {
protected:
  std::string nameIn(const std::string &text) const {
    put(path("cpuinfo"), text);
    return processorName(path("cpuinfo"));
  }
};

} // namespace

TEST_F(Processor, isTheFirstModelName) {
  EXPECT_EQ(nameIn("processor\t: 0\nmodel\t\t: 17\nmodel name\t: AMD EPYC 9654\nmodel name : b\n"),
            "AMD EPYC 9654");
}

TEST_F(Processor, isNumbersWhereThereIsNoName) {
  EXPECT_EQ(nameIn("CPU implementer\t: 0x41\nCPU part\t: 0xd40\n"), "processor 0x41 0xd40");
}

TEST_F(Processor, mayBeUnknown) {
  EXPECT_EQ(nameIn("model name\t:\nmodel namesake: x\n"), "unknown processor");
  EXPECT_EQ(processorName("/nowhere/cpuinfo"), "unknown processor");
}

} // namespace processor_test
