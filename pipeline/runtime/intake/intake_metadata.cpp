#include "pipeline/runtime/intake/intake_metadata.h"

#include "pipeline/base/number_text.h"

namespace turnstream::runtime {

namespace {

constexpr std::string_view kAsks = " asks ";

}  // namespace

std::string encode_intake_metadata(const IntakeMetadata& metadata) {
  std::string text = metadata.settings + " " + (metadata.log_time ? std::to_string(metadata.log_time->value()) : "-");
  if (metadata.log_clock) {
    text += " " + std::to_string(metadata.log_clock->value());
  }
  if (metadata.asking) {
    text.append(kAsks).append(*metadata.asking);
  }
  return text;
}

IntakeMetadata decode_intake_metadata(std::string_view text) {
  IntakeMetadata metadata;
  if (const auto asks = text.find(kAsks); asks != std::string_view::npos) {
    metadata.asking = text.substr(asks + kAsks.size());
    text = text.substr(0, asks);
  }
  const auto blank = text.find(' ');
  if (blank == std::string_view::npos) {
    return metadata;
  }
  metadata.settings = text.substr(0, blank);
  std::string_view times = text.substr(blank + 1);
  if (const auto second = times.find(' '); second != std::string_view::npos) {
    if (const auto clock = read_number(times.substr(second + 1))) {
      metadata.log_clock = WallTime{*clock};
    }
    times = times.substr(0, second);
  }
  if (const auto time = read_number(times)) {
    metadata.log_time = LogTime{*time};
  }
  return metadata;
}

}  // namespace turnstream::runtime
