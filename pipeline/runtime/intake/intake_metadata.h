#pragma once
// IntakeMetadata: what intake commits together with its offset of commands[p]: the hash of the settings that it last
// wrote into log[p], and the last log time that this owner wrote there. Under the wall clock on a log with its own clock
// also the time of that clock when intake wrote it. As text: "<hash> <log_time in ms, or - for none>[ <log_clock in ms>]";
// the event clock adds " asks <settings>".
// Threads: pure functions.

#include <optional>
#include <string>
#include <string_view>

#include "pipeline/base/strong_type.h"

namespace turnstream::runtime {

struct IntakeMetadata {
  std::string settings;
  std::optional<LogTime> log_time;
  std::optional<WallTime> log_clock;
  /// Event clock: the settings in force with which stages ask the outside world (EffectWait), separated by commas; "-" for
  /// none. Absent if the program that wrote the metadata did not say.
  std::optional<std::string> asking = std::nullopt;
};

std::string encode_intake_metadata(const IntakeMetadata& metadata);
/// Text without a blank (another program wrote it) gives empty metadata; a time that is not a number gives none.
IntakeMetadata decode_intake_metadata(std::string_view text);

}  // namespace turnstream::runtime
