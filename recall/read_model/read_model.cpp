#include "recall/read_model/read_model.h"

#include <algorithm>
#include <functional>
#include <set>
#include <utility>

#include "pipeline/base/byte_stream.h"
#include "pipeline/base/murmur2.h"
#include "pipeline/base/stemmers.h"
#include "recall/read_model/digest.h"
#include "recall/read_model/journal_writer.h"
#include "recall/read_model/persona_writer.h"
#include "recall/read_model/row_format.h"

namespace turnstream::recall {
namespace {

constexpr std::string_view kTable = "recall";
constexpr std::int64_t kDayMs = 86'400'000;

}  // namespace

Result<std::unique_ptr<ReadModel>> ReadModel::open(store::KeyValueStore& store, const Clock& clock,
                                                   const ReadModelConfig& config) {
  TS_ASSIGN_OR_RETURN(const store::TableId table, store.table(std::string(kTable)));
  TS_RETURN_IF_ERROR(make_rows_current(store, table));
  std::unique_ptr<ReadModel> model(new ReadModel(store, table, clock, config));
  TS_RETURN_IF_ERROR(model->read_progress());
  TS_RETURN_IF_ERROR(model->journal_.open());
  return model;
}

Result<bool> ReadModel::has_current_rows(store::KeyValueStore& store) {
  TS_ASSIGN_OR_RETURN(const store::TableId table, store.table(std::string(kTable)));
  return are_rows_current(store, table);
}

Status ReadModel::read_progress() {
  const WriteLock lock(state_);
  for (std::int32_t p = 0; p < config_.partitions; ++p) {
    TS_ASSIGN_OR_RETURN(const auto bytes, store_.get(table_, rows::partition_key(Partition{p})));
    if (!bytes) {
      continue;
    }
    auto progress = read_progress_row(*bytes);
    if (!progress) {
      return damaged_row("read position");
    }
    progress_[static_cast<std::size_t>(p)] = *std::move(progress);
  }
  return {};
}

Status ReadModel::write_progress(store::Batch& batch, Partition partition, const Progress& after) {
  batch.put(table_, rows::partition_key(partition), progress_row(after));
  const HistoryRows rows = history(partition);
  rows.add(batch, after.log_time, Offset{after.next.value() - 1});
  return rows.drop(batch, oldest_kept(after.log_time));
}

LogTime ReadModel::oldest_kept(LogTime now) const {
  return LogTime{std::max<std::int64_t>(now.value() - config_.history_days * kDayMs, 0)};
}

/// The model of the table knows English. Texts of any language are read with "none"; of another one they would be compared by
/// pieces that mean nothing there.
TextReading ReadModel::reading_of(const std::string& persona) const {
  const Language& language = config_.languages.of(persona);
  const bool has_vectors = language.is_english() || language == Language::named(kNoLanguage);
  return {language, has_vectors ? config_.vectors : nullptr};
}

std::vector<Progress> ReadModel::progress() const {
  const ReadLock lock(state_);
  return progress_;
}

bool ReadModel::begins_at(Partition partition, NextOffset since) {
  const WriteLock lock(state_);
  NextOffset& known = progress_[static_cast<std::size_t>(partition.value())].since;
  return std::exchange(known, since) != since;
}

Partition ReadModel::partition_of(const std::string& persona) const {
  return partition_of_key(persona, config_.partitions);
}

PersonaIndex* ReadModel::loaded_index(const std::string& persona) {
  const MutexLock lock(cache_);
  const auto found = loaded_.find(persona);
  return found == loaded_.end() ? nullptr : found->second.index.get();
}

Status ReadModel::apply(const JoinedRecord& joined, Progress after) {
  TS_ASSIGN_OR_RETURN(RecordChanges changes, reader_.read(joined));
  {
    const WriteLock lock(state_);
    const std::unique_ptr<store::Batch> batch = store_.make_batch();
    const Partition partition = joined.record.partition;
    const Offset offset = joined.record.offset;
    after.since = progress_[static_cast<std::size_t>(partition.value())].since;
    JournalWriter journal(journal_, store_, table_, *batch, {partition, offset, after.log_time, after.since});
    const WriterParts parts{store_, table_, *batch, journal, partition, offset, after.log_time};
    Status status;
    for (PersonaChanges& persona : changes.personas) {
      if (status.ok()) {
        status = PersonaWriter(parts, persona.persona, loaded_index(persona.persona)).apply(persona);
      }
    }
    const std::string key(joined.record.key.value_or(""));
    status = status.ok() ? journal.finish(key, std::move(changes.summary)) : status;
    status = status.ok() ? write_progress(*batch, partition, after) : status;
    status = status.ok() ? store_.write(*batch) : status;
    const MutexLock cache_lock(cache_);
    if (!status.ok()) {
      loaded_.clear();  // They may be ahead of the rows.
      return status;
    }
    journal_.commit(partition, journal.marks());
    progress_[static_cast<std::size_t>(partition.value())] = std::move(after);
    for (const PersonaChanges& persona : changes.personas) {
      const auto found = loaded_.find(persona.persona);
      if (found != loaded_.end() &&
          ((persona.forget && persona.forget->all) || found->second.index->is_mostly_gone())) {
        loaded_.erase(found);
      }
    }
  }
  applied_turns_.note(joined);
  {
    const MutexLock lock(on_change_mutex_);
    if (on_change_) {
      std::for_each(changes.personas.begin(), changes.personas.end(), std::cref(on_change_));
    }
  }
  {
    const MutexLock lock(applied_mutex_);
    ++applied_count_;
    applied_.notify_all();
  }
  if (config_.on_applied) {
    config_.on_applied();
  }
  return {};
}

Result<std::shared_ptr<PersonaIndex>> ReadModel::index_of(const std::string& persona) {
  {
    const MutexLock lock(cache_);
    const auto found = loaded_.find(persona);
    if (found != loaded_.end()) {
      found->second.used = ++uses_;
      return found->second.index;
    }
  }
  TS_ASSIGN_OR_RETURN(std::unique_ptr<PersonaIndex> made,
                      load_index(store_, table_, persona, reading_of(persona), std::nullopt));
  if (made->is_empty()) {
    return std::shared_ptr<PersonaIndex>(std::move(made));
  }
  const MutexLock lock(cache_);
  // Another thread may have loaded it meanwhile; both are equal.
  Loaded& loaded = loaded_[persona];
  loaded.used = ++uses_;
  if (loaded.index == nullptr) {
    loaded.index = std::move(made);
  }
  const std::shared_ptr<PersonaIndex> index = loaded.index;
  evict();
  return index;
}

LoadedIndexes ReadModel::loaded() const {
  const ReadLock lock(state_);
  const MutexLock cache_lock(cache_);
  LoadedIndexes all{loaded_.size(), 0};
  for (const auto& [persona, loaded] : loaded_) {
    all.bytes += loaded.index->memory_bytes();
  }
  return all;
}

/// Drops the indexes that were not used for the longest time until the others fit.
void ReadModel::evict() {
  std::size_t bytes = 0;
  for (const auto& [persona, loaded] : loaded_) {
    bytes += loaded.index->memory_bytes();
  }
  while (bytes > config_.memory_bytes_max && loaded_.size() > 1) {
    const auto oldest = std::min_element(loaded_.begin(), loaded_.end(),
                                         [](const auto& a, const auto& b) { return a.second.used < b.second.used; });
    bytes -= oldest->second.index->memory_bytes();
    loaded_.erase(oldest);
  }
}

Status ReadModel::ask(const std::string& persona, std::optional<Offset> as_of, const Use& use) {
  const ReadLock lock(state_);
  const Partition partition = partition_of(persona);
  const Offset last{progress_[static_cast<std::size_t>(partition.value())].next.value() - 1};
  if (as_of && *as_of < last) {
    TS_ASSIGN_OR_RETURN(const std::unique_ptr<PersonaIndex> index,
                        load_index(store_, table_, persona, reading_of(persona), as_of));
    return use(PersonaMemory(store_, table_, persona, *index, {partition, *as_of}, true));
  }
  TS_ASSIGN_OR_RETURN(const std::shared_ptr<PersonaIndex> index, index_of(persona));
  return use(PersonaMemory(store_, table_, persona, *index, {partition, last}, false));
}

Status ReadModel::purge_forgotten(const std::stop_token& stop) {
  std::map<std::string, std::string> due;  // rows of space Z
  std::vector<store::KeyRange> ranges;
  const rows::Range all = rows::forgotten_personas();
  TS_RETURN_IF_ERROR(store_.scan(table_, all.from, all.to, [&](std::string_view key, std::string_view value) {
    due.emplace(key, value);
    return true;
  }));
  const auto add_range = [&](rows::Range range) {
    ranges.push_back({table_, std::move(range.from), std::move(range.to)});
  };
  std::set<Partition> journals;
  for (const auto& [key, value] : due) {
    for (const char space : rows::kPersonaSpaces) {
      add_range(rows::persona_range(space, rows::persona_of_forgotten(key)));
    }
    journals.insert(partition_of(rows::persona_of_forgotten(key)));
  }
  for (const Partition partition : journals) {
    add_range(rows::journal_after(partition, {}));
  }
  TS_ASSIGN_OR_RETURN(const bool purged, due.empty() ? Result<bool>(false) : store_.purge(ranges, stop));
  if (!purged) {
    return {};
  }
  const WriteLock lock(state_);
  const std::unique_ptr<store::Batch> batch = store_.make_batch();
  for (const auto& [key, value] : due) {
    TS_ASSIGN_OR_RETURN(const auto now, store_.get(table_, key));
    if (now == value) {  // else there was another forget meanwhile
      batch->erase(table_, key);
    }
  }
  return store_.write(*batch);
}

Result<std::string> ReadModel::digest() {
  const ReadLock lock(state_);
  return digest_of(store_, table_, config_.vectors == nullptr ? "" : config_.vectors->label());
}

}  // namespace turnstream::recall
