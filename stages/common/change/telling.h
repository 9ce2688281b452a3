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
#include "stages/common/language/corrections.h"
#include "stages/common/language/times.h"
#include "stages/common/language/told_statements.h"

namespace turnstream::change {

struct Reading {
  Effect effect = Effect::kNone;
  bool certain = false;     ///< Cues::certain
  bool restates = false;    ///< the speaker marks it as known: "as I said"
  bool of_someone = false;  ///< its subject is "he", "she" or "they": a person who was named before
  bool denies = false;      ///< denies()
  bool worth = false;       ///< is_worth()
  bool about_self = false;  ///< is_about_self() or `elided`; of a correction that names no subject true
  bool elided = false;      ///< is_elided(), without a word for the speaker: then it can only end what is the speaker's
  bool unclear = false;     ///< is_unclear()
  bool corrects = false;    ///< it is a correction (language/corrections.h)
  std::vector<Topic> topics;
  std::uint32_t owner = 0;           ///< of an end of another person (Cues::owner): who, as Topic::word; 0: of no other
  bool of_other = false;             ///< Cues::of_other
  std::uint32_t actor = 0;           ///< Cues::actor, as Topic::word; 0: no word names it
  std::vector<std::string> ended{};  ///< what it says has ended or was replaced, as phrases (ended_phrases.h)
  bool hands_over = false;           ///< Cues::hands_over
  bool moves = false;                ///< tells that a person lives elsewhere now: "We moved to Porto"
  std::vector<std::uint32_t> wrong{};  ///< of a correction: what it says was wrong, as Topic::word
};

/// What the sentence says about change, but not of what it is a correction.
[[nodiscard]] Reading reading_of(language::Sentence sentence);

struct Telling {
  std::string text;                                 ///< the sentence as written, each run of white space as one blank
  std::vector<language::ToldStatement> statements;  ///< those that no earlier sentence of the message has
  /// The days that the sentence means, if it tells an event (language/times.h).
  std::optional<language::DaySpan> when{};
  Reading reading;
  std::optional<language::Correction> correction{};
  std::string_view
      evidence{};  ///< of a correction: its sentence behind that of the mark of an error; a view of the message
};

/// Whether the text has a negation: "We don't deploy on Fridays". A "no" at its beginning answers, and is none.
[[nodiscard]] bool denies(std::string_view text);

inline constexpr std::size_t kTellingsMax = 64;
/// The asserted sentences of a message, at most kTellingsMax; none if the rules cannot read it (language/text_language.h). All
/// statements together are those of statements_in(Register::kTalk) and those that corrections put right (Correction::meant);
/// their sentences are views of the message. From the sentence kTellingsMax on, all statements are in one Telling without a text
/// and a reading.
/// `today`: the day on which it is said, in days since 1970-01-01.
[[nodiscard]] std::vector<Telling> tellings_in(std::string_view message, std::int64_t today = 0);

}  // namespace turnstream::change
