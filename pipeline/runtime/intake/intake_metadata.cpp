#include "pipeline/runtime/intake/intake_metadata.h"

#include "pipeline/base/number_text.h"

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
  if (const auto time = read_number(text.substr(blank + 1))) {
    metadata.log_time = LogTime{*time};
  }
  return metadata;
}

}  // namespace turnstream::runtime
