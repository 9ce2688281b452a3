#include <doctest/doctest.h>

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

}  // namespace turnstream::store
