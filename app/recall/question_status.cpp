#include "app/recall/question_status.h"

#include "app/errors.h"

namespace turnstream::app {

std::optional<int> question_status(const Error& error) {
  if (error.code == error_codes::kBadQuery) {
    return 400;
  }
  if (error.code == error_codes::kNotFound) {
    return 404;
  }
  return error.code == error_codes::kHistoryDropped ? std::optional(410) : std::nullopt;
}

}  // namespace turnstream::app
