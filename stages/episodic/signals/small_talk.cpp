#include "stages/episodic/signals/small_talk.h"

#include <algorithm>
#include <string>

#include "stages/common/language/lexicon.h"
#include "stages/common/language/status_line.h"
#include "stages/common/language/words.h"
#include "stages/common/notes/openers.h"
#include "stages/common/notes/sentences.h"
#include "stages/common/notes/words.h"
#include "stages/episodic/signals/word_set.h"

namespace turnstream::episodic {
namespace {

using language::Word;
using language::Words;

/// A longer sentence says something.
constexpr std::size_t kBytesMax = 160;
/// So many words may name a person, a day or what one thanks for.
constexpr std::size_t kObjectsMax = 2;

constexpr std::ptrdiff_t kStatusWordsMax = 3;

/// The words that can open a bare acknowledgement: "ok", "Sure, go ahead".
constexpr std::string_view kOpens =
    "absolutely agreed ah aha alright amazing awesome aww brilliant certainly cool correct cute deal "
    "definitely done exactly excellent fair fantastic fine good got gotcha great ha haha hahaha hm hmm "
    "indeed k lol lovely makes neat nice no nope noted of oh ok okay perfect please really right roger "
    "same sounds super sure sweet totally true understood well will wonderful wow yay yeah yep yes yup";
/// Behind "I" they acknowledge: "I see".
constexpr std::string_view kOpensBehindI = "agree guess know see understand";
/// Words that say nothing in such a sentence, besides pronouns, prepositions and the like.
constexpr std::string_view kFiller =
    "again ahead anytime appreciate back best bet bye care caring catch chat cheers congrats congratulations "
    "course day dude evening excited feel friend fun get glad go going goodbye goodnight guess guys "
    "happy hear heard hello help helpful helping hey hi hope huge idea idk impressive incredible "
    "inspiring job just keep kidding kind know later let look looks lot lots love luck man mate maybe "
    "means mind morning much need night now one pleasure point pretty problem proud question see seem seems sense "
    "smart soon sorry sound still stuff take talk thank thanks then there thx time today "
    "tomorrow tonight too truly understand up wait way weekend welcome woohoo work works worries worth "
    "ya yo";
/// What may stand before the object of thanks, wishes and meetings: "thanks for the fix", "see you on Sunday".
constexpr std::string_view kTakesObject =
    "appreciate catch congrats congratulations luck see talk thank thanks thx welcome";
constexpr std::string_view kAnswers = "nah no nope yeah yep yes yup";
/// What one calls with a name.
constexpr std::string_view kCalls = "bye goodbye hello hey hi thanks";

/// How a sentence begins in which an agent offers help or says that it begins. One of them is enough.
constexpr std::string_view kCourtesies =
    "always happy to|any time|anything else|don't hesitate|enjoy your|feel free to|glad i could|happy to help|"
    "hope that helps|hope this helps|how can i assist|how can i help|how may i help|i am here|"
    "i hope that|i hope this helps|i do my best|i'll get right on it|i'm always here|i'm here|is there anything else|"
    "just let me know|let me know if|let me know when|on it|same to you|take your time|what can i do for you|"
    "what can i help|will do|you are welcome|you too|you're welcome";
constexpr std::string_view kWellBeing =
    "and how are you|and you?|good, and you?|how are you|how have you been|how is it going|"
    "how was your day";

/// The lists, read once.
struct Lists {
  WordSet opens{kOpens};
  WordSet opens_behind_i{kOpensBehindI};
  WordSet filler{kFiller};
  WordSet takes_object{kTakesObject};
  WordSet calls{kCalls};
  WordSet answers{kAnswers};
};

const Lists& lists() {
  static const Lists kLists;
  return kLists;
}

/// Whether the text begins with one of the phrases, which are separated by `|`.
bool begins_with_one(std::string_view phrases, std::string_view lower) {
  for (std::size_t at = 0; at < phrases.size();) {
    const std::size_t end = std::min(phrases.find('|', at), phrases.size());
    if (lower.starts_with(phrases.substr(at, end - at))) {
      return true;
    }
    at = end + 1;
  }
  return false;
}

bool ends_phrase(const Words& words, std::size_t at) {
  return at + 1 == words.size() || words[at + 1].punctuation;
}

/// A name that is called: "Hi Bot!", "Great, Tom, thanks"; not the answer in "Yes, Porto".
bool is_called(const Words& words, std::size_t at) {
  if (at == 0 || !ends_phrase(words, at) || lists().answers.has(words.front().lower)) {
    return false;
  }
  const Word& before = words[at - 1];
  return lists().calls.has(before.lower) || (words[at].capital && (at == 1 || before.punctuation));
}

bool is_filler(const Word& word) {
  constexpr std::uint64_t kClosed = language::kPronoun | language::kDeterminer | language::kDeictic |
                                    language::kNegation | language::kConjunction | language::kAuxiliary |
                                    language::kIntensifier | language::kPreposition | language::kQuestionWord |
                                    language::kJoke;
  return word.in(kClosed) || lists().opens.has(word.lower) || lists().filler.has(word.lower);
}

/// Whether all words are filler, a called name, or the object of thanks, a wish or a meeting.
bool says_nothing(const Words& words) {
  std::size_t objects = 0;
  bool takes_object = false;
  bool in_object = false;
  for (std::size_t at = 0; at < words.size(); ++at) {
    const Word& word = words[at];
    if (word.punctuation) {
      in_object = false;
    } else if (is_filler(word)) {
      takes_object = takes_object || lists().takes_object.has(word.lower);
      in_object = in_object || (takes_object && word.in(language::kPreposition));
    } else if (!(in_object || is_called(words, at)) || ++objects > kObjectsMax) {
      return false;
    }
  }
  return true;
}

/// Whether it begins as an acknowledgement does, or has no words: "👍".
bool opens_acknowledgement(const Words& words) {
  const auto first = std::find_if(words.begin(), words.end(), [](const Word& word) { return !word.punctuation; });
  if (first == words.end()) {
    return !words.empty();
  }
  const auto next = first + 1;
  const bool behind_i = first->is("i") && next != words.end() && lists().opens_behind_i.has(next->lower);
  const bool goes = first->is("go") && (next == words.end() || next->punctuation || next->is("ahead"));
  return behind_i || goes || lists().opens.has(first->lower);
}

Talk without_substance(const Words& words, std::string_view lower, bool question) {
  if (notes::is_greeting(lower)) {
    return Talk::kGreeting;
  }
  if (question) {
    return Talk::kQuestion;
  }
  if (notes::is_thanks(lower)) {
    return Talk::kThanks;
  }
  // The openers of cheers have words that acknowledge, too: "yes", "sure".
  if (opens_acknowledgement(words)) {
    return Talk::kAcknowledgement;
  }
  return notes::is_cheer(lower) ? Talk::kCheer : Talk::kSubstance;
}

/// A person who says "half way through" only says how far something is; "the ferry is ready" is news.
bool is_short_status(const Words& words, std::string_view sentence) {
  const auto count = std::count_if(words.begin(), words.end(), [](const Word& word) { return !word.punctuation; });
  const bool names =
      std::any_of(words.begin(), words.end(), [](const Word& word) { return word.in(language::kDeterminer); });
  return count <= kStatusWordsMax && !names && language::is_status_line(sentence);
}

}  // namespace

Talk talk_of(std::string_view sentence, Side side) {
  const bool question = notes::is_question(sentence);
  if (sentence.size() > kBytesMax) {
    return question ? Talk::kQuestion : Talk::kSubstance;
  }
  const std::string lower = notes::lower_form(sentence);
  if (begins_with_one(kWellBeing, lower)) {
    return Talk::kGreeting;
  }
  if (side == Side::kAgent && begins_with_one(kCourtesies, lower)) {
    return Talk::kAcknowledgement;
  }
  const Words words = language::words_of(sentence);
  if (says_nothing(words)) {
    if (const Talk talk = without_substance(words, lower, question); talk != Talk::kSubstance) {
      return talk;
    }
  }
  if (question) {
    return Talk::kQuestion;
  }
  return is_short_status(words, sentence) ? Talk::kStatus : Talk::kSubstance;
}

}  // namespace turnstream::episodic
