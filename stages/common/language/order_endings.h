#pragma once
// Order endings: what a person says to end an instruction without a new one: "You can use emojis again", "You no longer have to sign
// the mails", "Forget what I said about emojis". The wordings are the rows of order_endings.cpp. Threads: any; pure.

#include <cstdint>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "stages/common/language/words.h"

namespace turnstream::language {

enum class EndingKind : std::uint8_t {
  kPermits,   ///< it ends what forbids exactly this: "you can … again"
  kAllows,    ///< so does this, which names the rule: "… is allowed now"
  kReleases,  ///< it ends a duty: "no need to … any more"
  kForgets,   ///< it ends either: "forget what I said about …"
};

struct OrderEnding {
  EndingKind kind = EndingKind::kForgets;
  std::set<std::string>
      words;  ///< what it is about, in words as in keys (instruction_key.h, KeyForm::kNamed); of what is allowed permitted_word(); not empty
  friend bool operator==(const OrderEnding&, const OrderEnding&) = default;
};

/// How an ending is said. `lead` and `tail` are words with blanks between them: `a|b` is one of these, `?a|b` one of these or nothing;
/// commas are skipped. What is ended stands behind the lead and before the tail; without a tail it goes to the end of the clause.
struct EndingRow {
  EndingKind kind = EndingKind::kForgets;
  std::string_view lead;  ///< at the beginning of a clause; empty: what is ended stands there
  std::string_view tail;
  /// One of these must follow the lead; of "more" and "longer" with "any" or "no" before it. Empty: none. Of what is allowed:
  /// those of permissions.h.
  std::string_view marks;
  std::string_view example;
};

[[nodiscard]] std::span<const EndingRow> ending_rows();

/// The endings of the text, at most 8, in order. Questions, conditions, jokes, quotes and what others said give none, nor does what
/// allows one act or a part of what was forbidden (lifts_rule(), permissions.h), or is taken back by the next sentence.
[[nodiscard]] std::vector<OrderEnding> order_endings_in(const Words& words);

}  // namespace turnstream::language
