#pragma once
// Telling: one sentence of a message as the semantic stage takes it: its statements (language/statements.h), what it says about
// change, and whether it is worth remembering as it stands. The README of this folder follows one pair of sentences through the
// files. Threads: any; pure.

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "stages/common/change/cue_rows.h"
#include "stages/common/change/topics.h"
#include "stages/common/language/statements.h"
#include "stages/common/language/times.h"

namespace turnstream::change {

struct Reading {
  Effect effect = Effect::kNone;
  bool certain = false;     ///< Cues::certain
  bool restates = false;    ///< the speaker marks it as known: "as I said"
  bool of_someone = false;  ///< its subject is "he", "she" or "they": a person who was named before
  bool worth = false;       ///< is_worth()
  bool about_self = false;  ///< is_about_self()
  std::vector<Topic> topics;
};

struct Telling {
  std::string text;                             ///< the sentence as written, each run of white space as one blank
  std::vector<language::Statement> statements;  ///< those that no earlier sentence of the message has
  std::optional<language::DaySpan>
      when{};  ///< the days that the sentence means, if it tells an event (language/times.h)
  Reading reading;
};

/// The asserted sentences of a message, at most kTellingsMax. All statements together are those of statements_in(Register::kTalk).
/// Sentences behind the first kTellingsMax are in one Telling without a reading.
inline constexpr std::size_t kTellingsMax = 64;
/// `today`: the day on which it is said, in days since 1970-01-01.
[[nodiscard]] std::vector<Telling> tellings_in(std::string_view message, std::int64_t today = 0);

}  // namespace turnstream::change
