// What leaves a partition's history: the same whether or not it is known where the last drop ended.
#include "recall/read_model/history_rows.h"

#include <doctest/doctest.h>
#include <map>
#include <string>

#include "pipeline/store/memory_store.h"
#include "recall/read_model/row_keys.h"

namespace turnstream::recall {
namespace {

using Rows = std::map<std::string, std::string>;

constexpr Partition kPartition{1};

struct KeptHistory {
  store::MemoryStore store;
  store::TableId table = *store.table("recall");
  DroppedHistory dropped;

  [[nodiscard]] HistoryRows rows() { return {store, table, kPartition, dropped}; }

  /// A record at which `versions` versions are closed.
  void add(std::int64_t time, int versions) {
    const auto batch = store.make_batch();
    batch->put(table, rows::time_key(kPartition, LogTime{time}), rows::offset_row(Offset{time}));
    for (int i = 0; i < versions; ++i) {
      const std::string version = "V" + std::to_string(time) + "/" + std::to_string(i);
      batch->put(table, version, "");
      batch->put(table, rows::closed_key(kPartition, LogTime{time}, version), "");
    }
    REQUIRE(store.write(*batch).ok());
  }

  void drop(std::int64_t oldest) {
    const auto batch = store.make_batch();
    auto after = rows().drop(*batch, LogTime{oldest});
    REQUIRE(after.ok());
    REQUIRE(store.write(*batch).ok());
    dropped = *std::move(after);
  }

  [[nodiscard]] Rows all() {
    Rows all;
    REQUIRE(store
                .scan(table, "", "\xff",
                      [&](std::string_view key, std::string_view value) {
                        all.emplace(key, value);
                        return true;
                      })
                .ok());
    return all;
  }
};

}  // namespace

TEST_CASE("what leaves the history is the same whether or not it is known where the last drop ended") {
  KeptHistory knows;
  KeptHistory starts_again;
  for (std::int64_t time = 10; time < 700; ++time) {
    for (KeptHistory* kept : {&knows, &starts_again}) {
      kept->add(time, time == 300 ? 2'500 : static_cast<int>(time % 3));
    }
    // Nothing leaves for a while; then more is due than one record drops.
    const std::int64_t oldest = time < 200 || time > 500 ? time - 50 : 150;
    knows.drop(oldest);
    starts_again.dropped = {};
    starts_again.drop(oldest);
    REQUIRE(knows.all() == starts_again.all());
    const auto last = knows.rows().last_before(LogTime{oldest});
    const auto last_again = HistoryRows{knows.store, knows.table, kPartition, {}}.last_before(LogTime{oldest});
    REQUIRE(last.ok());
    CHECK(*last == *last_again);
  }
  const Rows left = knows.all();
  CHECK(left.count(rows::time_key(kPartition, LogTime{648})) == 1);
  CHECK(left.count(rows::time_key(kPartition, LogTime{647})) == 0);
  CHECK(left.count("V300/0") == 0);
  CHECK(left.count("V699/0") == (699 % 3 > 0 ? 1 : 0));
}

TEST_CASE("a longer history than before finds nothing below what was dropped") {
  KeptHistory kept;
  for (std::int64_t time = 10; time < 100; ++time) {
    kept.add(time, 1);
  }
  kept.drop(80);
  const Rows before = kept.all();
  kept.drop(20);
  CHECK(kept.all() == before);
}

}  // namespace turnstream::recall
