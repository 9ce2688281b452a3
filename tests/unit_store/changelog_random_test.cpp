// Random transactions, crashes and deletions: what ChangelogWriter writes and ChangelogRestore makes of it.
#include <random>

#include "tests/unit_store/changelog_fixture.h"

namespace turnstream::store {
namespace {

using Rows = ChangelogFixture::Rows;

/// Random transactions, crashes and deletions, and what the rows must be.
struct RandomWorker : ChangelogFixture {
  std::mt19937 random{0};
  Rows model;

  std::size_t below(std::size_t bound) { return random() % bound; }
  bool one_in(std::size_t odds) { return below(odds) == 0; }
  std::vector<std::string> some_changes(Rows& changed) {
    std::vector<std::string> lines;
    for (std::size_t i = below(6); i > 0; --i) {
      const std::string key = "k" + std::to_string(below(60));
      if (one_in(3)) {
        changed.erase(key);
        lines.push_back(key);
      } else {
        changed[key] = std::string(1 + below(40), static_cast<char>('a' + below(26)));
        lines.push_back(key + "=" + changed[key]);
      }
    }
    return lines;
  }
  std::int64_t table_bytes() const {
    std::int64_t bytes = 0;
    for (const auto& [key, value] : model) {
      bytes += static_cast<std::int64_t>(key.size() + value.size());
    }
    return bytes;
  }
  /// A worker that dies and another that begins, perhaps without the disk, and perhaps after some that die while they restore.
  void crash() {
    if (one_in(3)) {
      lose_store();
    }
    while (one_in(2)) {
      open(static_cast<int>(below(4)));
    }
    REQUIRE(open());
    REQUIRE(rows() == model);
  }
  void step() {
    clock.advance_ms(static_cast<std::int64_t>(below(1'000)));
    Rows changed = model;
    const auto lines = some_changes(changed);
    if (one_in(10)) {
      change(lines);
      abort();
      crash();
      return;
    }
    if (one_in(10)) {
      change(lines);
      const auto producer = begin_transaction();
      write(*producer, one_in(2));
      REQUIRE(producer->commit(kAtOnce).ok());
      model = changed;
      crash();  // before the store is written
      return;
    }
    const bool is_needless = commit(lines, one_in(15));
    model = changed;
    if (is_needless && !one_in(4)) {
      trim();
    }
    if (one_in(12)) {
      crash();
    }
  }
};

}  // namespace

TEST_CASE_FIXTURE(RandomWorker,
                  "the restored rows after random transactions, crashes and deletions are those that were committed") {
  for (std::uint32_t seed = 1; seed <= 30; ++seed) {
    CAPTURE(seed);
    random.seed(seed);
    changelog.topic = "t.changelog.random" + std::to_string(seed);
    create(changelog.topic, log::Cleanup::kDelete);
    lose_store();
    model.clear();
    writing.record_bytes = one_in(2) ? 64 : 4'096;
    writing.walk.step_bytes_min = 1 + static_cast<std::int64_t>(below(80));
    writing.walk.first_step_bytes = static_cast<std::int64_t>(below(200));
    writing.walk.purge_ms = 1 + static_cast<std::int64_t>(below(100'000));
    cache_bytes_max = 1 + below(4'000);
    REQUIRE(open());
    for (int i = 0; i < 300; ++i) {
      step();
    }
    lose_store();
    REQUIRE(open());
    REQUIRE(rows() == model);
  }
}

}  // namespace turnstream::store
