#pragma once
// Erasure: decides which records of a log carry forgotten text, and what stands in their place. It learns from the
// public records of the namespace, in this order: the rows of the stages that bar turns, the log, the completions of the
// stages in phase order. Then replacement() can be asked. A persona without a forget command loses nothing. Threads: one.
// Lifetime: borrows the shape.

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>

#include "pipeline/codec/erased_record.h"
#include "pipeline/log/record.h"
#include "pipeline/model/completion.h"
#include "pipeline/runtime/task/prepared_record.h"

namespace turnstream::app {

class Erasure {
 public:
  explicit Erasure(const runtime::PipelineShape& shape) : preparer_(shape) {}

  /// The key of a row in the changelog of a stage without upstream: rows of barred turns count.
  void take_row(std::string_view key);
  /// Any record of the log: forget and unshare commands count.
  Status take_log_record(const log::Record& record);
  void take_completion(const model::Completion& part);

  /// The value that replaces the record's. Absent: the record keeps its value. Erased are:
  /// - turns, and redrives of turns, that are barred as forgotten, that a forget command reached by id, session or `all`,
  ///   of which a forget command removed an item, or that came later and were refused as forgotten or as blocked;
  /// - effect results of a persona before its last forget command, and later ones that changed nothing: which turns a
  ///   model saw is not in its answer;
  /// - shares that were taken back.
  Result<std::optional<std::string>> replacement(const log::Record& record);

 private:
  /// Why no stage took a turn. An erased one stays barred in the copy, a blocked one does not.
  enum class Refusal { kErased, kBlocked };
  /// The forget commands of a persona. Offsets are of the log: what stands before them is forgotten; -1: nothing.
  struct Forgotten {
    std::int64_t last = -1;
    std::int64_t all = -1;
    std::map<std::string, std::int64_t> sessions;
    std::map<std::string, std::int64_t> ids;
    std::set<std::string> commands;
    std::set<std::string> turns;                            ///< turns of removed items
    std::map<std::string, std::set<std::string>> turns_of;  ///< by item: its turn, and those that were merged into it
    std::map<std::pair<std::string, std::string>, std::int64_t> unshared;  ///< by source persona and insight
    std::map<std::int64_t, Refusal> refused;                               ///< by offset of the turn or redrive
    std::set<std::int64_t> useful_results;  ///< offsets of effect results that changed memory
  };
  void take_command(const log::Record& record, const nlohmann::json& command);
  Result<std::optional<std::string>> for_turn(const log::Record& record);
  [[nodiscard]] bool is_erased(const Forgotten& persona, const model::StateExport& turn, std::int64_t offset) const;
  [[nodiscard]] static bool is_taken_back(const Forgotten& persona, const log::Record& record);

  runtime::RecordPreparer preparer_;
  std::map<std::string, Forgotten> personas_;             ///< those with a forget or unshare command
  std::set<std::pair<std::string, std::string>> barred_;  ///< persona and codec::turn_hash_of() of a turn id
};

}  // namespace turnstream::app
