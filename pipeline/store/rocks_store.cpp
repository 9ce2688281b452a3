#include "pipeline/store/rocks_store.h"

#include <rocksdb/cache.h>
#include <rocksdb/db.h>
#include <rocksdb/filter_policy.h>
#include <rocksdb/options.h>
#include <rocksdb/table.h>
#include <rocksdb/write_buffer_manager.h>

namespace turnstream::store {
namespace {

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
    hint = "the local copy is damaged: delete this folder and start again, the state is rebuilt from the changelog";
  }
  return {"state_unusable",
          Reaction::kStopProcess,
          "Could not " + doing + " the state in " + folder + " (" + status.ToString() + "): " + hint + ".",
          {},
          {}};
}

class RocksBatch final : public Batch {
 public:
  explicit RocksBatch(std::function<rocksdb::ColumnFamilyHandle*(TableId)> handle) : handle_(std::move(handle)) {}
  void put(TableId table, std::string_view key, std::string_view value) override {
    // Adding to a batch fails only beyond 4 GiB, far above every bound of a transaction.
    CHECK(batch.Put(handle_(table), slice(key), slice(value)).ok());
  }
  void erase(TableId table, std::string_view key) override { CHECK(batch.Delete(handle_(table), slice(key)).ok()); }

  rocksdb::WriteBatch batch;

 private:
  std::function<rocksdb::ColumnFamilyHandle*(TableId)> handle_;
};

rocksdb::ColumnFamilyOptions table_options(const std::shared_ptr<rocksdb::Cache>& cache,
                                           std::size_t write_buffer_bytes) {
  rocksdb::BlockBasedTableOptions blocks;
  blocks.block_cache = cache;
  blocks.filter_policy.reset(rocksdb::NewBloomFilterPolicy(10));
  blocks.whole_key_filtering = true;
  blocks.cache_index_and_filter_blocks = true;
  rocksdb::ColumnFamilyOptions options;
  options.table_factory.reset(rocksdb::NewBlockBasedTableFactory(blocks));
  options.memtable_whole_key_filtering = true;
  options.memtable_prefix_bloom_size_ratio = 0.1;
  options.write_buffer_size = write_buffer_bytes;
  options.compression = rocksdb::kLZ4Compression;
  return options;
}

}  // namespace

struct RocksStore::Shared {
  std::shared_ptr<rocksdb::Cache> cache;
  rocksdb::ColumnFamilyOptions table_options;
  std::unique_ptr<rocksdb::DB> db;
  std::mutex mutex;
  std::vector<rocksdb::ColumnFamilyHandle*> handles;
  std::vector<std::string> names;
};

Result<std::unique_ptr<RocksStore>> RocksStore::open(const std::string& folder, const RocksOptions& options) {
  auto shared = std::make_unique<Shared>();
  shared->cache = rocksdb::NewLRUCache(options.cache_bytes_max);
  shared->table_options = table_options(shared->cache, options.write_buffer_bytes_max / 4);
  rocksdb::DBOptions db_options;
  db_options.create_if_missing = true;
  db_options.create_missing_column_families = true;
  db_options.write_buffer_manager =
      std::make_shared<rocksdb::WriteBufferManager>(options.write_buffer_bytes_max, shared->cache);
  db_options.allow_concurrent_memtable_write = false;
  db_options.max_total_wal_size = options.write_buffer_bytes_max * 2;
  db_options.keep_log_file_num = 2;
  db_options.max_open_files = 256;
  db_options.stats_dump_period_sec = 0;

  std::vector<std::string> names;
  if (!rocksdb::DB::ListColumnFamilies(db_options, folder, &names).ok()) {
    names = {rocksdb::kDefaultColumnFamilyName};
  }
  std::vector<rocksdb::ColumnFamilyDescriptor> families;
  for (const auto& name : names) {
    families.emplace_back(name, shared->table_options);
  }
  rocksdb::DB* db = nullptr;
  const auto status = rocksdb::DB::Open(db_options, folder, families, &shared->handles, &db);
  if (!status.ok()) {
    return unusable(folder, "open", status);
  }
  shared->db.reset(db);
  shared->names = std::move(names);
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
  const std::lock_guard lock(shared_->mutex);
  return shared_->handles[table.index];
}

Result<TableId> RocksStore::table(const std::string& name) {
  const std::lock_guard lock(shared_->mutex);
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

Status RocksStore::scan(TableId table, std::string_view from, std::string_view to, const Visitor& visit) {
  rocksdb::ReadOptions options;
  const rocksdb::Slice upper = slice(to);
  options.iterate_upper_bound = &upper;
  options.total_order_seek = true;
  const std::unique_ptr<rocksdb::Iterator> it(shared_->db->NewIterator(options, handle(table)));
  for (it->Seek(slice(from)); it->Valid(); it->Next()) {
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
  const auto status = shared_->db->DeleteRange(rocksdb::WriteOptions(), handle(table), slice(from), slice(to));
  if (!status.ok()) {
    return unusable(folder_, "clear", status);
  }
  return {};
}

std::unique_ptr<Batch> RocksStore::make_batch() {
  return std::make_unique<RocksBatch>([this](TableId table) { return handle(table); });
}

Status RocksStore::write(Batch& batch) {
  const auto status = shared_->db->Write(rocksdb::WriteOptions(), &static_cast<RocksBatch&>(batch).batch);
  if (!status.ok()) {
    return unusable(folder_, "write", status);
  }
  return {};
}

}  // namespace turnstream::store
