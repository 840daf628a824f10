#include "ArgumentMessages.h"

namespace eulerc::compiler {

bool ArgumentMessages::ofValue(const std::string &message) {
  if (error_.declaration == "output")
    return say(message,
               "an output is a function: 'output real NAME" + signature() + " { return VALUE; }'");
  return error_.declaration == "l$t" &&
         say(message, "declare 'let real NAME[N];', and write 'let(NAME)" + signature() +
                          " { return VALUE; }'");
}

bool ArgumentMessages::ofWhen(const std::string &message) {
  const std::vector<std::string> &names = names_.arguments;
  std::string called;
  for (std::size_t k = 0; k < names.size(); k++)
    called += (k == 0 ? ": '" : k + 1 < names.size() ? ", '" : " and '") + names[k] + "'";
  return say(message, "a 'when' knows states, fields, data and params, and the indices and the "
                      "time as ddt calls them" +
                          called);
}

/// "(int i, real t)", with the names in the first ddt.
std::string ArgumentMessages::signature() const {
  const std::vector<std::string> &names = names_.arguments;
  std::string text;
  for (std::size_t k = 0; k < names.size(); k++)
    text += (k == 0 ? "(int " : k + 1 < names.size() ? ", int " : ", real ") + names[k];
  return text.empty() ? "(int i, real t)" : text + ")";
}

} // namespace eulerc::compiler
