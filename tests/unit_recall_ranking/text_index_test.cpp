// The index of short texts and its sums.

#include "recall/ranking/text_index.h"

#include <algorithm>
#include <cmath>
#include <doctest/doctest.h>
#include <map>
#include <string>

#include "tests/unit_recall_ranking/draw.h"
#include "tests/unit_recall_ranking/postings.h"

namespace turnstream::recall {
namespace {

using Documents = std::vector<DocumentNumber>;

TextSums sums_of(const TextIndex& index, std::string_view query) {
  TextSums sums;
  sums.compute(index, terms_of(query));
  return sums;
}

Documents sorted(Documents numbers) {
  std::sort(numbers.begin(), numbers.end());
  return numbers;
}

/// An index with some texts, and the same texts to make others with.
class Texts {
 public:
  void add(const std::string& text) {
    const DocumentNumber number = index_.add(text);
    CHECK(live_.emplace(number, text).second);
  }
  void remove_any(Draw& draw) {
    const auto removed = std::next(live_.begin(), static_cast<std::ptrdiff_t>(draw.below(live_.size())));
    index_.remove(removed->first, removed->second);
    live_.erase(removed);
  }

  [[nodiscard]] const TextIndex& index() const { return index_; }
  [[nodiscard]] std::size_t size() const { return live_.size(); }

  /// The sums must have the bits of those in an index to which only the live texts were added.
  void check_sums(TextSums& sums, std::string_view query) const {
    TextIndex fresh;
    std::map<DocumentNumber, DocumentNumber> fresh_numbers;
    for (const auto& [number, text] : live_) {
      fresh_numbers[number] = fresh.add(text);
    }
    const TextSums wanted = sums_of(fresh, query);
    sums.compute(index_, terms_of(query));
    Documents found;
    for (const auto& [number, fresh_number] : fresh_numbers) {
      CHECK(sums.of(number) == wanted.of(fresh_number));
      if (wanted.of(fresh_number) > 0) {
        found.push_back(number);
      }
    }
    CHECK(sorted(sums.found()) == found);
    CHECK(index_.size() == live_.size());
    CHECK(index_.length_sum() == fresh.length_sum());
  }

 private:
  TextIndex index_;
  std::map<DocumentNumber, std::string> live_;
};

}  // namespace

TEST_CASE("the sum of a text is BM25 as computed by hand divided by the rarities of the known terms") {
  TextIndex index;
  index.add("Ann flies kites");        // 3 terms
  index.add("a kite and a kite");      // 2
  index.add("Bob has two red boats");  // 4; the average is 3
  const double kite = std::log(1 + 1.5 / 2.5);
  const double red = std::log(1 + 2.5 / 1.5);
  const TextSums sums = sums_of(index, "red kites or dragons, kites");
  CHECK(sorted(sums.found()) == Documents{0, 1, 2});
  CHECK(sums.of(0) == doctest::Approx(kite / 1.9 / (kite + red)).epsilon(1e-12));
  CHECK(sums.of(1) == doctest::Approx(kite * 2 / (2 + .9 * (.6 + .4 * 2 / 3)) / (kite + red)).epsilon(1e-12));
  CHECK(sums.of(2) == doctest::Approx(red / (1 + .9 * (.6 + .4 * 4 / 3)) / (kite + red)).epsilon(1e-12));
}

TEST_CASE("a query without known terms finds no text and an empty index has none") {
  TextIndex index;
  CHECK(sums_of(index, "kite").found().empty());
  const DocumentNumber number = index.add("of the");  // stop words alone
  const TextSums sums = sums_of(index, "kite");
  CHECK(sums.found().empty());
  CHECK(sums.of(number) == 0);
  index.remove(number, "of the");
  CHECK(index.size() == 0);
}

TEST_CASE("a removed text leaves no postings and its number and memory serve the next text") {
  TextIndex index;
  CHECK(index.add("red kites") == 0);
  CHECK(index.add("red boats") == 1);
  index.remove(0, "red kites");
  CHECK(index.postings("kite") == nullptr);
  CHECK(all_of(index.postings("red")) == Postings{{1, 1}});
  CHECK(index.size() == 1);
  CHECK(index.numbers() == 2);
  CHECK(index.add("green kites") == 0);
  CHECK(index.numbers() == 2);
  CHECK(sums_of(index, "kites").found() == Documents{0});
}

TEST_CASE("sums do not depend on the order in which texts came and went") {
  const std::vector<std::string> words{"kite", "red",    "kites",       "boat", "ann",
                                       "the",  "flying", "photographs", "sail", "2023"};
  const std::vector<std::string> queries{"red kites", "ann flies a boat", "photograph 2023 dragon", "the",
                                         "kite kite sail"};
  TextSums sums;
  for (std::uint32_t seed = 1; seed <= 20; ++seed) {
    CAPTURE(seed);
    Draw draw(seed);
    Texts texts;
    for (int step = 0; step < 150; ++step) {
      const bool shrinks = step % 50 >= 30;
      if (texts.size() > 0 && draw.one_in(shrinks ? 1 : 3)) {
        texts.remove_any(draw);
      } else {
        texts.add(draw.text(words, 6));
      }
      texts.check_sums(sums, draw.of(queries));
    }
  }
}

TEST_CASE("the memory of an index stays bounded by its live texts") {
  constexpr std::size_t kLive = 10;
  const auto text = [](std::size_t i) {
    return "topic" + std::to_string(1000 + i) + " of a longer text with many words";
  };
  TextIndex index;
  Documents numbers(kLive);
  std::size_t memory = 0;
  for (std::size_t i = 0; i < 3000; ++i) {
    if (i >= kLive) {
      index.remove(numbers[i % kLive], text(i - kLive));
    }
    numbers[i % kLive] = index.add(text(i));
    if (i == 2 * kLive) {
      memory = index.memory_bytes();
    }
  }
  CHECK(index.size() == kLive);
  CHECK(index.numbers() == kLive);
  CHECK(index.memory_bytes() == memory);
}

}  // namespace turnstream::recall
