#include "recall/ranking/persona_languages.h"

#include <algorithm>
#include <fnmatch.h>

#include "pipeline/base/check.h"

namespace turnstream::recall {
namespace {

Language known(std::string_view name) {
  std::optional<Language> language = Language::named(name);
  TS_CHECK(language);
  return *std::move(language);
}

}  // namespace

PersonaLanguages::PersonaLanguages(std::string_view common, const std::vector<std::string>& patterns)
    : common_(known(common)) {
  for (const std::string& pattern : patterns) {
    const std::size_t sign = pattern.rfind('=');
    TS_CHECK(sign != std::string::npos);
    patterns_.emplace_back(pattern.substr(0, sign), known(std::string_view(pattern).substr(sign + 1)));
  }
}

const Language& PersonaLanguages::of(const std::string& persona) const {
  const auto found = std::find_if(patterns_.begin(), patterns_.end(), [&](const auto& pattern) {
    return fnmatch(pattern.first.c_str(), persona.c_str(), 0) == 0;
  });
  return found != patterns_.end() ? found->second : common_;
}

}  // namespace turnstream::recall
