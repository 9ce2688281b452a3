#include "pipeline/store/state_table.h"

#include <doctest/doctest.h>
#include <string>
#include <utility>
#include <vector>

#include "pipeline/store/memory_store.h"

namespace turnstream::store {
namespace {

using Pairs = std::vector<std::pair<std::string, std::string>>;
using Dirty = std::vector<std::pair<std::string, std::optional<std::string>>>;

/// A table on a new store, with the steps of a worker's transaction as functions.
struct Fixture {
  MemoryStore store;
  TableId table = *store.table("episodic");
  StateTable state{store, table, Partition{3}, 1u << 20};

  std::optional<std::string> get(std::string_view key) {
    auto value = state.get(key);
    REQUIRE(value.ok());
    return *value ? std::optional<std::string>(**value) : std::nullopt;
  }
  std::optional<std::string> stored(std::string_view key) { return *store.get(table, state.store_key(key)); }
  void store_row(std::string_view key, std::string_view value) {
    auto batch = store.make_batch();
    batch->put(table, state.store_key(key), value);
    REQUIRE(store.write(*batch).ok());
  }
  std::unique_ptr<Batch> seal() {
    auto batch = store.make_batch();
    state.seal(*batch);
    return batch;
  }
  void write(Batch& batch) {
    REQUIRE(store.write(batch).ok());
    state.written();
  }
  void commit() { write(*seal()); }
  Pairs scan(std::string_view from, std::string_view to, std::size_t limit = 100) {
    Pairs pairs;
    REQUIRE(state
                .scan(from, to, limit,
                      [&](std::string_view key, std::string_view value) {
                        pairs.emplace_back(key, value);
                        return true;
                      })
                .ok());
    return pairs;
  }
  Dirty dirty() {
    Dirty rows;
    state.for_each_dirty([&](std::string_view key, std::optional<std::string_view> value) {
      rows.emplace_back(key, value ? std::optional<std::string>(*value) : std::nullopt);
    });
    return rows;
  }
};

}  // namespace

TEST_CASE_FIXTURE(Fixture, "a table reads its own writes before they are in the store") {
  store_row("b", "old");
  state.put("a", "1");
  state.put("b", "2");
  CHECK(get("a") == "1");
  CHECK(get("b") == "2");
  state.erase("b");
  CHECK(get("b") == std::nullopt);
  CHECK(stored("a") == std::nullopt);
  CHECK(stored("b") == "old");
}

TEST_CASE_FIXTURE(Fixture, "a row can be set to a view of its own value") {
  const std::string text = "longer than any short string that is kept in place";
  store_row("a", text);
  const auto view = *state.get("a");
  state.put("a", view->substr(7));
  CHECK(get("a") == text.substr(7));
  state.put("short", "ab");
  state.put("short", (*state.get("short"))->substr(1));
  CHECK(get("short") == "b");
}

TEST_CASE_FIXTURE(Fixture, "tables of two partitions share a store and do not have rows of each other") {
  StateTable other(store, table, Partition{4}, 1u << 20);
  state.put("t1", "mine");
  commit();
  CHECK_FALSE(other.get("t1")->has_value());
  bool any = false;
  REQUIRE(other
              .scan("t", "u", 10,
                    [&](std::string_view, std::string_view) {
                      any = true;
                      return true;
                    })
              .ok());
  CHECK_FALSE(any);
}

TEST_CASE_FIXTURE(Fixture, "rolling back a put of an absent row makes it absent again") {
  CHECK(get("a") == std::nullopt);
  const auto mark = state.savepoint();
  state.put("a", "1");
  state.rollback(mark);
  CHECK(get("a") == std::nullopt);
  CHECK(dirty().empty());
}

TEST_CASE_FIXTURE(Fixture, "rolling back a change of a row that was not read brings the stored value back") {
  store_row("a", "stored");
  store_row("b", "stored too");
  const auto mark = state.savepoint();
  state.put("a", "1");
  state.erase("b");
  state.rollback(mark);
  CHECK(get("a") == "stored");
  CHECK(get("b") == "stored too");
  CHECK(dirty().empty());
}

TEST_CASE_FIXTURE(Fixture, "rolling back undoes the changes behind the savepoint and no others") {
  state.put("a", "1");
  state.put("b", "1");
  const auto mark = state.savepoint();
  state.put("a", "2");
  state.erase("b");
  state.put("c", "2");
  const auto inner = state.savepoint();
  state.put("a", "3");
  state.put("b", "3");
  state.rollback(inner);
  CHECK(get("a") == "2");
  CHECK(get("b") == std::nullopt);
  state.rollback(mark);
  CHECK(get("a") == "1");
  CHECK(get("b") == "1");
  CHECK(get("c") == std::nullopt);
  CHECK(dirty() == Dirty{{"a", "1"}, {"b", "1"}});
}

TEST_CASE_FIXTURE(Fixture, "each dirty row is listed once with its last value in the order of the first change") {
  store_row("gone", "1");
  state.put("b", "1");
  state.erase("gone");
  state.put("a", "1");
  state.put("b", "2");
  CHECK(dirty() == Dirty{{"b", "2"}, {"gone", std::nullopt}, {"a", "1"}});
  CHECK(state.dirty());
}

TEST_CASE_FIXTURE(Fixture, "sealed rows are written to the store by their batch and can be read before that") {
  store_row("gone", "1");
  state.put("a", "1");
  state.erase("gone");
  const auto batch = seal();
  CHECK(dirty().empty());
  CHECK_FALSE(state.dirty());
  CHECK(get("a") == "1");
  CHECK(get("gone") == std::nullopt);
  CHECK(stored("a") == std::nullopt);
  write(*batch);
  CHECK(stored("a") == "1");
  CHECK(stored("gone") == std::nullopt);
}

TEST_CASE_FIXTURE(Fixture, "the next transaction changes rows that are still being written") {
  state.put("a", "1");
  state.put("t1", "1");
  const auto first = seal();
  state.put("a", "2");
  const auto mark = state.savepoint();
  state.erase("a");
  state.erase("t1");
  CHECK(scan("t", "u").empty());
  state.rollback(mark);
  CHECK(get("a") == "2");
  CHECK(scan("t", "u") == Pairs{{"t1", "1"}});
  write(*first);
  CHECK(stored("a") == "1");
  CHECK(get("a") == "2");
  CHECK(dirty() == Dirty{{"a", "2"}});
  commit();
  CHECK(stored("a") == "2");
}

TEST_CASE_FIXTURE(Fixture, "a row rolled back after a commit is not written again") {
  state.put("a", "1");
  commit();
  const auto mark = state.savepoint();
  state.put("a", "2");
  state.rollback(mark);
  CHECK(dirty().empty());
  store_row("a", "from elsewhere");
  commit();
  CHECK(stored("a") == "from elsewhere");
}

TEST_CASE_FIXTURE(Fixture, "an ordered scan merges stored rows with unwritten and dirty and deleted ones") {
  for (const std::string_view key : {"t1", "t3", "t5", "t7"}) {
    store_row(key, "stored");
  }
  store_row("s9", "not ordered");
  state.put("t2", "in flight");
  state.put("t3", "in flight");
  state.erase("t5");
  const auto batch = seal();
  state.put("t4", "dirty");
  state.put("t7", "dirty");
  state.erase("t1");
  state.erase("t3");
  CHECK(scan("t", "u") == Pairs{{"t2", "in flight"}, {"t4", "dirty"}, {"t7", "dirty"}});
  write(*batch);
  CHECK(scan("t", "u") == Pairs{{"t2", "in flight"}, {"t4", "dirty"}, {"t7", "dirty"}});
  commit();
  CHECK(scan("t", "u") == Pairs{{"t2", "in flight"}, {"t4", "dirty"}, {"t7", "dirty"}});
  CHECK(scan("t3", "t7") == Pairs{{"t4", "dirty"}});
}

TEST_CASE_FIXTURE(Fixture, "deleted rows do not count for the limit of a scan") {
  for (int i = 0; i < 9; ++i) {
    store_row("t" + std::to_string(i), "stored");
  }
  for (const std::string_view key : {"t0", "t1", "t2", "t4"}) {
    state.erase(key);
  }
  state.put("t35", "dirty");
  state.put("t8", "dirty");
  CHECK(scan("t", "u", 3) == Pairs{{"t3", "stored"}, {"t35", "dirty"}, {"t5", "stored"}});
  CHECK(scan("t", "u", 0).empty());
}

TEST_CASE_FIXTURE(Fixture, "trimming keeps rows that are dirty or in flight and drops the others") {
  StateTable small(store, table, Partition{3}, 0);
  store_row("clean", "1");
  REQUIRE(small.get("clean")->has_value());
  small.put("dirty", "1");
  small.put("rolled back", "1");
  small.trim();
  CHECK(**small.get("dirty") == "1");
  auto batch = store.make_batch();
  small.seal(*batch);
  small.put("next", "2");
  small.trim();
  CHECK(**small.get("dirty") == "1");
  CHECK(**small.get("next") == "2");
  CHECK(small.bytes() > 0);
  REQUIRE(store.write(*batch).ok());
  small.written();
  small.trim();
  auto last = store.make_batch();
  small.seal(*last);
  REQUIRE(store.write(*last).ok());
  small.written();
  small.trim();
  CHECK(small.bytes() == 0);
  CHECK(**small.get("dirty") == "1");
}

TEST_CASE_FIXTURE(Fixture, "trimming evicts the least recently used rows first") {
  StateTable two(store, table, Partition{3}, 2 * (101 + RowCache::kRowOverheadBytes));
  for (const std::string_view key : {"a", "b", "c"}) {
    store_row(key, std::string(100, 'x'));
    REQUIRE(two.get(key)->has_value());
  }
  REQUIRE(two.get("a")->has_value());
  two.trim();
  store_row("a", "changed behind its back");
  store_row("b", "changed behind its back");
  CHECK(**two.get("a") == std::string(100, 'x'));
  CHECK(**two.get("b") == "changed behind its back");
}

TEST_CASE_FIXTURE(Fixture, "the count of bytes is never negative and returns to its first value") {
  store_row("a", std::string(50, 'x'));
  REQUIRE(get("a").has_value());
  const auto before = state.bytes();
  const auto mark = state.savepoint();
  state.put("a", std::string(1000, 'y'));
  CHECK(state.bytes() == before + 950);
  state.erase("a");
  CHECK(state.bytes() == before - 50);
  state.put("a", "");
  state.rollback(mark);
  CHECK(state.bytes() == before);
}

}  // namespace turnstream::store
