#pragma once
// SessionSettings: the numbers of session flushes and the daily log that can be set, as memory.consolidation.<name>.
// Threads: values and constants.

#include <array>
#include <cstdint>

#include "pipeline/stage_api/setting_field.h"

namespace turnstream::consolidation {

struct SessionSettings {
  bool curation = false;
  std::int64_t curation_lines_max = 20;
  std::int64_t daily_context_lines = 80;
  std::int64_t daily_lines_max = 5000;
  std::int64_t flush_attempts_max = 3;
  std::int64_t flush_context_insights = 5;
  std::int64_t flush_cycle_s = 180;
  std::int64_t flush_idle_s = 120;
  std::int64_t flush_lines_max = 5;
  std::int64_t flush_overdue_s = 600;
  std::int64_t flush_sessions_max = 3;
  std::int64_t flush_window_code_points_max = 12'000;
  std::int64_t flush_window_messages_max = 20;
  std::int64_t session_keep_s = 86'400;
  std::int64_t session_messages_max = 200;
  std::int64_t sessions_max = 10'000;
  std::int64_t waiting_bytes_max = 1'048'576;
};

/// In order of name. The defaults are those of the fields above.
inline constexpr std::array kSessionSettingFields{
    stage_api::flag_field("consolidation.curation", &SessionSettings::curation,
                          "The best lines of a day are announced when the next day's first entry is written."),
    stage_api::count_field("consolidation.curation_lines_max", &SessionSettings::curation_lines_max, "lines", 1, 20,
                           "Lines that one curation announces at most."),
    stage_api::count_field("consolidation.daily_context_lines", &SessionSettings::daily_context_lines, "lines", 0, 200,
                           "The newest lines of the daily log that a model gets, so that it does not repeat them."),
    stage_api::count_field("consolidation.daily_lines_max", &SessionSettings::daily_lines_max, "lines", 1, 100000,
                           "Lines of the daily log kept for a persona; of more the oldest entries leave."),
    stage_api::count_field("consolidation.flush_attempts_max", &SessionSettings::flush_attempts_max, "requests", 1, 10,
                           "Requests about the same messages, each in another cycle, before the best sentences are "
                           "taken without a model."),
    stage_api::count_field("consolidation.flush_context_insights", &SessionSettings::flush_context_insights, "insights",
                           0, 20, "Insights that a model gets, so that it does not repeat them."),
    stage_api::count_field("consolidation.flush_cycle_s", &SessionSettings::flush_cycle_s, "s", 30, 86400,
                           "Time from one flush of a persona's sessions to the next."),
    stage_api::count_field("consolidation.flush_idle_s", &SessionSettings::flush_idle_s, "s", 0, 86400,
                           "A session is flushed when its last message is so old."),
    stage_api::count_field("consolidation.flush_lines_max", &SessionSettings::flush_lines_max, "lines", 1, 20,
                           "Lines of one entry of the daily log at most."),
    stage_api::count_field("consolidation.flush_overdue_s", &SessionSettings::flush_overdue_s, "s", 1, 86400,
                           "A session whose oldest waiting message is so old is flushed however busy it is."),
    stage_api::count_field("consolidation.flush_sessions_max", &SessionSettings::flush_sessions_max, "sessions", 1, 10,
                           "Sessions of a persona that one cycle flushes at most."),
    stage_api::count_field("consolidation.flush_window_code_points_max", &SessionSettings::flush_window_code_points_max,
                           "code points", 100, 100000, "Text that one flush takes at most; a longer message is cut."),
    stage_api::count_field("consolidation.flush_window_messages_max", &SessionSettings::flush_window_messages_max,
                           "messages", 1, 100, "Messages that one flush takes at most."),
    stage_api::count_field("consolidation.session_keep_s", &SessionSettings::session_keep_s, "s", 60, 31536000,
                           "A session without waiting messages is known for so long after its last message."),
    stage_api::count_field("consolidation.session_messages_max", &SessionSettings::session_messages_max, "messages", 2,
                           10000, "Messages of a session that may wait; of more the oldest are flushed at once."),
    stage_api::count_field("consolidation.sessions_max", &SessionSettings::sessions_max, "sessions", 1, 100000,
                           "Sessions without waiting messages that are known for a persona."),
    stage_api::count_field("consolidation.waiting_bytes_max", &SessionSettings::waiting_bytes_max, "bytes", 10000,
                           104857600, "Size of a persona's waiting messages; of more the oldest are flushed at once."),
};

}  // namespace turnstream::consolidation
