#pragma once
// IntakeMetadata: what intake keeps with its committed offset of commands[p], in the same transaction as everything
// else: which settings it published last, and under the event clock the stamp of the last record. Text: "<hash>
// <log_time|->". Threads: pure functions.

#include <optional>
#include <string>
#include <string_view>

#include "pipeline/base/strong_type.h"

namespace turnstream::runtime {

struct IntakeMetadata {
  std::string settings;
  std::optional<LogTime> log_time;
};

std::string encode_intake_metadata(const IntakeMetadata& metadata);
/// Unreadable text (written by another program) is as none.
IntakeMetadata decode_intake_metadata(std::string_view text);

}  // namespace turnstream::runtime
