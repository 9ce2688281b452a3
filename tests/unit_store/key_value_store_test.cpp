// The suite that every KeyValueStore must pass. A Home keeps the data of a store while the store is closed.
#include <doctest/doctest.h>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "pipeline/store/memory_store.h"
#include "pipeline/store/rocks_store.h"
#include "tests/contract/files_with.h"
#include "tests/contract/temporary_folder.h"

namespace turnstream::store {
namespace {

using Pairs = std::vector<std::pair<std::string, std::string>>;

class MemoryHome {
 public:
  KeyValueStore& store() { return store_; }
  void reopen() {}

 private:
  MemoryStore store_;
};

class RocksHome {
 public:
  RocksHome() { reopen(); }
  KeyValueStore& store() { return *store_; }
  void reopen() {
    store_.reset();
    auto opened = RocksStore::open(folder_.path() + "/state", RocksOptions());
    REQUIRE(opened.ok());
    store_ = std::move(opened).value();
  }

 private:
  contract::TemporaryFolder folder_;
  std::unique_ptr<RocksStore> store_;
};

TableId open_table(KeyValueStore& store, const std::string& name) {
  auto table = store.table(name);
  REQUIRE(table.ok());
  return *table;
}

void put(KeyValueStore& store, TableId table, std::string_view key, std::string_view value) {
  auto batch = store.make_batch();
  batch->put(table, key, value);
  REQUIRE(store.write(*batch).ok());
}

std::optional<std::string> get(KeyValueStore& store, TableId table, std::string_view key) {
  auto value = store.get(table, key);
  REQUIRE(value.ok());
  return *value;
}

Pairs scan(KeyValueStore& store, TableId table, std::string_view from, std::string_view to, std::size_t limit = 100) {
  Pairs pairs;
  const auto status = store.scan(table, from, to, [&](std::string_view key, std::string_view value) {
    pairs.emplace_back(key, value);
    return pairs.size() < limit;
  });
  REQUIRE(status.ok());
  return pairs;
}

}  // namespace

TEST_CASE_TEMPLATE("a written row is read back and a missing row is not an error", Home, MemoryHome, RocksHome) {
  Home home;
  const auto table = open_table(home.store(), "episodic");
  put(home.store(), table, "a", "1");
  CHECK(get(home.store(), table, "a") == "1");
  CHECK(get(home.store(), table, "b") == std::nullopt);
}

TEST_CASE_TEMPLATE("keys and values hold any bytes and may be empty", Home, MemoryHome, RocksHome) {
  Home home;
  const auto table = open_table(home.store(), "episodic");
  const std::string odd("\0\xff\n\x01", 4);
  put(home.store(), table, odd, odd);
  put(home.store(), table, "empty", "");
  CHECK(get(home.store(), table, odd) == odd);
  CHECK(get(home.store(), table, "empty") == "");
}

TEST_CASE_TEMPLATE("a table does not have the rows of another table", Home, MemoryHome, RocksHome) {
  Home home;
  const auto one = open_table(home.store(), "episodic");
  const auto other = open_table(home.store(), "skill");
  put(home.store(), one, "a", "1");
  CHECK(get(home.store(), other, "a") == std::nullopt);
  CHECK(scan(home.store(), other, "", "z").empty());
}

TEST_CASE_TEMPLATE("a table that is opened twice is the same table", Home, MemoryHome, RocksHome) {
  Home home;
  const auto table = open_table(home.store(), "episodic");
  open_table(home.store(), "skill");
  CHECK(open_table(home.store(), "episodic").index == table.index);
}

TEST_CASE_TEMPLATE("a batch changes all its tables in the order of its changes", Home, MemoryHome, RocksHome) {
  Home home;
  auto& store = home.store();
  const auto one = open_table(store, "episodic");
  const auto other = open_table(store, "skill");
  put(store, one, "old", "1");
  auto batch = store.make_batch();
  batch->put(one, "a", "first");
  batch->put(one, "a", "second");
  batch->put(other, "a", "3");
  batch->put(other, "gone", "4");
  batch->erase(other, "gone");
  batch->erase(one, "old");
  batch->erase(one, "never there");
  CHECK(get(store, one, "a") == std::nullopt);
  REQUIRE(store.write(*batch).ok());
  CHECK(get(store, one, "a") == "second");
  CHECK(get(store, one, "old") == std::nullopt);
  CHECK(get(store, other, "a") == "3");
  CHECK(get(store, other, "gone") == std::nullopt);
}

TEST_CASE_TEMPLATE("a batch that is dropped changes nothing", Home, MemoryHome, RocksHome) {
  Home home;
  const auto table = open_table(home.store(), "episodic");
  {
    auto batch = home.store().make_batch();
    batch->put(table, "a", "1");
  }
  CHECK(get(home.store(), table, "a") == std::nullopt);
}

TEST_CASE_TEMPLATE("a scan visits the half-open range in byte order", Home, MemoryHome, RocksHome) {
  Home home;
  auto& store = home.store();
  const auto table = open_table(store, "episodic");
  for (const std::string_view key : {"b", "a", "\xff", "ab", "c", "B"}) {
    put(store, table, key, key);
  }
  CHECK(scan(store, table, "a", "c") == Pairs{{"a", "a"}, {"ab", "ab"}, {"b", "b"}});
  CHECK(scan(store, table, "aa", "\xff") == Pairs{{"ab", "ab"}, {"b", "b"}, {"c", "c"}});
  CHECK(scan(store, table, "d", "e").empty());
  CHECK(scan(store, table, "a", "a").empty());
}

TEST_CASE_TEMPLATE("a scan ends when its visitor returns false", Home, MemoryHome, RocksHome) {
  Home home;
  auto& store = home.store();
  const auto table = open_table(store, "episodic");
  for (const std::string_view key : {"a", "b", "c"}) {
    put(store, table, key, "");
  }
  CHECK(scan(store, table, "a", "z", 2) == Pairs{{"a", ""}, {"b", ""}});
}

TEST_CASE_TEMPLATE("erasing a range keeps the rows outside it", Home, MemoryHome, RocksHome) {
  Home home;
  auto& store = home.store();
  const auto table = open_table(store, "episodic");
  const auto other = open_table(store, "skill");
  for (const std::string_view key : {"a", "b", "ba", "c"}) {
    put(store, table, key, "1");
    put(store, other, key, "1");
  }
  REQUIRE(store.erase_range(table, "b", "c").ok());
  CHECK(scan(store, table, "", "z") == Pairs{{"a", "1"}, {"c", "1"}});
  CHECK(get(store, table, "ba") == std::nullopt);
  CHECK(scan(store, other, "", "z").size() == 4);
  put(store, table, "b", "2");
  CHECK(get(store, table, "b") == "2");
}

TEST_CASE_TEMPLATE("a store that is opened again has the rows that were written", Home, MemoryHome, RocksHome) {
  Home home;
  auto episodic = open_table(home.store(), "episodic");
  const auto skill = open_table(home.store(), "skill");
  put(home.store(), episodic, "kept", "1");
  put(home.store(), episodic, "range", "1");
  put(home.store(), skill, "kept", "2");
  REQUIRE(home.store().erase_range(episodic, "r", "s").ok());
  home.reopen();
  // The tables can be opened in another order than the one in which they were created.
  CHECK(get(home.store(), open_table(home.store(), "skill"), "kept") == "2");
  episodic = open_table(home.store(), "episodic");
  CHECK(scan(home.store(), episodic, "", "z") == Pairs{{"kept", "1"}});
}

TEST_CASE("a purge removes erased and overwritten values from the files and the write-ahead log and nothing else") {
  const contract::TemporaryFolder folder;
  const std::string word = "zqwvxjkprtmn";
  auto store = RocksStore::open(folder.path(), RocksOptions()).value();
  auto table = open_table(*store, "episodic");
  put(*store, open_table(*store, "skill"), "p", word + " of another table, only in the write-ahead log");
  put(*store, table, "erased", word);
  put(*store, table, "overwritten", word);
  put(*store, table, "q", "stays");
  store.reset();
  store = RocksStore::open(folder.path(), RocksOptions()).value();  // Writes the rows to files.
  table = open_table(*store, "episodic");
  const auto skill = open_table(*store, "skill");
  put(*store, skill, "p", word);
  const auto pattern = open_table(*store, "pattern");
  put(*store, pattern, "r", "keeps the write-ahead log in use, although no range is of this table");
  const auto batch = store->make_batch();
  batch->erase(table, "erased");
  batch->put(table, "overwritten", "new");
  batch->erase(skill, "p");
  REQUIRE(store->write(*batch).ok());
  CHECK(contract::files_with(folder.path(), word).size() >= 3);

  const KeyRange ranges[] = {{table, "e", "p"}, {skill, "p", "q"}};
  std::stop_source stopped;
  stopped.request_stop();
  CHECK_FALSE(store->purge(ranges, stopped.get_token()).value());
  CHECK(store->purge(ranges, {}).value());
  CHECK(contract::files_with(folder.path(), word).empty());
  CHECK(scan(*store, table, "", "z") == Pairs{{"overwritten", "new"}, {"q", "stays"}});
  CHECK(scan(*store, skill, "", "z").empty());
  CHECK(scan(*store, pattern, "", "z").size() == 1);
}

TEST_CASE("a folder in use is refused with an error that names it") {
  const contract::TemporaryFolder folder;
  const auto first = RocksStore::open(folder.path(), RocksOptions());
  REQUIRE(first.ok());
  const auto second = RocksStore::open(folder.path(), RocksOptions());
  REQUIRE_FALSE(second.ok());
  CHECK(second.error().code == "state_unusable");
  CHECK(second.error().reaction == Reaction::kStopProcess);
  CHECK(second.error().message.find(folder.path()) != std::string::npos);
}

}  // namespace turnstream::store
