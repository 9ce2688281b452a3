#pragma once
// Order choices: what can be only one way at a time, though the words of two orders about it have nothing in common: tabs or spaces,
// metric or imperial units, short or detailed answers. To add one, add a row with its example to order_choices.cpp. Threads: any; pure.

#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>

namespace turnstream::language {

/// The words of a row stand as in the key of an instruction (instruction_key.h), with blanks between them.
struct ChoiceRow {
  std::string_view names;    ///< how people speak of the choice itself: "indentation"
  std::string_view anchors;  ///< one of these must be in the key; empty: the values say enough
  std::string_view values;   ///< words of one value are joined by "|"; empty: any word, so that two orders never agree
  std::string_view others;   ///< words that do not make it another object: "answer" in "answer briefly"
  bool only_two;             ///< not the one is the other
  std::string_view older;    ///< an example: two instructions of which the newer one holds
  std::string_view newer;
};

[[nodiscard]] std::span<const ChoiceRow> choice_rows();

struct OrderChoice {
  const ChoiceRow* row = nullptr;
  int value = 0;               ///< the index of the value; negative: of no known value, or of several
  std::set<std::string> rest;  ///< the other words of the key: for what, and where
};

/// What the instruction with this key chooses; absent if it is of no row.
[[nodiscard]] std::optional<OrderChoice> choice_of(std::string_view key);

/// Whether the two, which are of one row and have the same rest, cannot both hold, or say the same. `a_positive`: see Instruction.
[[nodiscard]] bool choices_clash(const OrderChoice& a, bool a_positive, const OrderChoice& b, bool b_positive);

/// Whether all the words name the choice of the row: "indentation".
[[nodiscard]] bool names_choice(const ChoiceRow& row, const std::set<std::string>& words);

}  // namespace turnstream::language
