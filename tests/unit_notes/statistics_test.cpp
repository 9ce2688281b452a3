// Word statistics and their rows.

#include <algorithm>
#include <cmath>
#include <doctest/doctest.h>

#include "stages/common/notes/rarity.h"
#include "stages/common/notes/word_statistics.h"

namespace turnstream::notes {
namespace {

Stem stem_number(std::size_t number) {
  std::string word = "aaaaa";
  for (std::size_t i = 0; i < word.size(); ++i, number /= 26) {
    word[i] = static_cast<char>('a' + number % 26);
  }
  return stem_of(word);
}

/// The statistics as read from their rows. `settled`: takes the row that the result borrows.
WordStatistics through_rows(const WordStatistics& statistics, std::string& settled) {
  std::string row = statistics.settled_row();
  settled = std::move(row);
  auto read = WordStatistics::parse(settled, statistics.recent_row());
  REQUIRE(read.ok());
  return *read;
}

Stems in_order(Stems stems) {
  std::sort(stems.begin(), stems.end());
  return stems;
}

}  // namespace

TEST_CASE("a rarity is the inverse document frequency of BM25") {
  CHECK(rarity(10, 3) == doctest::Approx(std::log(1 + 7.5 / 3.5)).epsilon(1e-15));
  CHECK(rarity(10, 0) == rarity(10, 1));
  CHECK(rarity(10, 11) == rarity(10, 10));
  CHECK(rarity(0, 0) == rarity(1, 1));
}

TEST_CASE("counts are exact through rows that are written and read after each message") {
  std::string row;
  WordStatistics statistics;
  CHECK(statistics.messages() == 0);
  bool settled = false;
  for (std::size_t message = 0; message < 1000; ++message) {
    Stems stems{stem_of("every")};
    stems.push_back(stem_number(message));
    if (message % 3 == 0) {
      stems.push_back(stem_of("third"));
    }
    statistics.add(in_order(stems));
    settled = settled || statistics.settled_changed();
    CHECK(statistics.recent_row().size() <= WordStatistics::kRecentBytesMax);
    statistics = through_rows(statistics, row);
    CHECK(!statistics.settled_changed());
  }
  CHECK(settled);
  CHECK(statistics.messages() == 1000);
  CHECK(statistics.holding(stem_of("every")) == 1000);
  CHECK(statistics.holding(stem_of("third")) == 334);
  CHECK(statistics.holding(stem_of("other")) == 0);
  for (std::size_t message = 0; message < 1000; ++message) {
    CHECK(statistics.holding(stem_number(message)) == 1);
  }
  CHECK(Rarities(statistics).of({stem_of("every")}) == std::vector<double>{rarity(1000, 1000)});
}

TEST_CASE("with too many stems the rarest leave and the row stays within its bound") {
  WordStatistics statistics;
  for (std::size_t round = 0; round < 2; ++round) {
    for (std::size_t i = 0; i < 5'000; ++i) {
      statistics.add({stem_number(i)});
    }
  }
  for (std::size_t i = 5'000; i < 30'000; ++i) {
    statistics.add({stem_number(i)});
    CHECK(statistics.settled_row().size() <= WordStatistics::kSettledBytesMax);
  }
  CHECK(statistics.messages() == 35'000);
  for (std::size_t i = 0; i < 5'000; ++i) {
    CHECK(statistics.holding(stem_number(i)) == 2);
  }
  CHECK(statistics.holding(stem_number(29'999)) == 1);
  std::string row;
  CHECK(through_rows(statistics, row).settled_row() == statistics.settled_row());
}

TEST_CASE("a damaged row is refused") {
  WordStatistics statistics;
  statistics.add(in_order({stem_of("one"), stem_of("two")}));
  const std::string row = statistics.recent_row();
  const std::string entries = row.substr(8);
  CHECK(WordStatistics::parse(entries, row).ok());
  CHECK(WordStatistics::parse({}, {}).ok());
  CHECK(!WordStatistics::parse(entries.substr(1), row).ok());
  CHECK(!WordStatistics::parse(entries.substr(8) + entries.substr(0, 8), row).ok());
  CHECK(!WordStatistics::parse(entries + entries, row).ok());
  CHECK(!WordStatistics::parse(std::string(8, '\0'), row).ok());
  CHECK(!WordStatistics::parse({}, row.substr(0, 7)).ok());
  CHECK(!WordStatistics::parse({}, row + "x").ok());
  CHECK(!WordStatistics::parse({}, row.substr(0, row.size() - 1)).ok());
  CHECK(!WordStatistics::parse({}, row.substr(0, 12)).ok());
  CHECK(WordStatistics::parse({}, "x").error().reaction == Reaction::kRebuildState);
}

}  // namespace turnstream::notes
