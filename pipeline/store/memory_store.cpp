#include "pipeline/store/memory_store.h"

#include <vector>

namespace turnstream::store {
namespace {

class MemoryBatch final : public Batch {
 public:
  struct Write {
    TableId table;
    std::string key;
    std::optional<std::string> value;
  };

  void put(TableId table, std::string_view key, std::string_view value) override {
    writes.push_back({table, std::string(key), std::string(value)});
  }
  void erase(TableId table, std::string_view key) override {
    writes.push_back({table, std::string(key), std::nullopt});
  }

  std::vector<Write> writes;
};

}  // namespace

Result<TableId> MemoryStore::table(const std::string& name) {
  const MutexLock lock(mutex_);
  for (std::size_t i = 0; i < tables_.size(); ++i) {
    if (tables_[i].name == name) {
      return TableId{i};
    }
  }
  tables_.push_back({name, {}});
  return TableId{tables_.size() - 1};
}

Result<std::optional<std::string>> MemoryStore::get(TableId table, std::string_view key) {
  const MutexLock lock(mutex_);
  const auto& rows = tables_[table.index].rows;
  const auto found = rows.find(key);
  return found == rows.end() ? std::optional<std::string>() : std::optional<std::string>(found->second);
}

Status MemoryStore::scan(TableId table, std::string_view from, std::string_view to, const Visitor& visit) {
  const MutexLock lock(mutex_);
  const auto& rows = tables_[table.index].rows;
  for (auto it = rows.lower_bound(from); it != rows.end() && it->first < to; ++it) {
    if (!visit(it->first, it->second)) {
      break;
    }
  }
  return {};
}

Status MemoryStore::erase_range(TableId table, std::string_view from, std::string_view to) {
  const MutexLock lock(mutex_);
  auto& rows = tables_[table.index].rows;
  rows.erase(rows.lower_bound(from), rows.lower_bound(to));
  return {};
}

std::unique_ptr<Batch> MemoryStore::make_batch() {
  return std::make_unique<MemoryBatch>();
}

Status MemoryStore::write(Batch& batch) {
  const MutexLock lock(mutex_);
  for (auto& write : static_cast<MemoryBatch&>(batch).writes) {
    auto& rows = tables_[write.table.index].rows;
    if (write.value) {
      rows.insert_or_assign(std::move(write.key), *std::move(write.value));
    } else {
      rows.erase(write.key);
    }
  }
  return {};
}

}  // namespace turnstream::store
