#include <doctest/doctest.h>
#include <functional>
#include <iterator>
#include <limits>
#include <set>
#include <string>

#include "pipeline/store/memory_store.h"
#include "pipeline/store/state_table.h"

namespace turnstream::store {

TEST_CASE("the count of timers follows puts and erases and rollbacks") {
  MemoryStore store;
  const TableId table = *store.table("episodic");
  StateTable state{store, table, Partition{3}, 1u << 20};
  const auto batch = store.make_batch();
  batch->put(table, state.store_key("t1"), "a");
  REQUIRE(store.write(*batch).ok());
  state.erase("t1");
  CHECK(state.timer_rows_added() == -1);
  state.put("t2", "b");
  state.put("t2", "c");
  state.put("s1", "no timer");
  state.put("u1", "ordered, but no timer");
  CHECK(state.timer_rows_added() == 0);
  state.release_savepoints();
  const auto mark = state.savepoint();
  state.put("t1", "d");
  state.erase("t2");
  state.erase("t2");
  state.put("t3", "e");
  CHECK(state.timer_rows_added() == 1);
  state.rollback(mark);
  CHECK(state.timer_rows_added() == 0);
}

TEST_CASE("a scan without a limit sees stored and unwritten rows") {
  MemoryStore store;
  const TableId table = *store.table("episodic");
  StateTable state{store, table, Partition{3}, 1u << 20};
  const auto batch = store.make_batch();
  for (const char* key : {"ua1", "ua3", "ua5"}) {
    batch->put(table, state.store_key(key), "stored");
  }
  REQUIRE(store.write(*batch).ok());
  state.put("ua2", "new");
  state.erase("ua3");
  std::string seen;
  const auto note = [&seen](std::string_view key, std::string_view) {
    seen.append(key).append(" ");
    return true;
  };
  for (const std::size_t limit : {std::numeric_limits<std::size_t>::max(), std::size_t{3}}) {
    seen.clear();
    REQUIRE(state.scan("ua", "ub", limit, note).ok());
    CHECK(seen == "ua1 ua2 ua5 ");
  }
}

/// Counts the rows that scans get from the store, and those that were deleted and that RocksDB would pass over.
class DeletedRowsCounter final : public KeyValueStore {
 public:
  Result<TableId> table(const std::string& name) override { return store_.table(name); }
  Result<std::optional<std::string>> get(TableId table, std::string_view key) override {
    return store_.get(table, key);
  }
  Status scan(TableId table, std::string_view from, std::string_view to, const Visitor& visit) override {
    std::string end(to);
    TS_RETURN_IF_ERROR(store_.scan(table, from, to, [&](std::string_view key, std::string_view value) {
      end = key;
      return visit(key, value);
    }));
    passed += static_cast<int>(std::distance(deleted.lower_bound(from), deleted.lower_bound(end)));
    return {};
  }
  Status erase_range(TableId table, std::string_view from, std::string_view to) override {
    return store_.erase_range(table, from, to);
  }
  std::unique_ptr<Batch> make_batch() override { return store_.make_batch(); }
  Status write(Batch& batch) override { return store_.write(batch); }
  Result<bool> purge(std::span<const KeyRange> ranges, const std::stop_token& stop) override {
    return store_.purge(ranges, stop);
  }

  std::set<std::string, std::less<>> deleted;  ///< keys in the store
  int passed = 0;

 private:
  MemoryStore store_;
};

TEST_CASE("a scan of a queue does not pass over the rows that were deleted at its front") {
  DeletedRowsCounter store;
  StateTable state{store, *store.table("episodic"), Partition{3}, 1u << 20};
  const auto write = [&] {
    const auto batch = store.make_batch();
    state.seal(*batch);
    REQUIRE(store.write(*batch).ok());
    state.written();
  };
  const auto first = [&state] {
    std::string key;
    REQUIRE(state
                .scan("uq/", "uq0", 1,
                      [&key](std::string_view found, std::string_view) {
                        key = found;
                        return true;
                      })
                .ok());
    return key;
  };
  for (int i = 1000; i < 1200; ++i) {
    state.put("uq/" + std::to_string(i), "");
  }
  write();
  for (int i = 1000; i < 1200; ++i) {
    const std::string key = "uq/" + std::to_string(i);
    REQUIRE(first() == key);
    state.erase(key);
    store.deleted.insert(state.store_key(key));
    write();
  }
  CHECK(first().empty());
  CHECK(first().empty());
  CHECK(store.passed <= 2 * 200);  // each once or twice, and not all before it each time
  state.put("uq/0500", "");
  CHECK(first() == "uq/0500");
  write();
  CHECK(first() == "uq/0500");
}

}  // namespace turnstream::store
