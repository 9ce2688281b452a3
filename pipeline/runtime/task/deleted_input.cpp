#include "pipeline/runtime/task/deleted_input.h"

#include "pipeline/base/log_line.h"

namespace turnstream::runtime {

Error deleted_input(const std::string& group, const log::RecordsLost& lost) {
  const auto where = lost.where.topic + "[" + std::to_string(lost.where.partition.value()) + "]";
  return make_error(error_codes::kLostInput, Reaction::kStopProcess,
                    "Records of " + where + " may have been lost: offsets " + std::to_string(lost.from.value()) +
                        " to " + std::to_string(lost.first.value() - 1) +
                        " were deleted, usually by retention, before group " + group +
                        " read them; it begins at offset " + std::to_string(lost.first.value()) +
                        " now. If only aborted transactions were there, nothing is lost, but that can no longer be "
                        "told. Restore the topic from a copy, or continue behind them: `turnstream run --accept-loss`. "
                        "Give the log and the completions a longer retention.ms.");
}

bool counts_as_marker(const log::RecordsLost& lost) {
  return lost.from.value() > 0 && lost.first.value() == lost.from.value() + 1;
}

void log_marker(const std::string& group, const log::RecordsLost& lost) {
  LogLine(LogLevel::kInfo, "marker_deleted")
      .with("group", group)
      .with("topic", lost.where.topic)
      .with("partition", lost.where.partition.value())
      .with("offset", lost.from.value());
}

void log_accepted(const std::string& group, const log::RecordsLost& lost) {
  LogLine(LogLevel::kWarning, "loss_accepted")
      .with("group", group)
      .with("topic", lost.where.topic)
      .with("partition", lost.where.partition.value())
      .with("from", lost.from.value())
      .with("first", lost.first.value())
      .with("message", "The records at these offsets, if there were any, are not in the memory of this namespace.");
}

}  // namespace turnstream::runtime
