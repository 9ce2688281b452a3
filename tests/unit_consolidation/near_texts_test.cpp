#include "stages/consolidation/insights/near_texts.h"

#include <algorithm>
#include <doctest/doctest.h>
#include <random>

#include "pipeline/base/utf8.h"
#include "stages/common/evidence/text_index.h"
#include "tests/unit_consolidation/row_map.h"

namespace turnstream::consolidation {
namespace {

constexpr std::int64_t kSimilarity = 800'000;

Uuid numbered_id(std::size_t number) {
  Uuid id{};
  id[14] = static_cast<std::uint8_t>(number >> 8);
  id[15] = static_cast<std::uint8_t>(number);
  return id;
}

model::Insight insight_of(std::string summary, std::string user = {}) {
  model::Insight insight;
  insight.summary = std::move(summary);
  insight.user_id = std::move(user);
  return insight;
}

NearTexts::Sketch sketch_of(const model::Insight& insight) {
  return NearTexts::sketch_of(insight.summary, evidence::word_hashes(insight.summary));
}

std::vector<Uuid> similar_to(NearTexts& near, const model::Insight& insight) {
  const auto found = near.similar(NearTexts::place_of(insight), sketch_of(insight));
  REQUIRE(found.ok());
  return *found;
}

void add(NearTexts& near, const Uuid& id, const model::Insight& insight) {
  REQUIRE(near.add(id, NearTexts::place_of(insight), sketch_of(insight)).ok());
}

/// A text that shares most of its words with some of those made before.
std::string text_of(std::mt19937& random) {
  std::string text = random() % 2 == 0 ? "Ann: " : "";
  const auto first = random() % 40 * 25;
  for (std::uint32_t i = 0; i < 20; ++i) {
    const auto word = random() % 12 == 0 ? random() % 1000 : first + i;
    text.append(i == 0 ? "" : " ").append("w").append(std::to_string(word));
  }
  return text + ".";
}

}  // namespace

TEST_CASE("every similar text of the same user and name is found unless there are more than eight") {
  constexpr std::uint32_t kSeed = 31;
  CAPTURE(kSeed);
  std::mt19937 random(kSeed);
  RowMap rows;
  std::map<Uuid, model::Insight> known;
  std::size_t similar = 0;
  for (std::size_t number = 0; number < 900; ++number) {
    NearTexts near(rows, kSimilarity);
    std::string text = text_of(random);
    const model::Insight insight = insight_of(std::move(text), random() % 3 == 0 ? "Tom" : "");
    const std::vector<Uuid> found = similar_to(near, insight);
    CHECK(found.size() <= 8);
    const auto words = evidence::index_words(insight.summary);
    for (const auto& [id, other] : known) {
      const bool can_merge =
          other.user_id == insight.user_id && name_before(other.summary) == name_before(insight.summary);
      if (can_merge && evidence::jaccard(words, evidence::index_words(other.summary)) >= kSimilarity) {
        ++similar;
        CHECK((found.size() == 8 || std::find(found.begin(), found.end(), id) != found.end()));
      }
    }
    add(near, numbered_id(number), insight);
    known.emplace(numbered_id(number), insight);
    if (random() % 5 == 0) {
      const auto gone = std::next(known.begin(), static_cast<std::ptrdiff_t>(random() % known.size()));
      REQUIRE(near.remove(gone->first, NearTexts::place_of(gone->second).list).ok());
      known.erase(gone);
    }
    near.finish();
  }
  CHECK(similar > 100);
  NearTexts near(rows, kSimilarity);
  for (const auto& [id, insight] : known) {
    REQUIRE(near.remove(id, NearTexts::place_of(insight).list).ok());
  }
  near.finish();
  CHECK(rows.rows.empty());
}

TEST_CASE("texts that differ are seldom near each other") {
  RowMap rows;
  std::mt19937 random(37);
  NearTexts near(rows, kSimilarity);
  std::size_t found = 0;
  for (std::size_t number = 0; number < 1000; ++number) {
    std::string text;
    for (std::uint32_t i = 0; i < 15; ++i) {
      text.append("w").append(std::to_string(random() % 2000)).append(" ");
    }
    const model::Insight insight = insight_of(std::move(text));
    found += similar_to(near, insight).size();
    add(near, numbered_id(number), insight);
  }
  CHECK(found < 20);
  near.finish();
  CHECK(rows.puts == 8);
}

TEST_CASE("an equal text is found with other capitals and blanks and one of another user is not") {
  RowMap rows;
  NearTexts near(rows, kSimilarity);
  add(near, numbered_id(1), insight_of("Ann, 8 May 2023: I moved to Porto."));
  add(near, numbered_id(2), insight_of("Ann, 8 May 2023: I moved to Porto.", "Tom"));
  add(near, numbered_id(3), insight_of("🙂"));
  near.finish();
  NearTexts later(rows, kSimilarity);
  CHECK(*later.equal(NearTexts::place_of(insight_of("ANN, 8 May 2023: I moved  to porto."))) ==
        std::vector{numbered_id(1)});
  CHECK(*later.equal(NearTexts::place_of(insight_of("🙂"))) == std::vector{numbered_id(3)});
  CHECK(similar_to(later, insight_of("😀")).empty());
  CHECK(similar_to(later, insight_of("Bob, 8 May 2023: I moved to Porto.")).empty());
}

TEST_CASE("the eight nearest of many similar texts are found") {
  RowMap rows;
  NearTexts near(rows, kSimilarity);
  const std::string same = "the order with the number {} of the harbour in the north left the big store today";
  const auto numbered = [&same](int number) {
    std::string text = same;
    return insight_of(text.replace(text.find("{}"), 2, std::to_string(number)));
  };
  for (int i = 0; i < 200; ++i) {
    add(near, numbered_id(static_cast<std::size_t>(i)), numbered(i));
  }
  CHECK(similar_to(near, numbered(500)).size() == 8);
  CHECK(*near.equal(NearTexts::place_of(numbered(77))) == std::vector{numbered_id(77)});
}

TEST_CASE("a damaged row of marks is an error") {
  RowMap rows;
  NearTexts near(rows, kSimilarity);
  const model::Insight insight = insight_of("I moved to Porto.");
  add(near, numbered_id(1), insight);
  near.finish();
  rows.rows.begin()->second.pop_back();
  NearTexts later(rows, kSimilarity);
  CHECK_FALSE(later.equal(NearTexts::place_of(insight)).ok());
}

}  // namespace turnstream::consolidation
