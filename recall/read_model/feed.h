#pragma once
// Feed: reads the log and the completions of all stages, pairs them by log offset and applies them to the read model, record
// by record. It has no group: the read positions are in the read model. It reads again from there after an error of the log
// that may pass.
//
// A read model that has no record of a partition yet begins with the first record that the log still has together with the
// answers of all stages, and keeps that place as Progress::since. One that has records must have all: "lost_input".
//
// Threads: run() on one; all others any. Lifetime: borrows client and model.

#include <chrono>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <stop_token>
#include <string>
#include <vector>

#include "pipeline/base/result.h"
#include "pipeline/log/client.h"
#include "pipeline/runtime/task/gate.h"
#include "recall/read_model/feed_health.h"
#include "recall/read_model/feed_inputs.h"
#include "recall/read_model/read_model.h"

namespace turnstream::recall {

class Feed {
 public:
  Feed(log::Client& client, ReadModel& model, FeedConfig config);

  /// Reads until a stop is requested. Errors: those of ReadModel::apply(), of Gate, and of the log with kStopProcess;
  /// "lost_input" if records or answers behind those that the read model has were deleted.
  Status run(const std::stop_token& stop);

  /// Waits until all records that the log has now are applied, for `time` at most; records that cannot be, because retention
  /// deleted answers to them before a new read model read them, are left out. False if it ends before that, also because run()
  /// has returned or a stop is requested. Errors: of the log.
  Result<bool> follow(std::chrono::milliseconds time, const std::stop_token& stop);
  /// The error with which run() has returned; absent while it runs, and if it returned because of a stop.
  [[nodiscard]] std::optional<Error> failure() const { return health_.failure(); }
  [[nodiscard]] FeedView health() const { return health_.view(); }
  /// Offsets of the log that are not applied; control records may count, too. Errors: of the log.
  Result<std::int64_t> lag();
  /// The stages for which the partition has waited for kWaitsAfter.
  [[nodiscard]] std::vector<std::string> waits_for(Partition partition) const { return health_.waits_for(partition); }

 private:
  /// The record of the log that is next in a partition, and since when it waits for answers.
  struct Head {
    NextOffset next;
    MonotonicTime since;
    bool is_shown = false;  ///< health_ says for which stages
  };

  Status read_again(const std::stop_token& stop);
  Status start();
  Status start_partition(Partition partition, const Progress& at, const std::vector<log::Watermarks>& marks);
  void begin_late(Partition partition, NextOffset since);
  Status check_hole(Partition partition, NextOffset next, Offset first) const;
  /// `next`: the first offset that was not read; `reached`: where the reader is now.
  Status check_gap(Partition partition, NextOffset next, std::int64_t reached);
  Status assign(log::Reader& reader);
  Status read_until_error(log::Reader& reader, const std::stop_token& stop);
  Status take(log::Record record, log::Reader& reader);
  Status apply_ready(runtime::Gate& gate, Partition partition);
  runtime::Gate& gate_of(Partition partition) { return *gates_[static_cast<std::size_t>(partition.value())]; }
  /// Notes how far the partition is applied.
  void note(Partition partition);
  /// Shows for which stages partitions wait, about once a second.
  void show_waits();

  log::Client& client_;
  ReadModel& model_;
  const FeedConfig config_;
  FeedInputs inputs_;
  std::vector<std::unique_ptr<runtime::Gate>>
      gates_;                             ///< by partition; they hold records, so they go before the reader
  std::map<FeedInput, NextOffset> next_;  ///< where to continue to read
  std::vector<std::vector<NextOffset>> answers_next_;  ///< by partition and stage: what the read model stores
  std::vector<std::optional<Head>> heads_;             ///< by partition; absent if no record waits
  MonotonicTime shown_at_;                             ///< the last show_waits()
  std::map<Partition, NextOffset> ends_;               ///< of the log, as the reader reported them last
  std::set<FeedInput> paused_;
  FeedHealth health_;
};

}  // namespace turnstream::recall
