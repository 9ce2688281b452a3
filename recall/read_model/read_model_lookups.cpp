// What the read model answers from its rows, without an index: documents, names, offsets, turns and commands.

#include <chrono>
#include <utility>

#include "pipeline/base/time_format.h"
#include "recall/read_model/history_rows.h"
#include "recall/read_model/persona_list.h"
#include "recall/read_model/persona_memory.h"
#include "recall/read_model/read_model.h"
#include "recall/read_model/row_keys.h"

namespace turnstream::recall {

Result<std::vector<DocumentVersion>> ReadModel::documents(const std::string& persona, std::span<const Kind> kinds) {
  const ReadLock lock(state_);
  return present_documents(store_, table_, persona, kinds);
}

Result<std::vector<std::string>> ReadModel::persona_names(const std::string& after, std::size_t limit) {
  const ReadLock lock(state_);
  return personas_behind(store_, table_, after, limit);
}

Result<std::optional<Offset>> ReadModel::offset_at(const std::string& persona, LogTime time) {
  const ReadLock lock(state_);
  return history(partition_of(persona)).offset_at(time);
}

Status ReadModel::check_history(const std::string& persona, Offset as_of) {
  const ReadLock lock(state_);
  const Partition partition = partition_of(persona);
  const Progress& progress = progress_[static_cast<std::size_t>(partition.value())];
  const LogTime oldest = oldest_kept(progress.log_time);
  TS_ASSIGN_OR_RETURN(const std::optional<Offset> last_before, history(partition).last_before(oldest));
  const std::string place = std::to_string(partition.value()) + "@";
  const std::string asked =
      as_of.value() < 0 ? "What memory held then" : "What memory held at " + place + std::to_string(as_of.value());
  if (progress.since.value() > 0 && as_of.value() < progress.since.value()) {
    return make_error(error_codes::kHistoryDropped, Reaction::kStopProcess,
                      asked + " is not known: when recall began, the records of the log before " + place +
                          std::to_string(progress.since.value()) + " had been deleted. Ask for a later moment.");
  }
  if (last_before && as_of < *last_before) {
    return make_error(error_codes::kHistoryDropped, Reaction::kStopProcess,
                      asked + " is no longer known: recall keeps the history of " +
                          std::to_string(config_.history_days) + " days (recall.history_days), here from " +
                          format_time(oldest.value()) + " on. Ask for a later moment.");
  }
  return {};
}

Result<std::optional<Offset>> ReadModel::find_turn(const std::string& persona, const std::string& turn) {
  const ReadLock lock(state_);
  TS_ASSIGN_OR_RETURN(const auto bytes, store_.get(table_, rows::turn_key(persona, turn)));
  return bytes ? rows::read_offset_row(*bytes) : std::nullopt;
}

Result<std::optional<std::string>> ReadModel::find_command(const std::string& persona, const std::string& command) {
  const ReadLock lock(state_);
  TS_ASSIGN_OR_RETURN(const auto bytes, store_.get(table_, rows::command_key(persona, command)));
  const auto row = bytes ? rows::read_command_row(*bytes) : std::nullopt;
  if (bytes && !row) {
    return damaged_row("report of a command");
  }
  return row ? std::optional(std::string(row->json)) : std::nullopt;
}

Result<PersonaPage> ReadModel::personas(const std::string& after) {
  const ReadLock lock(state_);
  return list_personas(store_, table_, after);
}

Result<bool> ReadModel::wait_for_turn(const std::string& persona, const std::string& turn,
                                      std::chrono::milliseconds time, const std::stop_token& stop) {
  const std::int64_t end_us = clock_.monotonic_now().value() + std::chrono::microseconds(time).count();
  for (;;) {
    std::uint64_t seen = 0;
    {
      const MutexLock lock(applied_mutex_);
      seen = applied_count_;
    }
    TS_ASSIGN_OR_RETURN(const std::optional<Offset> found, find_turn(persona, turn));
    const std::chrono::microseconds left(end_us - clock_.monotonic_now().value());
    if (found || left.count() <= 0 || stop.stop_requested()) {
      return found.has_value();
    }
    const MutexLock lock(applied_mutex_);
    applied_.wait_for(applied_mutex_, stop, left, [&]() REQUIRES(applied_mutex_) { return applied_count_ != seen; });
  }
}

}  // namespace turnstream::recall
