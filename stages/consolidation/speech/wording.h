#pragma once
// Wording: how a unit (stages/common/notes) is worded, as far as that decides whether a reader understands it alone and
// whether it says something. The score of a unit counts what it is about; a memory must also stand alone: "It was so much
// fun!" does not, whatever "it" was. Word lists: wording.cpp. Threads: any; pure.

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "stages/common/notes/features.h"
#include "stages/common/notes/words.h"
#include "stages/consolidation/speech/intent.h"
#include "stages/consolidation/speech/referents.h"
#include "stages/consolidation/speech/standing.h"
#include "stages/consolidation/speech/tokens.h"
#include "stages/consolidation/speech/unsaid.h"

namespace turnstream::consolidation {

/// What a unit begins with, behind interjections ("Yeah, well,") and names of the speakers.
enum class Opening : std::uint8_t {
  kOther,
  kSelf,        ///< "I …", "my …"
  kPointing,    ///< "it …", "that …", "they …": at something that was said before
  kAddressing,  ///< "you …", "your …"
  kReacting,    ///< "sounds …", "glad …", "I totally agree …"
  kCaption,     ///< the caption of an image: "[image: …]"
  kNothing,     ///< interjections alone
};

struct Wording {
  Opening opening = Opening::kNothing;
  bool about_self = false;  ///< kSelf, or "I", "my" stand anywhere
  bool opens_self = false;  ///< "I", "my" stand in the first sentence behind interjections, or it is kSelf
  bool points_back =
      false;  ///< kPointing, or "it", "them" among the first words, or "he", "she" before a person or pet is named
  bool relative_time = false;   ///< "yesterday", "on Friday", "last year": it needs the date on which it was said
  bool happened = false;        ///< it tells what the speaker did: "I sold my boat" (times.h)
  bool addresses = false;       ///< "you", "your" anywhere, or "let's"
  bool shows = false;           ///< it only points at a picture: "Here's …", "Check out …"
  bool small_talk = false;      ///< of the conversation itself: "since we last talked"
  bool vague = false;           ///< "something", "someone"
  bool says_yes_or_no = false;  ///< it opens with "yes" or "no": it answers
  bool cheers = false;          ///< encouragement, of the other side or oneself: "keep going", "I won't give up"
  bool has_pronoun = false;     ///< "it", "they", "he": words for what was named before
  Intent intent = Intent::kNone;
  Referents referents;
  Standing standing;
  Unsaid unsaid;
  std::size_t words = 0;

  /// Whether it speaks of something that was named before.
  [[nodiscard]] bool dangles() const {
    return referents.unnamed || referents.recalls || !standing.unknown.empty() || standing.open_end ||
           standing.placeless;
  }
  /// Whether a question is about what was said before: "Where did they go?", "How was the event?"
  [[nodiscard]] bool asks_back() const { return dangles() && (has_pronoun || !standing.unknown.empty()); }
};

/// `speakers`: the names of those who speak, who are known without being named. Reads the first 96 words.
[[nodiscard]] Wording wording_of(std::string_view unit, const notes::Names& speakers);
/// The same of the tokens of a unit.
[[nodiscard]] Wording wording_of(Tokens unit, const notes::Names& speakers);

/// Wording::relative_time alone, in less time.
[[nodiscard]] bool has_relative_time(std::string_view unit);

/// What the unit is worth less because of its opening or intent, or because it says nothing particular: no name, number, time, event
/// or person, nothing about the speaker, and no answer. In 10⁻⁹, as scores are.
[[nodiscard]] std::int64_t cost_of(const Wording& wording, const notes::FeatureValues& features);

/// What a unit costs that points back at something that the reader does not see.
inline constexpr std::int64_t kPointsBackCost = 300'000'000;

/// How a unit stands to the question before its message.
struct Answering {
  bool agrees = false;   ///< the question only asks for agreement (quote.h)
  bool answers = false;  ///< it asks for more, and is shown with the unit
};

/// What the unit is worth less as a memory of its own, in addition to cost_of(): it encourages the other side, says what holds for
/// everybody, only shows a picture, or hardly says anything. `stems`: how many it has. In 10⁻⁹.
[[nodiscard]] std::int64_t lack_of(const Wording& wording, const notes::FeatureValues& features, std::size_t stems,
                                   Answering asked);

/// What such a memory costs if the reader does not see what a pronoun in it means.
inline constexpr std::int64_t kUnnamedCost = 3'000'000'000;

}  // namespace turnstream::consolidation
