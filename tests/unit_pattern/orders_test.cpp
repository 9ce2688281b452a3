#include <algorithm>
#include <doctest/doctest.h>
#include <set>

#include "pipeline/base/utf8.h"
#include "stages/common/language/words.h"
#include "tests/unit_pattern/order_rows.h"
#include "tests/unit_pattern/pattern_fixture.h"

namespace turnstream::pattern {
namespace {

using TextSet = std::set<std::string>;

std::vector<std::string> split(std::string_view text, std::string_view separator) {
  std::vector<std::string> parts;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find(separator), text.size());
    parts.emplace_back(text.substr(0, end));
    text.remove_prefix(std::min(text.size(), end + separator.size()));
  }
  return parts;
}

/// The instructions that hold after the turns, each with one blank between its words.
TextSet held_after(std::string_view turns) {
  PatternFixture test;
  std::int64_t after = 0;
  for (const std::string& text : split(turns, " // ")) {
    test.turn({text}, after += kMinute);
  }
  TextSet texts;
  for (const auto& [key, pattern] : test.patterns()) {
    if (pattern.type == model::PatternType::kInstruction) {
      texts.insert(normalise(pattern.text));
    }
  }
  return texts;
}

TextSet labelled(std::string_view holds) {
  TextSet texts;
  for (const std::string& text : split(holds, " ;; ")) {
    texts.insert(normalise(text));
  }
  return texts;
}

/// How many rows are right; says which are not.
int right_rows(std::span<const OrderRow> rows) {
  int right = 0;
  for (const OrderRow& row : rows) {
    const TextSet held = held_after(row.turns);
    const bool is_right = held == labelled(row.holds);
    right += is_right ? 1 : 0;
    if (!is_right) {
      std::string shown;
      for (const std::string& text : held) {
        shown += " [" + text + "]";
      }
      MESSAGE("wrong: " << std::string(row.turns) << " ->" << shown);
    }
  }
  return right;
}

}  // namespace

TEST_CASE("of the labelled turns at least nine in ten leave exactly the instructions that hold") {
  const int right = right_rows(order_rows());
  MESSAGE("rows right: " << right << " of " << order_rows().size());
  CHECK(right * 10 >= static_cast<int>(order_rows().size()) * 9);
}

TEST_CASE("of the turns that were kept aside at least two in three leave exactly the instructions that hold") {
  const int right = right_rows(order_rows_kept());
  MESSAGE("rows right: " << right << " of " << order_rows_kept().size());
  CHECK(right * 3 >= static_cast<int>(order_rows_kept().size()) * 2);
}

}  // namespace turnstream::pattern
