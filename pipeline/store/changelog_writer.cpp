#include "pipeline/store/changelog_writer.h"

#include "pipeline/store/changelog.h"
#include "pipeline/store/changelog_batch.h"

namespace turnstream::store {
namespace {

constexpr std::int64_t kHeadBytes = 150;  ///< about what a record has in addition to its rows

/// The rows that a table has only for itself.
bool is_local(std::string_view key) {
  return key == kCheckpointKey || key == kPurgedKey;
}

std::int64_t bytes_of(std::string_view key, std::string_view value) {
  return static_cast<std::int64_t>(key.size() + value.size());
}

}  // namespace

Result<ChangelogWriter> ChangelogWriter::open(log::TopicPartition changelog, StateTable& table,
                                              const ChangelogLimits& limits) {
  TS_ASSIGN_OR_RETURN(const auto row, table.store().get(table.table(), table.store_key(kCheckpointKey)));
  // A table without a place has no batch yet.
  auto place = row ? ChangelogPlace::decode(*row) : std::nullopt;
  return ChangelogWriter(std::move(changelog), std::move(place).value_or(ChangelogPlace{}), limits);
}

Status ChangelogWriter::write(StateTable& table, WallTime now, bool forgets, const Produce& produce) {
  std::int64_t changed = 0;
  Status status;
  table.for_each_dirty([&](std::string_view key, std::optional<std::string_view> value) {
    if (status.ok()) {
      if (!value && !table.sealed_since_walk(key)) {
        place_.walk.erase(key);
      }
      changed += bytes_of(key, value.value_or(std::string_view()));
      status = add(key, value, produce);
    }
  });
  TS_RETURN_IF_ERROR(status);
  if (forgets) {
    forgets_ = true;
    place_.walk.forget(now, place_.next, limits_.walk);
    table.begin_walk();
  }
  if (const std::int64_t bytes = place_.walk.plan(changed, now, limits_.walk); bytes > 0) {
    TS_RETURN_IF_ERROR(repeat(table, bytes, produce));
  }
  place_.walk.closed(now);
  return flush(produce);
}

Status ChangelogWriter::repeat(StateTable& table, std::int64_t bytes, const Produce& produce) {
  Walk& walk = place_.walk;
  if (!walk.is_under_way()) {
    walk.begin(place_.next);
    table.begin_walk();
  }
  const std::string prefix = partition_prefix(table.partition());
  // The first key behind the cursor.
  const std::string from = walk.cursor().empty() ? prefix : prefix + walk.cursor() + '\0';
  std::int64_t passed = 0;
  Status status;
  const auto visit = [&](std::string_view stored, std::string_view value) {
    const std::string_view key = stored.substr(prefix.size());
    if (!is_local(key)) {
      const bool is_repeated = !table.changed_since_walk(key);
      if (is_repeated) {
        status = add(key, value, produce);
      }
      passed += walk.pass(key, bytes_of(key, value), is_repeated);
    }
    return status.ok() && passed < bytes;
  };
  const std::string to = partition_prefix(Partition{table.partition().value() + 1});
  TS_RETURN_IF_ERROR(table.store().scan_once(table.table(), from, to, visit));
  TS_RETURN_IF_ERROR(status);
  if (passed < bytes) {
    walk.end(limits_.walk);
  }
  return {};
}

Status ChangelogWriter::add(std::string_view key, std::optional<std::string_view> value, const Produce& produce) {
  const std::size_t bytes = key.size() + (value ? value->size() : 0);
  if (!rows_.empty() && rows_.size() + bytes > limits_.record_bytes) {
    TS_RETURN_IF_ERROR(flush(produce));
  }
  append_row(rows_, key, value);
  return {};
}

Status ChangelogWriter::flush(const Produce& produce) {
  place_.walk.wrote(static_cast<std::int64_t>(rows_.size()) + kHeadBytes);
  TS_RETURN_IF_ERROR(produce_batch(changelog_, {place_.number, place_.walk, place_.next}, rows_, produce));
  ++place_.number;
  rows_.clear();
  return {};
}

bool ChangelogWriter::committed(NextOffset next, const StateTable& table, Batch& batch) {
  place_.next = next;
  batch.put(table.table(), table.store_key(kCheckpointKey), place_.encode());
  const std::int64_t needless = place_.walk.needless_bytes();
  const bool is_due = dropped_ == 0 || forgets_ || needless - dropped_ >= limits_.needless_bytes_min;
  if (needless == dropped_ || !is_due) {
    return false;
  }
  dropped_ = needless;
  forgets_ = place_.walk.forgets();
  return true;
}

}  // namespace turnstream::store
