#include "LevelText.h"

namespace eulerc::compiler {
namespace {

HostLevel makeLevel(int bits, bool isDouble) {
  HostLevel level;
  level.width = bits / (isDouble ? 64 : 32);
  level.nameSpace = "vectors_" + std::to_string(bits);
  level.present = "true";
  return level;
}

} // namespace

std::vector<HostLevel> hostLevels(bool isDouble) {
  HostLevel v4 = makeLevel(512, isDouble), v3 = makeLevel(256, isDouble),
            baseline = makeLevel(128, isDouble);
  v4.target = "arch=x86-64-v4";
  v4.present = "EULERC_HAS_V4";
  v4.condition = "#if defined(EULERC_LEVELS) || defined(__AVX512F__)\n";
  v3.target = "arch=x86-64-v3";
  v3.present = "EULERC_HAS_V3";
  v3.condition = "#if defined(EULERC_LEVELS) || defined(__AVX__)\n";
  return {v4, v3, baseline};
}

std::string forEachLevel(bool isDouble, const std::string &text) {
  std::string result;
  for (const HostLevel &level : hostLevels(isDouble)) {
    const bool hasTarget = !level.target.empty();
    result += level.condition + "#define EULERC_WIDTH " + std::to_string(level.width) + "\n";
    // GCC's own macros do not follow its pragma.
    result += std::string("#if defined(__FMA__)") +
              (hasTarget ? " || defined(EULERC_LEVELS)" : "") + "\n#define EULERC_FMA\n#endif\n";
    if (hasTarget)
      result += "#if defined(EULERC_LEVELS) && defined(__clang__)\n"
                "#pragma clang attribute push(__attribute__((target(\"" +
                level.target +
                "\"))), apply_to = function)\n#elif defined(EULERC_LEVELS)\n"
                "#pragma GCC push_options\n#pragma GCC target(\"" +
                level.target + "\")\n#endif\n";
    result += "namespace " + level.nameSpace + " {\n\n" + text + "\n} // namespace " +
              level.nameSpace + "\n";
    if (hasTarget)
      result += "#if defined(EULERC_LEVELS) && defined(__clang__)\n"
                "#pragma clang attribute pop\n#elif defined(EULERC_LEVELS)\n"
                "#pragma GCC pop_options\n#endif\n";
    // Not compiled for a level: it runs on every processor, to ask for it.
    result += "namespace " + level.nameSpace + " {\nbool present() { return " + level.present +
              "; }\n} // namespace " + level.nameSpace +
              "\n#undef EULERC_WIDTH\n#undef EULERC_FMA\n" +
              (level.condition.empty() ? "" : "#endif\n") + "\n";
  }
  return result;
}

} // namespace eulerc::compiler
