#include "app/files/best_lines.h"

#include <algorithm>
#include <doctest/doctest.h>
#include <string>
#include <vector>

#include "app/files/memory_pages.h"
#include "pipeline/base/time_format.h"

namespace turnstream::app {
namespace {

using recall::Document;
using recall::DocumentVersion;

constexpr std::size_t kNoMax = 1'000;
constexpr const char* kFiller = "Bob, 1 January 2026: Thanks!";
constexpr std::size_t kStories = 24;

/// Lines worth keeping that have little in common; there are kStories different ones.
std::string story(std::size_t number) {
  static constexpr const char* kBought[kStories] = {"violin",  "canoe",   "lathe",   "parrot", "harp",   "tractor",
                                                    "kiln",    "sextant", "loom",    "anvil",  "sledge", "trumpet",
                                                    "kettle",  "ladder",  "mirror",  "wagon",  "piano",  "tent",
                                                    "compass", "stove",   "cabinet", "saddle", "quilt",  "lantern"};
  static constexpr const char* kPlaces[kStories] = {
      "Lisbon", "Porto", "Turin", "Lagos", "Delhi", "Cairo", "Lima", "Oslo",   "Kyoto", "Perth", "Quito", "Sofia",
      "Tunis",  "Riga",  "Malmo", "Ghent", "Basel", "Davos", "Nice", "Bergen", "Cadiz", "Dover", "Essen", "Fargo"};
  return std::string("Ann, 1 January 2026: My sister bought a ") + kBought[number] + " in " + kPlaces[number] +
         " in 1987.";
}

std::string stories(std::size_t first, std::size_t count) {
  std::string lines;
  for (std::size_t i = first; i < first + count; ++i) {
    lines += (lines.empty() ? "" : "\n") + story(i % kStories);
  }
  return lines;
}

/// The daily log as recall holds it.
class Log {
 public:
  void add(const std::string& date, const std::string& id, const std::string& lines) {
    Document document;
    document.kind = recall::Kind::kDaily;
    document.id = id;
    document.text = lines;
    document.time = EventTime{parse_time(date + "T00:00:00.000Z").value()};
    entries_.push_back({Offset{static_cast<std::int64_t>(entries_.size())}, std::nullopt, std::move(document)});
  }
  [[nodiscard]] std::vector<std::string> best(std::size_t lines_max = kNoMax) const {
    const MemoryMap map(entries_);
    std::vector<std::string> texts;
    for (const DayLine& line : best_lines_of_days(map, lines_max)) {
      texts.push_back(line.text);
    }
    return texts;
  }
  [[nodiscard]] std::string page() const { return memory_pages("helper", entries_).at("MEMORY.md"); }

 private:
  std::vector<DocumentVersion> entries_;
};

}  // namespace

TEST_CASE("the lines of a day are shown when a later day has begun and the newest day stands first") {
  Log log;
  CHECK(log.best().empty());
  log.add("2026-01-01", "d1", stories(0, 2));
  log.add("2026-01-01", "d2", story(2));
  CHECK(log.best().empty());
  log.add("2026-01-02", "d3", story(3));
  CHECK(log.best() == std::vector<std::string>{story(0), story(1), story(2)});
  log.add("2026-01-05", "d4", story(4));
  CHECK(log.best() == std::vector<std::string>{story(3), story(0), story(1), story(2)});
}

TEST_CASE("a day of more than twenty lines shows its best in their order and one of twenty shows all") {
  Log log;
  log.add("2026-01-01", "d1", stories(0, 10) + "\n" + kFiller + "\n" + stories(10, 10));
  log.add("2026-01-02", "d2", kFiller);
  std::vector<std::string> all;
  for (std::size_t i = 0; i < kDayLinesMax; ++i) {
    all.push_back(story(i));
  }
  CHECK(log.best() == all);
  Log full;
  full.add("2026-01-01", "d1", stories(0, 19) + "\n" + kFiller);
  full.add("2026-01-02", "d2", kFiller);
  CHECK(full.best().size() == kDayLinesMax);
  CHECK(full.best().back() == kFiller);
}

TEST_CASE("a later day changes nothing of an earlier one") {
  Log log;
  log.add("2026-01-01", "d1", stories(0, 24));
  log.add("2026-01-02", "d2", stories(3, 5));
  const std::vector<std::string> before = log.best();
  REQUIRE(before.size() == kDayLinesMax);
  log.add("2026-01-03", "d3", stories(0, 24));
  const std::vector<std::string> after = log.best();
  REQUIRE(after.size() == before.size() + 5);
  CHECK(std::equal(before.begin(), before.end(), after.begin() + 5));
}

TEST_CASE("only whole days are shown") {
  Log log;
  for (int day = 1; day <= 4; ++day) {
    log.add("2026-01-0" + std::to_string(day), "d" + std::to_string(day), stories(0, kDayLinesMax));
  }
  CHECK(log.best().size() == 3 * kDayLinesMax);
  CHECK(log.best(50).size() == 2 * kDayLinesMax);
  CHECK(log.best(2 * kDayLinesMax).size() == 2 * kDayLinesMax);
  CHECK(log.best(kDayLinesMax - 1).empty());
}

TEST_CASE("the page of what is known has the best lines with their day and entry before the days") {
  Log log;
  log.add("2026-01-01", "d1111111-1", story(0) + "\n   \n<b>My</b> sister sold the violin in Porto.");
  CHECK(log.page().find("## Best lines") == std::string::npos);
  log.add("2026-01-02", "d2222222-2", story(1));
  const std::string page = log.page();
  const std::size_t heading = page.find(
      "\n## Best lines\n\n- Ann, 1 January 2026: My sister bought a violin in Lisbon in 1987. — 2026-01-01 "
      "([d1111111](memory-index.md#d1111111-1))\n- ");
  REQUIRE(heading != std::string::npos);
  CHECK(heading < page.find("\n## Days\n"));
  CHECK(page.find("<b>") > page.size());
  CHECK(page.find("sister sold the violin") != std::string::npos);
  CHECK(page.find("a canoe") == std::string::npos);
}

}  // namespace turnstream::app
