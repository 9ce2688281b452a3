#include "stages/episodic/signals/small_talk.h"

#include <algorithm>
#include <optional>
#include <string>

#include "stages/common/language/lexicon.h"
#include "stages/common/language/sentences.h"
#include "stages/common/language/status_line.h"
#include "stages/common/language/word_set.h"
#include "stages/common/language/words.h"
#include "stages/common/notes/openers.h"
#include "stages/common/notes/sentences.h"
#include "stages/common/notes/words.h"
#include "stages/episodic/signals/phrase_list.h"

namespace turnstream::episodic {
namespace {

using language::Sentence;
using language::Word;
using language::WordSet;

/// A longer sentence says something.
constexpr std::size_t kBytesMax = 160;
/// So many words may name a person or what one thanks for.
constexpr std::size_t kObjectsMax = 2;
constexpr std::ptrdiff_t kStatusWordsMax = 3;
/// So many words before a question can be news.
constexpr std::size_t kNewsWordsMin = 3;

/// The words that can open a bare acknowledgement: "ok", "Sure, go ahead".
constexpr std::string_view kOpens =
    "absolutely agreed ah aha alright amazing awesome aww bitte brilliant certainly cool correct cute danke deal "
    "definitely done exactly excellent fair fantastic fine good got gotcha gracias great ha haha hahaha hm hmm "
    "indeed k lol lovely makes merci neat nice no nope noted np of oh ok okay perfect please really right roger "
    "same sounds super sure sweet totally true ty tysm understood well will wonderful wow yay yeah yep yes yup";
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
    "tomorrow tonight too truly understand up wait way weekend welcome woohoo worries worth ya yo";
/// They say nothing without a negation: "nothing works" is news.
constexpr std::string_view kFillerIfPositive = "work works";
/// What "no" takes without saying anything: "no problem".
constexpr std::string_view kNoWhat =
    "biggie clue doubt idea kidding need one problem problems rush stress thank thanks way worries worry";
/// With "for" behind them they take what one thanks for: "thanks for the fix".
constexpr std::string_view kThanks = "appreciate thank thanks thx ty tysm";
/// With them, times say nothing: "see you on Sunday".
constexpr std::string_view kMeets = "catch see talk";
constexpr std::string_view kAnswers = "nah no nope yeah yep yes yup";
/// In a sentence with one of them a name is called: "No problem, Tom."
constexpr std::string_view kCalls =
    "bye cheers congrats congratulations evening goodbye hello hey hi morning night problem thank thanks thx ty welcome worries";
/// Directly before a name of any spelling: "hi bot".
constexpr std::string_view kCallsNext = "bye goodbye hello hey hi thanks";

/// The phrases below are written with contractions resolved; adverbs may stand between their words: "you are so welcome".
/// In which both sides wish and acknowledge. What follows must be filler.
constexpr std::string_view kAcknowledges =
    "glad i could help|glad it helped|glad it worked|glad it works|glad that helped|glad that worked|glad to hear|glad to help|"
    "glad you like it|happy birthday|happy new year|merry christmas|sure thing|you are welcome";
/// In which an agent says that it begins, or answers a wish.
constexpr std::string_view kAgentAcknowledges =
    "any time|i am doing well|i am fine|i am good|i am great|i am here|i am well|i do my best|"
    "i will get right on it|on it|same to you|take your time|will do|you too";
/// In which an agent offers help. Offers, and up to two words behind a preposition, may follow.
constexpr std::string_view kOffers =
    "always happy to|anything else|do not hesitate|enjoy your|feel free to|happy to help|hope that helps|hope this helps|"
    "how can i assist|how can i help|how may i help|i hope that helps|i hope this helps|is there anything else|"
    "let me know|what can i do for you|what can i help";
constexpr std::string_view kOfferWords =
    "adjust ask assist assistance change changes else forget further hesitate if issues like need questions reach run support "
    "trouble tweak want when whenever";
constexpr std::string_view kWellBeing =
    "and how are you|and you|good and you|how are you|how have you been|how is it going|how was your day";

/// The lists, read once.
struct Lists {
  WordSet opens{kOpens};
  WordSet opens_behind_i{kOpensBehindI};
  WordSet filler{kFiller};
  WordSet filler_if_positive{kFillerIfPositive};
  WordSet no_what{kNoWhat};
  WordSet thanks{kThanks};
  WordSet meets{kMeets};
  WordSet calls{kCalls};
  WordSet calls_next{kCallsNext};
  WordSet answers{kAnswers};
  WordSet offer_words{kOfferWords};
  PhraseList acknowledges{kAcknowledges};
  PhraseList agent_acknowledges{kAgentAcknowledges};
  PhraseList offers{kOffers};
  PhraseList well_being{kWellBeing};
};

const Lists& lists() {
  static const Lists kLists;
  return kLists;
}

bool holds(Sentence sentence, const WordSet& words) {
  return std::any_of(sentence.begin(), sentence.end(), [&words](const Word& word) { return words.has(word.lower); });
}

bool is_negated(Sentence sentence) {
  return std::any_of(sentence.begin(), sentence.end(), [](const Word& word) { return word.in(language::kNegation); });
}

/// The sign that makes an emoji of the one before it, which words_of() takes for a word.
bool is_sign(const Word& word) {
  return word.punctuation || word.is("\xef\xb8\x8f");
}

/// "No problem" says nothing, "no work" does.
bool denies_a_thing(Sentence sentence, std::size_t at) {
  constexpr std::uint64_t kNoThing = language::kPronoun | language::kDeterminer | language::kDeictic |
                                     language::kAdverb | language::kAuxiliary | language::kQuestionWord |
                                     language::kConjunction;
  if (!sentence[at].is("no") || at + 1 == sentence.size()) {
    return false;
  }
  const Word& thing = sentence[at + 1];
  return !thing.punctuation && !thing.in(kNoThing) && !lists().no_what.has(thing.lower) &&
         !lists().answers.has(thing.lower);
}

/// A name that is called: "Hi Bot!", "Great, Tom, thanks"; not the answer in "Yes, Porto" and "ok, Postgres".
bool is_called(Sentence sentence, std::size_t at) {
  const bool ends = at + 1 == sentence.size() || sentence[at + 1].punctuation;
  if (at == 0 || !ends) {
    return false;
  }
  const Word& before = sentence[at - 1];
  const bool answers = lists().answers.has(sentence.front().lower) && !lists().no_what.has(sentence[1].lower);
  return !answers && (lists().calls_next.has(before.lower) ||
                      (sentence[at].capital && (at == 1 || before.punctuation) && holds(sentence, lists().calls)));
}

bool is_filler(const Word& word, bool negated) {
  constexpr std::uint64_t kClosed = language::kPronoun | language::kDeterminer | language::kDeictic |
                                    language::kNegation | language::kConjunction | language::kAuxiliary |
                                    language::kIntensifier | language::kPreposition | language::kQuestionWord |
                                    language::kJoke;
  return word.in(kClosed) || lists().opens.has(word.lower) || lists().filler.has(word.lower) ||
         (!negated && lists().filler_if_positive.has(word.lower));
}

/// Whether all words are filler, a called name, the time of a meeting, or what one thanks for if that is nothing of the
/// speaker's own. `offers`: the words stand behind an offer of help.
bool says_nothing(Sentence sentence, bool offers = false) {
  const bool meets = holds(sentence, lists().meets);
  const bool negated = is_negated(sentence);
  std::size_t objects = 0;
  bool thanks = false;
  bool in_object = false;
  for (std::size_t at = 0; at < sentence.size(); ++at) {
    const Word& word = sentence[at];
    const bool time = meets && word.in(language::kTimeUnit | language::kTime | language::kNumber);
    thanks = thanks || lists().thanks.has(word.lower);
    if (is_sign(word)) {
      in_object = false;
    } else if (denies_a_thing(sentence, at) || (in_object && (word.is("my") || word.is("our")))) {
      return false;
    } else if (time || is_filler(word, negated) || (offers && lists().offer_words.has(word.lower))) {
      in_object = in_object || (thanks && word.is("for")) || (offers && word.in(language::kPreposition));
    } else if (!(in_object || is_called(sentence, at)) || ++objects > kObjectsMax) {
      return false;
    }
  }
  return true;
}

/// Whether the sentence is one of the phrases, with words behind it that say nothing.
bool is_phrase(Sentence sentence, const PhraseList& phrases, bool offers = false) {
  const std::optional<Sentence> rest = phrases.rest_of(sentence);
  return rest.has_value() && says_nothing(*rest, offers);
}

/// Whether it begins as an acknowledgement does, or has no words: "👍".
bool opens_acknowledgement(Sentence sentence) {
  const auto first = std::find_if_not(sentence.begin(), sentence.end(), is_sign);
  if (first == sentence.end()) {
    return !sentence.empty();
  }
  const auto next = first + 1;
  const bool behind_i = first->is("i") && next != sentence.end() && lists().opens_behind_i.has(next->lower);
  const bool goes = first->is("go") && (next == sentence.end() || next->punctuation || next->is("ahead"));
  return behind_i || goes || lists().opens.has(first->lower);
}

Sentence without_marks(Sentence sentence) {
  while (!sentence.empty() && sentence.back().punctuation) {
    sentence = sentence.first(sentence.size() - 1);
  }
  return sentence;
}

/// Whether a question stands behind a greeting that is not one itself: "Hey Tom, what should I do?"
bool asks_behind_greeting(Sentence sentence) {
  const Sentence asked = without_marks(sentence);
  const Sentence before = language::before_question(asked, false);
  return !before.empty() && !is_phrase(asked.subspan(before.size() + 1), lists().well_being);
}

Talk without_substance(Sentence words, std::string_view lower, bool question) {
  if (notes::is_greeting(lower) && !(question && asks_behind_greeting(words))) {
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

/// Whether news stands before the question: "The port is 8080 now, can you fix it?"
bool tells_before_question(Sentence sentence) {
  const Sentence before = language::before_question(without_marks(sentence), true);
  return before.size() >= kNewsWordsMin && language::is_meant(before) && !before[0].in(language::kPreposition) &&
         !says_nothing(before);
}

/// A person who says "half way through" only says how far something is; "the ferry is ready" is news.
bool is_short_status(Sentence words, std::string_view sentence) {
  const auto count = std::count_if(words.begin(), words.end(), [](const Word& word) { return !word.punctuation; });
  const bool names =
      std::any_of(words.begin(), words.end(), [](const Word& word) { return word.in(language::kDeterminer); });
  return count <= kStatusWordsMax && !names && language::is_bare_status(sentence);
}

}  // namespace

Talk talk_of(std::string_view sentence, Side side) {
  if (sentence.size() > kBytesMax) {
    return Talk::kSubstance;
  }
  const language::Words words = language::words_of(sentence);
  if (is_phrase(words, lists().well_being)) {
    return Talk::kGreeting;
  }
  const bool agent = side == Side::kAgent;
  if (is_phrase(words, lists().acknowledges) || (agent && is_phrase(words, lists().agent_acknowledges)) ||
      (agent && is_phrase(words, lists().offers, true))) {
    return Talk::kAcknowledgement;
  }
  const bool question = notes::is_question(sentence);
  if (says_nothing(words)) {
    const std::string lower = notes::lower_form(sentence);
    if (const Talk talk = without_substance(words, lower, question); talk != Talk::kSubstance) {
      return talk;
    }
  }
  if (question) {
    return tells_before_question(words) ? Talk::kSubstance : Talk::kQuestion;
  }
  return is_short_status(words, sentence) ? Talk::kStatus : Talk::kSubstance;
}

}  // namespace turnstream::episodic
