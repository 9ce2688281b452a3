#include "pipeline/runtime/intake/loss_report.h"

#include "pipeline/base/log_line.h"
#include "pipeline/runtime/common/meters.h"

namespace turnstream::runtime {

void report_loss(const log::RecordsLost& lost, Metrics* metrics) {
  const auto offsets = lost.first.value() - lost.from.value();
  LogLine(LogLevel::kError, "records_lost")
      .with("stage", "intake")
      .with("partition", lost.where.partition.value())
      .with("offset", lost.from.value())
      .with("topic", lost.where.topic)
      .with("offsets", offsets)
      .with(
          "message",
          "These offsets were deleted, usually by retention, before intake read them: their records are lost. Give the "
          "topic a longer retention.ms, or send the records again.");
  count_lost_offsets(metrics, lost.where.topic, offsets);
}

}  // namespace turnstream::runtime
