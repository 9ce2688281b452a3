#include "stages/common/evidence/rank_list.h"

#include <algorithm>
#include <doctest/doctest.h>
#include <random>
#include <set>

#include "tests/unit_evidence/map_rows.h"

namespace turnstream::evidence {
namespace {

/// Memories with their current ranks, and the list that must find the lowest of them.
struct Things {
  MapRows rows;
  RowListBounds bounds;
  RankList list{rows, "ranks/", bounds};
  std::map<Uuid, DerivedRank> now;

  void add(std::size_t number, std::int64_t score, std::int64_t last_used) {
    const DerivedRank rank{score, false, LogTime{last_used}, 0};
    now[id_of(number)] = rank;
    REQUIRE(list.append(listed_with(id_of(number), rank)).ok());
  }

  std::vector<Uuid> take(std::size_t count, const std::set<Uuid>& touched, std::size_t* looks = nullptr) {
    const auto taken = take_least(list, count, [&](RankedMemory& memory) -> Status {
      memory.rank = now.at(memory.id);
      memory.touched = touched.count(memory.id) > 0;
      *(looks == nullptr ? &ignored : looks) += 1;
      return {};
    });
    REQUIRE(taken.ok());
    std::vector<Uuid> ids;
    for (const RankedMemory& memory : *taken) {
      ids.push_back(memory.id);
      now.erase(memory.id);
    }
    return ids;
  }

  /// The expected result of take_least(): the first `count` after a sort of all memories.
  [[nodiscard]] std::vector<Uuid> least(std::size_t count, const std::set<Uuid>& touched) const {
    std::vector<RankedMemory> ranked;
    for (const auto& [id, rank] : now) {
      ranked.push_back({id, rank, touched.count(id) > 0});
    }
    std::sort(ranked.begin(), ranked.end(), leaves_first);
    std::vector<Uuid> ids;
    for (std::size_t i = 0; i < count; ++i) {
      ids.push_back(ranked[i].id);
    }
    return ids;
  }

  std::size_t ignored = 0;
};

}  // namespace

TEST_CASE("the lowest are evicted as if all were ranked again even if most were used since they were listed") {
  for (unsigned seed = 1; seed <= 20; ++seed) {
    INFO("seed " << seed);
    std::mt19937 random(seed);
    Things things;
    std::size_t added = 0;
    for (std::int64_t turn = 1; turn <= 300; ++turn) {
      std::set<Uuid> touched;
      for (auto& [id, rank] : things.now) {
        if (random() % 10 == 0) {
          rank = {rank.score + static_cast<std::int64_t>(random() % 3), false, LogTime{turn}, 0};
          touched.insert(id);
        }
      }
      std::map<Uuid, DerivedRank> fallen;
      if (turn % 7 == 0 && !things.now.empty()) {
        auto& [id, rank] = *things.now.begin();
        rank.score = std::max<std::int64_t>(0, rank.score - 5);
        fallen[id] = rank;
      }
      REQUIRE(relist(things.list, fallen).ok());
      for (std::size_t i = random() % 6; i > 0; --i) {
        things.add(added++, static_cast<std::int64_t>(random() % 8), turn);
      }
      const std::size_t most = random() % 50 == 0 ? 5 : 40;
      const std::size_t count = things.now.size() > most ? things.now.size() - most : 0;
      const std::vector<Uuid> expected = things.least(count, touched);
      REQUIRE(things.take(count, touched) == expected);
    }
  }
}

TEST_CASE("few more entries are read than are removed") {
  Things things;
  for (std::size_t i = 0; i < 1000; ++i) {
    things.add(i, static_cast<std::int64_t>(i), 0);
  }
  std::size_t looks = 0;
  CHECK(things.take(10, {}, &looks).size() == 10);
  CHECK(looks == 10);
  for (auto& [id, rank] : things.now) {
    rank.score += id[0] < 20 && id[1] == 0 ? 100 : 0;
  }
  CHECK(things.take(1, {}, &looks) == std::vector{id_of(20)});
  CHECK(looks == 10 + 11);
}

}  // namespace turnstream::evidence
