#pragma once
// EffectReader: reads from the topics what EffectWait decides by: the last record of each partition of the log, the last
// completion of each stage that may ask, and the open requests. It begins with what is there, and then follows the
// completions and requests. Requests are read from the first one on; those whose results intake has appended are closed.
// Errors: those of the log. Threads: the worker's. Lifetime: borrows config, client and clock.

#include <map>
#include <set>
#include <string>
#include <utility>

#include "pipeline/base/clock.h"
#include "pipeline/log/client.h"
#include "pipeline/runtime/intake/asked_effects.h"
#include "pipeline/runtime/intake/intake_config.h"
#include "pipeline/runtime/intake/span_reader.h"

namespace turnstream::runtime {

class EffectReader {
 public:
  using Progress = std::map<log::TopicPartition, NextOffset>;  ///< the next offset of each input of intake

  EffectReader(const IntakeConfig& config, log::Client& client, const Clock& clock)
      : config_(config),
        client_(client),
        clock_(clock),
        reader_(client, "intake-effects"),
        asked_(config.effects_wait_ms_max) {}

  void close();
  /// Reads what there is, without waiting; true if there was anything. `stages`: those that may ask.
  Result<bool> read(const std::set<std::string>& stages, const Progress& progress);
  /// True if everything that was there at the begin is read.
  [[nodiscard]] bool follows() const { return phase_ == Phase::kFollows; }

  /// The stage's last completion does not answer the last record of this partition of the log.
  [[nodiscard]] bool lags(const std::string& stage, Partition partition) const;
  /// True if the requests are read up to their present end. What is not read may be in an open transaction.
  Result<bool> requests_read();
  [[nodiscard]] AskedEffects& asked() { return asked_; }
  /// The stages of which a completion was read since the last call.
  [[nodiscard]] std::set<std::string> take_moved() { return std::exchange(moved_, {}); }
  /// Intake committed a record of this partition of the log.
  void note_written(Partition partition, Offset last);

 private:
  enum class Phase {
    kNone,
    kTails,     ///< reads the ends of the log and of the completions
    kRequests,  ///< reads all requests
    kResults,   ///< reads the results that intake has appended to the log
    kFollows
  };
  struct Tail {
    NextOffset first;
    NextOffset end;
    std::int64_t window = 0;  ///< so many offsets before the end are read
    bool settled = false;     ///< a record was found
  };

  Status begin_tails(const std::set<std::string>& stages);
  Status read_tails();
  Status begin_requests();
  Status begin_results(const Progress& progress);
  Status follow();
  Status end_phase(const Progress& progress);
  void take(const log::Record& record);
  void take_completion(const std::string& stage, const log::Record& record);
  void take_request(const log::Record& record);
  void take_result(const log::Record& record);
  Result<std::vector<log::Watermarks>> marks_of(const std::vector<log::TopicPartition>& parts);
  [[nodiscard]] std::vector<log::TopicPartition> request_parts() const;

  const IntakeConfig& config_;
  log::Client& client_;
  const Clock& clock_;
  SpanReader reader_;
  AskedEffects asked_;
  Phase phase_ = Phase::kNone;
  std::map<log::TopicPartition, Tail> tails_;
  Progress follow_;                                               ///< from where kFollows reads
  std::map<std::string, std::string> stage_of_;                   ///< by topic
  std::map<Partition, Offset> written_;                           ///< the last record of each partition of the log
  std::map<std::pair<std::string, Partition>, Offset> answered_;  ///< the log offset of each stage's last completion
  std::set<std::string> moved_;
};

}  // namespace turnstream::runtime
