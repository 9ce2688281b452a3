#include "pipeline/store/rocks_store.h"

#include <algorithm>
#include <atomic>
#include <rocksdb/cache.h>
#include <rocksdb/db.h>
#include <rocksdb/filter_policy.h>
#include <rocksdb/options.h>
#include <rocksdb/slice_transform.h>
#include <rocksdb/table.h>
#include <rocksdb/write_buffer_manager.h>

#include "pipeline/base/compaction_priority.h"
#include "pipeline/base/mutex.h"
#include "pipeline/base/no_info_log.h"

namespace turnstream::store {
namespace {

constexpr std::size_t kPartitionPrefixBytes = 2;  // as in state_table.h; shorter keys are inserted without a hint

rocksdb::Slice slice(std::string_view text) {
  return {text.data(), text.size()};
}
std::string_view view(const rocksdb::Slice& text) {
  return {text.data(), text.size()};
}

Error unusable(const std::string& folder, const std::string& doing, const rocksdb::Status& status) {
  std::string hint =
      "check the disk and the folder's permissions, then start again; nothing that was committed is lost";
  if (status.IsNoSpace()) {
    hint = "the disk is full: free some space, then start again; nothing that was committed is lost";
  } else if (status.IsCorruption()) {
    hint =
        "the local copy is damaged: delete this folder and start again; the state is then rebuilt from the changelog";
  }
  return make_error(error_codes::kStateUnusable, Reaction::kStopProcess,
                    "Could not " + doing + " the state in " + folder + " (" + status.ToString() + "): " + hint + ".");
}

/// Collects rows and gives them to RocksDB in key order, because inserting next to the previous row is faster. The sort
/// is stable: of two writes to the same key the later one wins.
class RocksBatch final : public Batch {
 public:
  void put(TableId table, std::string_view key, std::string_view value) override {
    add({table.index, bytes_.size(), key.size(), value.size(), true}, key, value);
  }
  void erase(TableId table, std::string_view key) override {
    add({table.index, bytes_.size(), key.size(), 0, false}, key, {});
  }

  /// `handle` returns the column family of a table.
  template <typename Handle>
  rocksdb::WriteBatch sorted(Handle handle) {
    std::stable_sort(rows_.begin(), rows_.end(), [this](const Row& left, const Row& right) {
      return left.table != right.table ? left.table < right.table : key_of(left) < key_of(right);
    });
    constexpr std::size_t kRowOverheadBytes = 16;
    rocksdb::WriteBatch batch(bytes_.size() + rows_.size() * kRowOverheadBytes);
    for (const Row& row : rows_) {
      auto* const family = handle(TableId{row.table});
      // Adding a row fails only if its key or value has 4 GiB or more.
      CHECK((row.present ? batch.Put(family, slice(key_of(row)), slice(value_of(row)))
                         : batch.Delete(family, slice(key_of(row))))
                .ok());
    }
    return batch;
  }

 private:
  struct Row {
    std::size_t table;
    std::size_t begin;  ///< the position of the key in bytes_; the value follows the key
    std::size_t key_size;
    std::size_t value_size;
    bool present;
  };

  void add(const Row& row, std::string_view key, std::string_view value) {
    rows_.push_back(row);
    bytes_.append(key).append(value);
  }
  [[nodiscard]] std::string_view key_of(const Row& row) const {
    return std::string_view(bytes_).substr(row.begin, row.key_size);
  }
  [[nodiscard]] std::string_view value_of(const Row& row) const {
    return std::string_view(bytes_).substr(row.begin + row.key_size, row.value_size);
  }

  std::string bytes_;
  std::vector<Row> rows_;
};

rocksdb::ColumnFamilyOptions table_options(const std::shared_ptr<rocksdb::Cache>& cache,
                                           std::size_t write_buffer_bytes) {
  rocksdb::BlockBasedTableOptions blocks;
  blocks.block_cache = cache;
  blocks.filter_policy.reset(rocksdb::NewBloomFilterPolicy(10));
  blocks.whole_key_filtering = true;
  // Filters and indexes count towards the cache's budget, but data never evicts those of an open file.
  blocks.cache_index_and_filter_blocks = true;
  blocks.metadata_cache_options.unpartitioned_pinning = rocksdb::PinningTier::kAll;
  rocksdb::ColumnFamilyOptions options;
  options.table_factory.reset(rocksdb::NewBlockBasedTableFactory(blocks));
  options.memtable_whole_key_filtering = true;
  options.memtable_prefix_bloom_size_ratio = 0.1;
  // Batches arrive sorted (RocksBatch), so an insert can start at the previous row's place in the memtable's skip list.
  options.memtable_insert_with_hint_prefix_extractor.reset(rocksdb::NewFixedPrefixTransform(kPartitionPrefixBytes));
  options.write_buffer_size = write_buffer_bytes;
  options.compression = rocksdb::kLZ4Compression;
  return options;
}

}  // namespace

struct RocksStore::Shared {
  std::shared_ptr<rocksdb::Cache> cache;
  std::shared_ptr<rocksdb::WriteBufferManager> write_buffers;
  rocksdb::ColumnFamilyOptions table_options;
  std::unique_ptr<rocksdb::DB> db;
  Mutex mutex;
  std::vector<rocksdb::ColumnFamilyHandle*> handles GUARDED_BY(mutex);
  std::vector<std::string> names GUARDED_BY(mutex);
};

Result<std::unique_ptr<RocksStore>> RocksStore::open(const std::string& folder, const RocksOptions& options) {
  auto shared = std::make_unique<Shared>();
  // RocksDB charges its write buffers (memtables) to the cache, so that both share one budget. The capacity is the sum
  // of both limits, so that full write buffers do not take the space of the cached blocks.
  shared->cache = rocksdb::NewLRUCache(options.cache_bytes_max + options.write_buffer_bytes_max);
  shared->table_options = table_options(shared->cache, options.write_buffer_bytes_max / 4);
  rocksdb::DBOptions db_options;
  db_options.create_if_missing = !options.only_reads;
  db_options.create_missing_column_families = !options.only_reads;
  shared->write_buffers = std::make_shared<rocksdb::WriteBufferManager>(options.write_buffer_bytes_max, shared->cache);
  db_options.write_buffer_manager = shared->write_buffers;
  db_options.allow_concurrent_memtable_write = false;
  db_options.max_total_wal_size = options.write_buffer_bytes_max * 2;
  db_options.info_log = std::make_shared<NoInfoLog>();
  db_options.max_open_files = 256;
  db_options.stats_dump_period_sec = 0;

  lower_compaction_priority();

  std::vector<std::string> names;
  if (!rocksdb::DB::ListColumnFamilies(db_options, folder, &names).ok()) {
    names = {rocksdb::kDefaultColumnFamilyName};
  }
  std::vector<rocksdb::ColumnFamilyDescriptor> families;
  for (const auto& name : names) {
    families.emplace_back(name, shared->table_options);
  }
  std::vector<rocksdb::ColumnFamilyHandle*> handles;
  rocksdb::DB* db = nullptr;
  const auto status = options.only_reads ? rocksdb::DB::OpenForReadOnly(db_options, folder, families, &handles, &db)
                                         : rocksdb::DB::Open(db_options, folder, families, &handles, &db);
  if (!status.ok()) {
    return unusable(folder, "open", status);
  }
  shared->db.reset(db);
  {
    const MutexLock lock(shared->mutex);
    shared->handles = std::move(handles);
    shared->names = std::move(names);
  }
  return std::unique_ptr<RocksStore>(new RocksStore(folder, std::move(shared)));
}

RocksStore::RocksStore(std::string folder, std::unique_ptr<Shared> shared)
    : folder_(std::move(folder)), shared_(std::move(shared)) {}

RocksStore::~RocksStore() {
  for (auto* handle : shared_->handles) {
    shared_->db->DestroyColumnFamilyHandle(handle);
  }
  shared_->db->Close();
}

rocksdb::ColumnFamilyHandle* RocksStore::handle(TableId table) {
  const MutexLock lock(shared_->mutex);
  return shared_->handles[table.index];
}

Result<TableId> RocksStore::table(const std::string& name) {
  const MutexLock lock(shared_->mutex);
  for (std::size_t i = 0; i < shared_->names.size(); ++i) {
    if (shared_->names[i] == name) {
      return TableId{i};
    }
  }
  rocksdb::ColumnFamilyHandle* handle = nullptr;
  const auto status = shared_->db->CreateColumnFamily(shared_->table_options, name, &handle);
  if (!status.ok()) {
    return unusable(folder_, "create a table in", status);
  }
  shared_->handles.push_back(handle);
  shared_->names.push_back(name);
  return TableId{shared_->names.size() - 1};
}

Result<std::optional<std::string>> RocksStore::get(TableId table, std::string_view key) {
  std::string value;
  const auto status = shared_->db->Get(rocksdb::ReadOptions(), handle(table), slice(key), &value);
  if (status.ok()) {
    return std::optional<std::string>(std::move(value));
  }
  if (status.IsNotFound()) {
    return std::optional<std::string>();
  }
  return unusable(folder_, "read", status);
}

Status RocksStore::scan(const KeyRange& range, bool fills_cache, const Visitor& visit) {
  rocksdb::ReadOptions options;
  const rocksdb::Slice upper = slice(range.to);
  options.iterate_upper_bound = &upper;
  options.total_order_seek = true;
  options.fill_cache = fills_cache;
  const std::unique_ptr<rocksdb::Iterator> it(shared_->db->NewIterator(options, handle(range.table)));
  for (it->Seek(slice(range.from)); it->Valid(); it->Next()) {
    if (!visit(view(it->key()), view(it->value()))) {
      break;
    }
  }
  if (!it->status().ok()) {
    return unusable(folder_, "read", it->status());
  }
  return {};
}

Status RocksStore::erase_range(TableId table, std::string_view from, std::string_view to) {
  // Erases key by key, because RocksDB's range deletes corrupt the insert hints that table_options() enables.
  constexpr std::size_t kRowsMax = 10'000;
  for (bool more = true; more;) {
    rocksdb::WriteBatch batch;
    std::size_t rows = 0;
    TS_RETURN_IF_ERROR(scan(table, from, to, [&](std::string_view key, std::string_view) {
      CHECK(batch.Delete(handle(table), slice(key)).ok());
      return ++rows < kRowsMax;
    }));
    more = rows == kRowsMax;
    if (const auto status = shared_->db->Write(rocksdb::WriteOptions(), &batch); !status.ok()) {
      return unusable(folder_, "clear", status);
    }
  }
  return {};
}

std::unique_ptr<Batch> RocksStore::make_batch() {
  return std::make_unique<RocksBatch>();
}

Status RocksStore::write(Batch& batch) {
  auto rows = static_cast<RocksBatch&>(batch).sorted([this](TableId table) { return handle(table); });
  const auto status = shared_->db->Write(rocksdb::WriteOptions(), &rows);
  if (!status.ok()) {
    return unusable(folder_, "write", status);
  }
  return {};
}

Result<bool> RocksStore::purge(std::span<const KeyRange> ranges, const std::stop_token& stop) {
  // RocksDB deletes a file of the write-ahead log when no memtable of any table has a row of it only in memory.
  std::vector<rocksdb::ColumnFamilyHandle*> handles;
  {
    const MutexLock lock(shared_->mutex);
    handles = shared_->handles;
  }
  auto status = shared_->db->Flush(rocksdb::FlushOptions(), handles);
  std::atomic<bool> canceled = false;
  const std::stop_callback on_stop(stop, [&canceled] { canceled = true; });
  rocksdb::CompactRangeOptions options;
  options.exclusive_manual_compaction = false;  // RocksDB's own compactions continue meanwhile.
  options.bottommost_level_compaction = rocksdb::BottommostLevelCompaction::kForceOptimized;
  options.canceled = &canceled;
  for (std::size_t i = 0; i < ranges.size() && status.ok(); ++i) {
    const rocksdb::Slice from = slice(ranges[i].from);
    const rocksdb::Slice to = slice(ranges[i].to);
    status = shared_->db->CompactRange(options, handle(ranges[i].table), &from, &to);
  }
  if (canceled) {
    return false;
  }
  if (!status.ok()) {
    return unusable(folder_, "purge", status);
  }
  return true;
}

RocksMemory RocksStore::memory() const {
  const std::size_t write_buffers = shared_->write_buffers->memory_usage();
  const std::size_t charged = shared_->cache->GetUsage();
  // The two values are read one after the other, so the difference could be negative.
  return {charged - std::min(charged, write_buffers), write_buffers};
}

}  // namespace turnstream::store
