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

constexpr Partition kRowsPartition{1};

struct KeptHistory {
  store::MemoryStore store;
  store::TableId table = *store.table("recall");
  store::ScanStarts starts;

  [[nodiscard]] HistoryRows rows() { return {store, table, kRowsPartition, starts}; }

  /// A record at which `versions` versions are closed.
  void add(std::int64_t time, int versions) {
    const auto batch = store.make_batch();
    rows().add(*batch, LogTime{time}, Offset{time});
    for (int i = 0; i < versions; ++i) {
      const std::string version = "V" + std::to_string(time) + "/" + std::to_string(i);
      batch->put(table, version, "");
      batch->put(table, rows::closed_key(kRowsPartition, LogTime{time}, version), "");
    }
    REQUIRE(store.write(*batch).ok());
  }

  void drop(std::int64_t oldest) {
    const auto batch = store.make_batch();
    REQUIRE(rows().drop(*batch, LogTime{oldest}).ok());
    REQUIRE(store.write(*batch).ok());
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
  for (const std::int64_t kept_ms : {0, 1, 50}) {
    CAPTURE(kept_ms);
    KeptHistory knows;
    KeptHistory starts_again;
    std::int64_t time = 100;
    for (int record = 0; record < 900; ++record) {
      // Time can go back a little, and stands still in the middle: more is due then than one record drops.
      time += record % 7 == 3 ? -5 : record % 11 == 2 ? 0 : 3;
      const std::int64_t oldest = record > 300 && record < 600 ? 150 : time - kept_ms;
      for (KeptHistory* kept : {&knows, &starts_again}) {
        kept->add(time, record == 400 ? 2'500 : record % 3);
      }
      knows.drop(oldest);
      starts_again.starts = {};
      starts_again.drop(oldest);
      REQUIRE(knows.all() == starts_again.all());
      const auto last = knows.rows().last_before(LogTime{oldest});
      store::ScanStarts none;
      const auto last_again = HistoryRows{knows.store, knows.table, kRowsPartition, none}.last_before(LogTime{oldest});
      REQUIRE(last.ok());
      CHECK(*last == *last_again);
    }
    CHECK(knows.all().size() < 200);
  }
}

}  // namespace turnstream::recall
