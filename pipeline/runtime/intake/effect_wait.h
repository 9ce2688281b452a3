#pragma once
// EffectWait: under the event clock, log time passes as fast as intake can read turns, and a model would answer too late.
// So a partition of the log gets its next turn or tick only when all stages that may ask the outside world have answered
// its last record, and none of their requests for personas of this partition is open. Then a result stands right
// behind the record that caused its request. Results, commands and settings do not wait.
// It waits only while a setting with which a stage asks is in force (IntakeConfig::askers); the metadata of intake's
// offsets say so after a restart. Open requests are not stored: after a restart, EffectReader finds them again.
// Each wait has a limit; after it, EffectWait writes one line and does not wait until something new comes from that side.
// Errors: those of the log. Threads: the worker's. Lifetime: borrows config, client, clock and appender.

#include <map>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <set>
#include <string>
#include <string_view>

#include "pipeline/runtime/intake/effect_reader.h"
#include "pipeline/runtime/intake/log_appender.h"

namespace turnstream::runtime {

class EffectWait {
 public:
  EffectWait(const IntakeConfig& config, log::Client& client, const Clock& clock, LogAppender& appender);

  /// An assignment begins. `asking`: see IntakeMetadata; none if the settings of the configuration will be in force.
  void begin(const std::optional<std::string>& asking);
  void release();
  /// A settings command is written to the log.
  void take_command(std::string_view command);
  /// For IntakeMetadata.
  [[nodiscard]] std::string asking() const;
  [[nodiscard]] bool on() const { return enabled_ && !asking_.empty(); }

  /// Reads what there is. Call it often while on().
  Status advance(const EffectReader::Progress& progress);
  /// Whether an accepted record may be appended to this partition of the log now. If it may, but crosses a tick
  /// boundary, appends only the tick, because stages may ask with it, and returns false.
  Result<bool> may_append(WorkerTransaction& transaction, const Accepted& accepted, Partition target);
  /// Whether a turn or tick may be appended.
  Result<bool> is_quiet(Partition partition);
  void appended(const Accepted& accepted, Partition target);
  void committed(const log::Receipt& receipt);

 private:
  void restart();
  /// `values`: {"<section>":{"<name_unit>":value}}
  void take_settings(const nlohmann::json& values);
  /// True while intake waits for `what` (a stage, or one of the constants): false if it waited too long and moved() was
  /// not called since.
  bool is_awaited(const std::string& what);
  void moved(const std::string& what);
  void give_up();

  const IntakeConfig& config_;
  const Clock& clock_;
  LogAppender& appender_;
  const bool enabled_;
  EffectReader reader_;
  std::set<std::string> asking_;  ///< the settings in force with which a stage asks
  std::set<std::string> stages_;  ///< those that ask with them
  std::set<Partition> quiet_;     ///< is_quiet(), and nothing was written since
  std::map<std::string, MonotonicTime> waiting_since_;
  std::set<std::string> given_up_;
};

}  // namespace turnstream::runtime
