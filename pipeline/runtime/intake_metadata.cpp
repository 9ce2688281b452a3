#include "pipeline/runtime/intake_metadata.h"

#include <charconv>

namespace turnstream::runtime {

std::string encode_intake_metadata(const IntakeMetadata& metadata) {
  return metadata.settings + " " + (metadata.log_time ? std::to_string(metadata.log_time->value()) : "-");
}

IntakeMetadata decode_intake_metadata(std::string_view text) {
  IntakeMetadata metadata;
  const auto blank = text.find(' ');
  if (blank == std::string_view::npos) {
    return metadata;
  }
  metadata.settings = text.substr(0, blank);
  const auto time = text.substr(blank + 1);
  std::int64_t value = 0;
  const auto [end, error] = std::from_chars(time.data(), time.data() + time.size(), value);
  if (error == std::errc() && end == time.data() + time.size()) {
    metadata.log_time = LogTime{value};
  }
  return metadata;
}

}  // namespace turnstream::runtime
