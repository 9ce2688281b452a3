#pragma once
// A text as it is shown: with its secrets masked, or unchanged. Threads: any.

#include <string>
#include <string_view>

#include "pipeline/secrets/mask.h"

namespace turnstream::secrets {

inline std::string shown(std::string_view text) {
  return masked_text(text).value_or(std::string(text));
}

inline std::string shown_json(std::string_view json) {
  return masked_json(json).value_or(std::string(json));
}

}  // namespace turnstream::secrets
