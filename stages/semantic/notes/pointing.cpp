#include "stages/semantic/notes/pointing.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <span>

#include "stages/common/language/word_set.h"
#include "stages/common/notes/word_classes.h"

namespace turnstream::semantic {
namespace {

/// Lists are in alphabetical order.
/// These stand for something wherever they are.
constexpr auto kPronouns = std::to_array<std::string_view>(
    {"both", "em", "he", "her", "hers", "him", "his", "it", "its", "she", "their", "theirs", "them", "they"});
/// These do so in some places: "that was hard", but not "the day that I left".
constexpr auto kDeictic =
    std::to_array<std::string_view>({"here", "one", "ones", "that", "there", "these", "this", "those"});
constexpr auto kBehindDeictic = std::to_array<std::string_view>(
    {"and", "are", "because", "but", "d", "had", "has", "is", "ll", "s", "so", "was", "were", "will", "would"});
/// Those of both lists that are no stop words.
constexpr auto kNoStopWords =
    std::to_array<std::string_view>({"both", "em", "here", "hers", "ones", "theirs", "there"});
/// Before a noun, these say that it was named: "this book".
constexpr auto kNearDefinite = std::to_array<std::string_view>({"these", "this"});
/// Nouns that stand for what was said before, if nothing behind them says which: "the event".
constexpr auto kAnyNouns = std::to_array<std::string_view>(
    {"activity", "book",       "cause",      "city",   "class",      "competition", "concert",  "course",  "dish",
     "event",    "experience", "film",       "game",   "group",      "idea",        "language", "letter",  "match",
     "movie",    "painting",   "party",      "photo",  "photoshoot", "pic",         "picture",  "piece",   "place",
     "process",  "project",    "recipe",     "script", "series",     "show",        "song",     "spot",    "story",
     "team",     "topic",      "tournament", "town",   "trail",      "trilogy",     "trip",     "workshop"});
/// What can stand behind "this" and names nothing that was named before: times, and pictures, which are shown where they are spoken of.
constexpr auto kNotNouns =
    std::to_array<std::string_view>({"image", "past", "photo", "pic", "picture", "point", "time"});
/// What stands before a noun that is named for the first time.
constexpr auto kOwners = std::to_array<std::string_view>({"a", "an", "another", "my", "our"});
/// What stands before nouns of many, so that a word with "s" at its end is not a verb.
constexpr auto kBeforePlurals = std::to_array<std::string_view>(
    {"and", "for", "from", "in", "many", "my", "of", "on", "or", "our", "some", "the", "these", "to", "with"});
/// What follows a noun and says which one is meant: "the trip to Oslo".
constexpr auto kTellsWhich = std::to_array<std::string_view>(
    {"about", "at", "by", "for", "from", "i", "in", "of", "on", "that", "to", "we", "where", "which", "who", "with"});
/// What follows a verb that is the subject: "Winning was great".
constexpr auto kBehindSubject =
    std::to_array<std::string_view>({"feels", "felt", "gave", "gives", "has", "is", "made", "makes", "means", "was"});
/// Words that tell nothing of a topic, besides stop words: most verbs and adjectives of small talk.
constexpr auto kLight = std::to_array<std::string_view>(
    {"absolutely", "after",     "again",       "ago",         "ahhahha",   "already",   "alright",     "also",
     "always",     "amazing",   "any",         "anyone",      "anything",  "around",    "away",        "awesome",
     "back",       "bad",       "because",     "been",        "before",    "being",     "believe",     "belong",
     "best",       "bet",       "better",      "big",         "bit",       "bummer",    "busy",        "came",
     "catch",      "caught",    "change",      "changed",     "chat",      "check",     "cheers",      "come",
     "cool",       "could",     "crazy",       "day",         "days",      "decide",    "decided",     "definitely",
     "did",        "different", "does",        "doing",       "down",      "during",    "easy",        "else",
     "enjoy",      "enough",    "especially",  "even",        "ever",      "every",     "everyone",    "everything",
     "exactly",    "excited",   "experience",  "experiences", "favorite",  "feel",      "feeling",     "feels",
     "felt",       "few",       "find",        "fine",        "first",     "for",       "found",       "from",
     "fun",        "gave",      "get",         "getting",     "give",      "glad",      "go",          "going",
     "gonna",      "good",      "got",         "great",       "guess",     "haha",      "happen",      "happened",
     "happy",      "hard",      "haven",       "hear",        "help",      "helped",    "helps",       "hey",
     "hmm",        "hope",      "hopefully",   "how",         "idea",      "important", "inspiration", "inspire",
     "inspired",   "inspires",  "interesting", "involved",    "keep",      "keeping",   "keeps",       "kind",
     "know",       "last",      "lately",      "learn",       "least",     "less",      "let",         "life",
     "like",       "little",    "long",        "look",        "looking",   "looks",     "lot",         "lots",
     "love",       "made",      "make",        "makes",       "many",      "matter",    "matters",     "maybe",
     "mean",       "means",     "might",       "mind",        "moment",    "more",      "most",        "motivate",
     "motivated",  "motivates", "much",        "must",        "need",      "never",     "new",         "next",
     "nice",       "nope",      "nothing",     "now",         "off",       "often",     "oh",          "ok",
     "okay",       "one",       "only",        "other",       "others",    "our",       "out",         "over",
     "own",        "part",      "people",      "pick",        "picked",    "place",     "planning",    "plans",
     "put",        "really",    "reason",      "recent",      "recently",  "remember",  "right",       "rough",
     "said",       "same",      "say",         "see",         "seem",      "seems",     "seen",        "share",
     "should",     "show",      "since",       "someone",     "something", "sometimes", "soon",        "sound",
     "sounds",     "special",   "spend",       "stand",       "stands",    "start",     "started",     "still",
     "stuff",      "super",     "sure",        "take",        "talk",      "talked",    "talking",     "tell",
     "than",       "thank",     "thanks",      "their",       "then",      "there",     "these",       "thing",
     "things",     "think",     "those",       "though",      "thought",   "through",   "time",        "today",
     "together",   "tonight",   "too",         "totally",     "tough",     "tried",     "true",        "try",
     "two",        "under",     "up",          "use",         "used",      "usually",   "very",        "wait",
     "wanna",      "want",      "way",         "week",        "weekend",   "well",      "what",        "when",
     "where",      "which",     "while",       "who",         "why",       "wild",      "will",        "with",
     "without",    "won",       "wonderful",   "work",        "working",   "world",     "would",       "wow",
     "yeah",       "year",      "years",       "yep",         "yes",       "yet",       "you",         "your"});
static_assert(std::is_sorted(kPronouns.begin(), kPronouns.end()) && std::is_sorted(kDeictic.begin(), kDeictic.end()) &&
              std::is_sorted(kBehindDeictic.begin(), kBehindDeictic.end()) &&
              std::is_sorted(kAnyNouns.begin(), kAnyNouns.end()) &&
              std::is_sorted(kBeforePlurals.begin(), kBeforePlurals.end()) &&
              std::is_sorted(kNotNouns.begin(), kNotNouns.end()) && std::is_sorted(kOwners.begin(), kOwners.end()) &&
              std::is_sorted(kTellsWhich.begin(), kTellsWhich.end()) &&
              std::is_sorted(kBehindSubject.begin(), kBehindSubject.end()) &&
              std::is_sorted(kLight.begin(), kLight.end()));

constexpr std::size_t kOpeningWords = 2;
constexpr std::size_t kVerbBytesMin = 6;  ///< "winning", not "being"
constexpr std::size_t kNameBytesMin = 3;
constexpr std::size_t kPluralBytesMin = 5;
constexpr std::uint32_t kTimes = notes::kAfterThis | notes::kAfterLast | notes::kSpan | notes::kCalendar;

template <const auto& kWords>
bool is_in(std::string_view word) {
  static const language::WordSet kSet{std::span<const std::string_view>(kWords)};
  return kSet.has(word);
}

/// The words of a unit by place; behind the last one they are empty.
class Words {
 public:
  explicit Words(const notes::ReadText& text) : text_(text) {}

  [[nodiscard]] std::size_t size() const { return text_.words().size(); }
  [[nodiscard]] std::string_view at(std::size_t place) const {
    return place < size() ? text_.letters(text_.words()[place]) : std::string_view();
  }
  [[nodiscard]] std::uint32_t classes(std::size_t place) const {
    return place < size() ? text_.words()[place].classes : std::uint32_t{notes::kStop};
  }
  /// Whether the word is the last one, or a sign stands behind it.
  [[nodiscard]] bool closes(std::size_t place) const {
    const std::size_t end = text_.words()[place].end;
    return end >= text_.lower().size() ||
           std::string_view(",.;:!?)").find(text_.lower()[end]) != std::string_view::npos;
  }
  [[nodiscard]] bool stood_before(std::size_t place) const {
    for (std::size_t i = 0; i < place; ++i) {
      if (at(i) == at(place)) {
        return true;
      }
    }
    return false;
  }

 private:
  const notes::ReadText& text_;
};

bool is_deictic(const Words& words, std::size_t place) {
  return (place < kOpeningWords || place + 1 == words.size() || words.closes(place) ||
          is_in<kBehindDeictic>(words.at(place + 1))) &&
         is_in<kDeictic>(words.at(place));
}

/// What the words of a unit have named so far, so that a pronoun may stand for it.
struct Named {
  bool object = false;  ///< "a boat", "my boat"
  bool many = false;    ///< "boats", "the family"
  bool person = false;  ///< "my sister"

  /// Whether the pronoun can stand for it.
  [[nodiscard]] bool is_meant(std::string_view pronoun) const {
    if (pronoun.starts_with("it")) {
      return object;
    }
    return pronoun.starts_with("th") || pronoun == "em" || pronoun == "both" ? many : person;
  }
  void add(const Words& words, std::size_t place) {
    const std::uint32_t classes = words.classes(place);
    if ((classes & notes::kStop) != 0) {
      return;
    }
    object = object || (place > 0 && is_in<kOwners>(words.at(place - 1))) ||
             (place > 1 && is_in<kOwners>(words.at(place - 2)));
    person = person || (classes & notes::kKin) != 0;
    many = many || person || (place > 0 && is_plural(words.at(place)) && is_counted(words, place));
  }

 private:
  /// Precondition: `place` is not 0.
  static bool is_counted(const Words& words, std::size_t place) {
    return is_in<kBeforePlurals>(words.at(place - 1)) || (words.classes(place - 1) & notes::kNumber) != 0;
  }
  static bool is_plural(std::string_view word) {
    return word == "people" || (word.size() >= kPluralBytesMin && word.ends_with('s') && !word.ends_with("ss"));
  }
};

/// Whether "this" or "the" at this place stands before a noun that was to be named: "this book", "the event".
bool is_before_known(const Words& words, std::size_t place) {
  const std::size_t noun = place + 1;
  if (noun >= words.size() || words.closes(place) || words.stood_before(noun)) {
    return false;
  }
  if (words.at(place) == "the" || words.at(place).starts_with("tha") || words.at(place).starts_with("tho")) {
    return is_in<kAnyNouns>(words.at(noun)) && (words.closes(noun) || !is_in<kTellsWhich>(words.at(noun + 1)));
  }
  return is_in<kNearDefinite>(words.at(place)) && (words.classes(noun) & (notes::kStop | kTimes)) == 0 &&
         !is_in<kNotNouns>(words.at(noun));
}

/// Whether the unit opens with a verb as its subject: "Winning was great".
bool opens_with_verb(const Words& words) {
  return words.size() > 1 && words.at(0).size() >= kVerbBytesMin && words.at(0).ends_with("ing") &&
         (words.classes(0) & notes::kStop) == 0 && is_in<kBehindSubject>(words.at(1));
}

/// Whether the unit continues a story: "We even won a cup!"
bool goes_on(const Words& words) {
  return words.at(1) == "even" && (words.classes(0) & notes::kOpensSelf) != 0;
}

}  // namespace

bool points_back(const notes::ReadText& unit) {
  const Words words(unit);
  Named named;
  for (std::size_t place = 0; place < words.size(); ++place) {
    const std::string_view word = words.at(place);
    // All words of the lists but these are stop words, so that most words need no look.
    const bool can = (words.classes(place) & notes::kStop) != 0 || is_in<kNoStopWords>(word);
    const bool stands_for = can && is_in<kPronouns>(word) && !named.is_meant(word);
    if (stands_for || (can && (is_deictic(words, place) || is_before_known(words, place)))) {
      return true;
    }
    named.add(words, place);
  }
  return opens_with_verb(words) || goes_on(words);
}

bool names_something(const notes::ReadText& text) {
  const std::vector<notes::Word>& words = text.words();
  return std::any_of(words.begin(), words.end(), [&text](const notes::Word& word) {
    const std::string_view letters = text.letters(word);
    return letters.size() >= kNameBytesMin && (word.classes & (notes::kStop | notes::kFluff | notes::kAsking)) == 0 &&
           !is_in<kLight>(letters);
  });
}

}  // namespace turnstream::semantic
