#pragma once
// OpenCheck: a request for the state of files that has no answer yet, and the row `checks` that lists all of a persona.
// Threads: any; pure.

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "pipeline/base/result.h"
#include "pipeline/base/uuid5.h"

namespace turnstream::lifecycle {

/// A request without an answer.
struct OpenCheck {
  std::string effect_id;
  std::string request_hash;
  std::int64_t firings = 0;  ///< of the timer `effects` since the request
  std::vector<Uuid> items;
  friend bool operator==(const OpenCheck&, const OpenCheck&) = default;
};

[[nodiscard]] std::string encode_checks(const std::vector<OpenCheck>& checks);
/// Errors: bad_state().
Result<std::vector<OpenCheck>> decode_checks(std::string_view row);

}  // namespace turnstream::lifecycle
