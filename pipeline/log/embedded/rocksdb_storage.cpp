#include "pipeline/log/embedded/rocksdb_storage.h"

#include <algorithm>
#include <filesystem>
#include <rocksdb/db.h>
#include <rocksdb/table.h>
#include <rocksdb/write_batch.h>

#include "pipeline/base/compaction_priority.h"
#include "pipeline/base/no_info_log.h"
#include "pipeline/base/random_name.h"
#include "pipeline/log/embedded/errors.h"
#include "pipeline/log/embedded/stored_forms.h"

namespace turnstream::log::embedded {

namespace {

constexpr const char* kFormat = "turnstream embedded log 1";
constexpr const char* kNoCluster = "none yet";

Error failed(const rocksdb::Status& status) {
  std::string hint = "Check the disk and the folder's permissions, then start again.";
  if (status.IsNoSpace()) {
    hint = "The disk is full: free some space, then start again. Nothing that was acknowledged is lost.";
  } else if (status.IsCorruption()) {
    hint = "Its files are damaged: restore them from a copy, or start with another --state.";
  }
  return make_error(error_codes::kStorageFailed, Reaction::kStopProcess,
                    "The embedded log cannot be read or written (" + status.ToString() + "). " + hint);
}

/// True if the folder has a database's files but not its file CURRENT: RocksDB would make a new database there.
bool lost_current(const std::string& folder) {
  const std::filesystem::path path(folder);
  std::error_code ignored;
  if (std::filesystem::exists(path / "CURRENT", ignored)) {
    return false;
  }
  for (const auto& entry : std::filesystem::directory_iterator(path, ignored)) {
    const auto extension = entry.path().extension();
    if (extension == ".sst" || extension == ".log" || entry.path().filename().string().starts_with("MANIFEST-")) {
      return true;
    }
  }
  return false;
}

/// True if another process, or this one, has the database open. RocksDB reports this only in the text of the error.
bool is_locked(const rocksdb::Status& opened) {
  const std::string text = opened.ToString();
  return opened.IsIOError() && (text.find("While lock file") != std::string::npos ||
                                text.find("lock hold by current process") != std::string::npos);
}

// Each partition is appended at the end of its own keys. So a compaction into level 2 or below rewrites, besides what is new,
// the last file of each partition that it touches: the smaller the files, the less. New data is compressed once it is in
// level 2, since all of it is rewritten at least twice above.
constexpr std::uint64_t kFileBytes = 4 << 20;
constexpr int kFileGrowth = 2;  ///< how much larger the files of each next level are
constexpr int kOpenFilesMax = 500;

rocksdb::Options options() {
  rocksdb::Options options;
  options.create_if_missing = true;
  options.allow_concurrent_memtable_write = false;
  options.write_buffer_size = 16 << 20;
  options.max_total_wal_size = 64 << 20;
  options.target_file_size_base = kFileBytes;
  options.target_file_size_multiplier = kFileGrowth;
  options.max_open_files = kOpenFilesMax;
  options.compression_per_level = {rocksdb::kNoCompression, rocksdb::kNoCompression, rocksdb::kLZ4Compression};
  options.info_log = std::make_shared<NoInfoLog>();
  rocksdb::BlockBasedTableOptions table;
  table.block_size = 32 << 10;
  options.table_factory.reset(rocksdb::NewBlockBasedTableFactory(table));
  return options;
}

Error for_reading_only(const std::string& folder) {
  return make_error(error_codes::kStorageFailed, Reaction::kStopProcess,
                    "The embedded log in " + folder + " is open for reading only. Report this as a bug.");
}

Error lost_its_current(const std::string& folder) {
  return make_error(error_codes::kCorruptLog, Reaction::kStopProcess,
                    "The embedded log in " + folder +
                        " has lost its file CURRENT: restore the folder from a copy, or start with another --state.");
}

/// A log that does not exist: nothing can be read from it or written to it.
class NoStorage final : public Storage {
 public:
  explicit NoStorage(std::string folder) : folder_(std::move(folder)) {}
  Result<Contents> load() override { return Contents{kNoCluster, {}, {}, {}, {}, {}, {}}; }
  Status apply(const Update&) override { return for_reading_only(folder_); }
  [[nodiscard]] Result<BatchPtr> read(PartitionAddress, std::int64_t) const override { return BatchPtr(); }
  [[nodiscard]] bool keeps_batches() const override { return false; }
  void begin_purge(const PurgeRange&) override {}
  std::vector<EndedPurge> take_ended_purges() override { return {}; }
  [[nodiscard]] std::string description() const override { return "embedded log in " + folder_ + " (not yet made)"; }

 private:
  std::string folder_;
};

}  // namespace

RocksdbStorage::RocksdbStorage(std::string folder, std::unique_ptr<rocksdb::DB> db, bool is_read_only)
    : folder_(std::move(folder)),
      db_(std::move(db)),
      purger_(is_read_only ? nullptr : std::make_unique<DiskPurger>(*db_)),
      is_read_only_(is_read_only) {}

RocksdbStorage::~RocksdbStorage() = default;

Result<std::unique_ptr<Storage>> RocksdbStorage::open(const std::string& folder) {
  std::error_code made;
  std::filesystem::create_directories(folder, made);
  if (made) {
    return make_error(error_codes::kStorageFailed, Reaction::kStopProcess,
                      "Cannot create the folder of the embedded log, " + folder + ": " + made.message() +
                          ". Make its parent writable, or choose another --state.");
  }
  if (lost_current(folder)) {
    return lost_its_current(folder);
  }
  lower_compaction_priority();
  rocksdb::DB* db = nullptr;
  const rocksdb::Status opened = rocksdb::DB::Open(options(), folder, &db);
  if (is_locked(opened)) {
    return make_error(error_codes::kLogInUse, Reaction::kStopProcess,
                      "Another process has the embedded log in " + folder + " open: stop it, or use another --state.");
  }
  if (!opened.ok()) {
    return failed(opened);
  }
  return std::unique_ptr<Storage>(new RocksdbStorage(folder, std::unique_ptr<rocksdb::DB>(db), false));
}

Result<std::unique_ptr<Storage>> RocksdbStorage::open_for_reading(const std::string& folder) {
  if (lost_current(folder)) {
    return lost_its_current(folder);
  }
  std::error_code failure;
  const bool exists = std::filesystem::exists(std::filesystem::path(folder) / "CURRENT", failure);
  if (failure) {
    return failed(rocksdb::Status::IOError(folder, failure.message()));
  }
  if (!exists) {
    return std::unique_ptr<Storage>(new NoStorage(folder));
  }
  rocksdb::DB* db = nullptr;
  const rocksdb::Status opened = rocksdb::DB::OpenForReadOnly(options(), folder, &db);
  if (!opened.ok()) {
    return failed(opened);
  }
  return std::unique_ptr<Storage>(new RocksdbStorage(folder, std::unique_ptr<rocksdb::DB>(db), true));
}

Status RocksdbStorage::check_format(Contents& contents) {
  std::string format;
  const rocksdb::Status found = db_->Get({}, meta_key("format"), &format);
  if (found.IsNotFound() && is_read_only_) {
    contents.cluster_id = kNoCluster;
    return {};
  }
  if (found.IsNotFound()) {
    constexpr std::size_t kDigits = 16;
    contents.cluster_id = "embedded-" + random_name(kDigits);
    rocksdb::WriteBatch write;
    write.Put(meta_key("format"), kFormat);
    write.Put(meta_key("cluster_id"), contents.cluster_id);
    const rocksdb::Status written = db_->Write({}, &write);
    return written.ok() ? Status{} : failed(written);
  }
  if (!found.ok()) {
    return failed(found);
  }
  if (format != kFormat) {
    return make_error(error_codes::kWrongFormat, Reaction::kStopProcess,
                      "The embedded log in " + folder_ + " has the format \"" + format +
                          "\", but this program reads \"" + kFormat +
                          "\": use the version of turnstream that wrote it, or start with another --state.");
  }
  const rocksdb::Status read = db_->Get({}, meta_key("cluster_id"), &contents.cluster_id);
  return read.ok() ? Status{} : failed(read);
}

Result<Contents> RocksdbStorage::load() {
  Contents contents;
  TS_RETURN_IF_ERROR(check_format(contents));
  const std::unique_ptr<rocksdb::Iterator> all(db_->NewIterator({}));
  for (const char kind : {kTopicKind, kBoundsKind, kOffsetKind, kPurgedKind, kCompactedKind, kTombstonesKind}) {
    for (all->Seek(std::string(1, kind)); all->Valid() && all->key()[0] == kind; all->Next()) {
      if (!read_entry(all->key().ToStringView(), all->value().ToStringView(), contents)) {
        return make_error(error_codes::kCorruptLog, Reaction::kStopProcess,
                          "An entry of the embedded log in " + folder_ +
                              " cannot be read: restore the folder from a copy, or use another --state.");
      }
    }
  }
  if (!all->status().ok()) {
    return failed(all->status());
  }
  return contents;
}

Status RocksdbStorage::apply(const Update& update) {
  rocksdb::WriteBatch write;
  for (const StoredTopic& topic : update.new_topics) {
    write.Put(topic_key(topic.id), topic_value(topic));
  }
  for (const std::uint32_t id : update.dropped_topics) {
    write.Delete(topic_key(id));
    write.DeleteRange(batch_key({id, 0}, 0), batch_key({id + 1, 0}, 0));
    write.DeleteRange(bounds_key({id, 0}), bounds_key({id + 1, 0}));
    write.DeleteRange(purged_key({id, 0}), purged_key({id + 1, 0}));
    write.DeleteRange(compacted_key({id, 0}), compacted_key({id + 1, 0}));
    write.DeleteRange(tombstones_key({id, 0}), tombstones_key({id + 1, 0}));
  }
  for (const DroppedBatches& dropped : update.dropped_batches) {
    if (dropped.to == dropped.from + 1) {
      write.Delete(batch_key(dropped.where, dropped.from));
    } else {
      write.DeleteRange(batch_key(dropped.where, dropped.from), batch_key(dropped.where, dropped.to));
    }
  }
  for (const StoredBatch& stored : update.new_batches) {
    write.Put(batch_key(stored.where, stored.batch->base()), stored.batch->bytes());
  }
  for (const PartitionBounds& bounds : update.bounds) {
    write.Put(bounds_key(bounds.where), bounds_value(bounds));
  }
  for (const PurgedTo& purged : update.purged) {
    write.Put(purged_key(purged.where), purged_value(purged));
  }
  for (const Compacted& compacted : update.compacted) {
    write.Put(compacted_key(compacted.where), compacted_value(compacted));
  }
  for (const TombstonesAlone& tombstones : update.tombstones) {
    write.Put(tombstones_key(tombstones.where), tombstones_value(tombstones));
  }
  for (const StoredOffset& offset : update.offsets) {
    if (offset.next) {
      write.Put(offset_key(offset), offset_value(offset));
    } else {
      write.Delete(offset_key(offset));
    }
  }
  if (write.Count() == 0) {
    return {};
  }
  if (is_read_only_) {
    return for_reading_only(folder_);
  }
  const rocksdb::Status written = db_->Write({}, &write);
  return written.ok() ? Status{} : failed(written);
}

void RocksdbStorage::begin_purge(const PurgeRange& range) {
  purger_->begin(range.where, batch_key(range.where, 0), batch_key(range.where, range.to));
}

std::vector<EndedPurge> RocksdbStorage::take_ended_purges() {
  return purger_->take_ended();
}

Result<BatchPtr> RocksdbStorage::read(PartitionAddress where, std::int64_t offset) const {
  // A batch that contains the offset begins at or before it, and not at an earlier key than `earliest`: without this bound the
  // search would pass all batches that were removed before it. If no batch contains it, read() returns the next, if any.
  const std::string earliest = batch_key(where, std::max<std::int64_t>(offset - kRunOffsetsMax, 0));
  const rocksdb::Slice bound(earliest);
  rocksdb::ReadOptions options;
  options.iterate_lower_bound = &bound;
  const std::unique_ptr<rocksdb::Iterator> at(db_->NewIterator(options));
  const std::string_view prefix = std::string_view(earliest).substr(0, earliest.size() - sizeof(offset));
  const auto inside = [&] {
    return at->Valid() && at->key().starts_with(rocksdb::Slice(prefix.data(), prefix.size()));
  };
  const std::string wanted = batch_key(where, offset);
  at->SeekForPrev(wanted);
  if (!inside()) {
    at->Seek(wanted);
  }
  for (; inside(); at->Next()) {
    TS_ASSIGN_OR_RETURN(const BatchPtr batch, RecordBatch::parse(at->value().ToString()));
    if (batch->last() >= offset) {
      return batch;
    }
  }
  if (!at->status().ok()) {
    return failed(at->status());
  }
  return BatchPtr();
}

}  // namespace turnstream::log::embedded
