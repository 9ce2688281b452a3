#include <doctest/doctest.h>
#include <limits>
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

}  // namespace turnstream::store
