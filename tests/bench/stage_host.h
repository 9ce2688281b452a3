#pragma once
// StageHost: runs one stage on hash maps, without runtime, store or log, so that a benchmark measures only the stage.
// Like the runtime, it fires the due timers of a persona before the persona's record, and a stage gets what its
// upstream stages made of the same record. It does not roll back. Lifetime: borrows stage and settings. Threads: one
// at a time.

#include <cstdint>
#include <functional>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "pipeline/stage_api/memory_settings.h"
#include "pipeline/stage_api/stage.h"

namespace turnstream::bench {

/// CPU time of this process, which has one thread, with a resolution of 1 µs.
std::int64_t thread_cpu_ns();

class StageHost {
 public:
  struct Size {
    std::int64_t rows = 0;
    std::int64_t bytes = 0;  ///< of keys and values
  };

  /// What the stage did so far.
  struct Tally {
    std::uint64_t output_hash = 0;  ///< of all changes, events, requests, words to other personas and timers, in order
    std::int64_t calls = 0;
    std::int64_t gets = 0;
    std::int64_t puts = 0;
    std::int64_t ordered_puts = 0;  ///< those of `puts` that are of ordered rows
    std::int64_t put_bytes = 0;
    std::int64_t erases = 0;
    std::int64_t scans = 0;
    std::int64_t changes = 0;
    std::int64_t events = 0;
  };

  StageHost(const stage_api::Stage& stage, const stage_api::MemorySettings& settings)
      : stage_(stage), settings_(settings) {}

  /// Applies the turn as a record of that time and returns the CPU time that it took, without the time to read
  /// `upstream`. If the stage fails, the process ends, because no input may make a stage fail.
  std::int64_t apply(const model::StateExport& turn, LogTime at,
                     std::span<const stage_api::UpstreamCompletion> upstream = {});
  /// The same for a command of the persona.
  std::int64_t command(std::string_view persona, std::string_view kind, std::string_view json, LogTime at);
  /// The net changes of the last record, sorted by kind, then id. They are computed at the call.
  [[nodiscard]] std::vector<model::Change> take_changes();
  [[nodiscard]] Size size(std::string_view persona) const;
  /// Reserves memory, so that no turn is charged for the growth of the host's own table.
  void expect_rows(std::string_view persona, std::size_t rows) { personas_[std::string(persona)].rows.reserve(rows); }
  [[nodiscard]] const stage_api::StageInfo& info() const { return stage_.info(); }
  [[nodiscard]] const std::string& name() const { return stage_.info().name; }
  /// The row; empty if there is none.
  [[nodiscard]] std::string_view row(std::string_view persona, std::string_view key) const;
  /// Visits the rows of the persona in any order, until a visit returns false.
  void each_row(std::string_view persona, const stage_api::RowVisitor& visit) const;
  /// The bytes of the values of all changes so far.
  [[nodiscard]] std::int64_t change_bytes() const { return change_bytes_; }
  /// From now on, counts what the stage does with its state, and hashes what it makes. This costs time.
  void keep_tally() { keeps_tally_ = true; }
  [[nodiscard]] const Tally& tally() const { return tally_; }
  /// In any order.
  void each_persona(const std::function<void(const std::string& persona)>& visit) const;

 private:
  class Context;
  /// Looks keys up without a copy, so that a stage is not charged for one.
  struct KeyHash {
    using is_transparent = void;
    std::size_t operator()(std::string_view key) const { return std::hash<std::string_view>()(key); }
  };
  struct Persona {
    std::unordered_map<std::string, std::string, KeyHash, std::equal_to<>> rows;  ///< without the ordered ones
    std::map<std::string, std::string, std::less<>> ordered;
    std::map<std::string, LogTime, std::less<>> timers;
    [[nodiscard]] const std::string* find(std::string_view key) const;
  };
  std::int64_t deliver(stage_api::Input input);
  void fire_due(const stage_api::Input& input, Persona& persona, Context& context);

  const stage_api::Stage& stage_;
  const stage_api::MemorySettings& settings_;
  std::unordered_map<std::string, Persona> personas_;
  LogTime now_{0};
  std::int64_t records_ = 0;
  std::int64_t change_bytes_ = 0;
  bool keeps_tally_ = false;
  Tally tally_;
  std::vector<model::Change> changes_;  ///< of the last record, in the order of the calls
};

}  // namespace turnstream::bench
