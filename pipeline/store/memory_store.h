#pragma once
// MemoryStore: a KeyValueStore on ordered maps. In the simulation it serves as the disk: its rows survive the crashes
// of the simulated process. Threads: any (one mutex).

#include <deque>
#include <map>

#include "pipeline/base/mutex.h"
#include "pipeline/store/key_value_store.h"

namespace turnstream::store {

class MemoryStore final : public KeyValueStore {
 public:
  Result<TableId> table(const std::string& name) override;
  Result<std::optional<std::string>> get(TableId table, std::string_view key) override;
  Status scan(TableId table, std::string_view from, std::string_view to, const Visitor& visit) override;
  Status erase_range(TableId table, std::string_view from, std::string_view to) override;
  std::unique_ptr<Batch> make_batch() override;
  Status write(Batch& batch) override;
  Result<bool> purge(std::span<const KeyRange>, const std::stop_token&) override { return true; }

 private:
  struct Table {
    std::string name;
    std::map<std::string, std::string, std::less<>> rows;
  };
  Mutex mutex_;
  std::deque<Table> tables_ GUARDED_BY(mutex_);
};

}  // namespace turnstream::store
