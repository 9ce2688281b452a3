// Posting lists and tables, and the numbers of strings.

#include <algorithm>
#include <doctest/doctest.h>
#include <map>
#include <set>
#include <string>

#include "recall/ranking/posting_table.h"
#include "tests/unit_recall_ranking/draw.h"
#include "tests/unit_recall_ranking/postings.h"

namespace turnstream::recall {
namespace {

/// Distances and counts of one byte, of two and of five.
Postings of_all_sizes() {
  return {{0, 1}, {1, 200}, {2, 1}, {130, 2}, {20'000, 1}, {4'000'000'000U, 4'294'967'295U}};
}

PostingList list_of(const Postings& postings) {
  PostingList list;
  for (const auto& [message, count] : postings) {
    list.insert(message, count);
  }
  return list;
}

}  // namespace

TEST_CASE("a posting list gives back messages and counts of any size") {
  const PostingList list = list_of(of_all_sizes());
  CHECK(all_of(&list) == of_all_sizes());
  CHECK(PostingList{}.holding() == 0);
}

TEST_CASE("a posting list holds messages in ascending order and they may come in any order") {
  Postings wanted = of_all_sizes();
  do {
    const PostingList list = list_of(wanted);
    CHECK(all_of(&list) == of_all_sizes());
  } while (std::next_permutation(wanted.begin(), wanted.end()));
}

TEST_CASE("a posting list without one of its messages has the others and takes it back") {
  for (std::size_t removed = 0; removed < of_all_sizes().size(); ++removed) {
    Postings wanted = of_all_sizes();
    PostingList list = list_of(wanted);
    const auto [message, count] = wanted[removed];
    list.remove(message);
    wanted.erase(wanted.begin() + static_cast<std::ptrdiff_t>(removed));
    CHECK(all_of(&list) == wanted);
    list.insert(message, count);
    CHECK(all_of(&list) == of_all_sizes());
  }
}

TEST_CASE("an emptied posting list is like a new one") {
  PostingList list = list_of({{7, 2}, {900, 1}});
  list.remove(900);
  list.remove(7);
  CHECK(list.empty());
  CHECK(all_of(&list).empty());
  list.insert(3, 1);
  CHECK(all_of(&list) == Postings{{3, 1}});
}

TEST_CASE("a posting list after random insertions and removals has what a map has") {
  for (std::uint32_t seed = 1; seed <= 20; ++seed) {
    CAPTURE(seed);
    Draw draw(seed);
    PostingList list;
    std::map<MessageNumber, std::uint32_t> wanted;
    for (int step = 0; step < 300; ++step) {
      const auto message = static_cast<MessageNumber>(draw.below(draw.one_in(3) ? 100'000 : 100));
      if (wanted.erase(message) > 0) {
        list.remove(message);
      } else {
        const auto count = static_cast<std::uint32_t>(1 + draw.below(draw.one_in(4) ? 1000 : 2));
        list.insert(message, count);
        wanted.emplace(message, count);
      }
      REQUIRE(all_of(&list) == Postings(wanted.begin(), wanted.end()));
    }
  }
}

TEST_CASE("a removed string gives its number to the next new one") {
  StringNumbers numbers;
  CHECK(numbers.add("a") == 0);
  CHECK(numbers.add("b") == 1);
  CHECK(numbers.add("a") == 0);
  CHECK(numbers.remove("a") == 0);
  CHECK(numbers.size() == 1);
  CHECK(!numbers.find("a"));
  CHECK(numbers.find("b") == 1U);
  CHECK(numbers.add("c") == 0);
  CHECK(numbers.add("d") == 2);
}

TEST_CASE("strings keep their numbers while a table grows and shrinks") {
  Draw draw(7);
  StringNumbers numbers;
  std::map<std::string, std::uint32_t> expected;
  std::size_t most = 0;
  for (int step = 0; step < 20'000; ++step) {
    const bool grows = step / 4'000 % 2 == 0;  // up and down
    const std::string text = "id-" + std::to_string(draw.below(3'000));
    if (draw.below(4) < (grows ? 3U : 1U)) {
      const auto [known, is_new] = expected.try_emplace(text, numbers.add(text));
      CHECK(numbers.add(text) == known->second);
    } else if (const auto found = expected.find(text); found != expected.end()) {
      CHECK(numbers.remove(text) == found->second);
      expected.erase(found);
    }
    CHECK(numbers.size() == expected.size());
    most = std::max(most, expected.size());
    if (step % 500 == 0) {
      std::set<std::uint32_t> used;
      for (const auto& [known, number] : expected) {
        CHECK(numbers.find(known) == number);
        CHECK(number < most);
        used.insert(number);
      }
      CHECK(used.size() == expected.size());
      CHECK(!numbers.find("id-none"));
    }
  }
}

TEST_CASE("a text leaves its table with its last posting and its memory does too") {
  PostingTable table;
  const std::string text(300, 'x');
  const std::uint32_t number = table.number_of(text);
  table.insert(number, 5, 1);
  table.insert(number, 3, 2);
  CHECK(all_of(table.find(text)) == Postings{{3, 2}, {5, 1}});
  CHECK(table.find_number(text) == number);
  const std::size_t full = table.memory_bytes();
  table.remove(text, 5);
  table.remove(text, 3);
  CHECK(table.find(text) == nullptr);
  CHECK(!table.find_number(text));
  CHECK(table.memory_bytes() + 250 < full);
  CHECK(table.number_of("y") == number);
  CHECK(table.list(number).empty());
}

}  // namespace turnstream::recall
