#include "stages/common/change/worth.h"

#include <algorithm>
#include <string_view>

#include "stages/common/change/elided.h"
#include "stages/common/change/real.h"
#include "stages/common/change/word_lists.h"
#include "stages/common/language/lexicon.h"
#include "stages/common/language/phrases.h"
#include "stages/common/language/verb_rows.h"

namespace turnstream::change {
namespace {

using language::is_one_of;
using language::Sentence;
using language::Word;

constexpr std::string_view kSelfOrOurs[] = {"i",      "my",     "me",     "mine",   "myself",  "ich", "mein", "meine",
                                            "meinen", "meiner", "meinem", "mich",   "mir",     "we",  "our",  "us",
                                            "ours",   "wir",    "unser",  "unsere", "unseren", "uns"};

/// Verbs in the present tense that tell a state, in addition to those of verb_rows.h.
constexpr std::string_view kStateVerbs[] = {
    "sit",      "sits",     "keep",      "keeps",      "store",  "stores",  "lands",    "land",      "goes",
    "go",       "gets",     "get",       "starts",     "start",  "opens",   "open",     "closes",    "renews",
    "ships",    "sells",    "sell",      "bill",       "bills",  "bank",    "serves",   "switches",  "relies",
    "rely",     "signs",    "handles",   "handle",     "host",   "hosts",   "happens",  "means",     "costs",
    "cost",     "pays",     "pay",       "rent",       "rents",  "commute", "commutes", "take",      "takes",
    "wear",     "wears",    "eat",       "eats",       "drink",  "drinks",  "smoke",    "smokes",    "sleep",
    "cook",     "cooks",    "swim",      "swims",      "run",    "runs",    "ride",     "rides",     "fly",
    "flies",    "sing",     "sings",     "knit",       "knits",  "paint",   "paints",   "write",     "writes",
    "code",     "codes",    "edit",      "edits",      "deploy", "deploys", "build",    "builds",    "test",
    "tests",    "track",    "tracks",    "log",        "logs",   "grow",    "grows",    "raise",     "raises",
    "train",    "trains",   "visit",     "visits",     "see",    "sees",    "mentor",   "mentors",   "coach",
    "lead",     "leads",    "manage",    "manages",    "own",    "owns",    "maintain", "maintains", "support",
    "supports", "protect",  "protects",  "offer",      "offers", "call",    "calls",    "share",     "shares",
    "help",     "helps",    "freelance", "freelances", "meet",   "meets",   "does",     "do",        "stands",
    "contains", "includes", "escalates", "answers",    "leaves", "arrives", "prefer",   "need",      "needs",
    "want",     "wants",    "belong",    "belongs",    "stays",  "stay",    "lives",    "live",      "wohne",
    "arbeite",  "nutzen",   "nutze",     "singe",      "trinke", "spiele",  "habe",     "haben",     "hab",
    "bin",      "sind",     "ist",       "hat",        "esse",   "fahre",   "lerne",    "heiße",     "heißt",
    "läuft"};

/// Verbs behind "I" or "we" that tell a thought, a feeling or what passed.
constexpr std::string_view kPassingVerbs[] = {
    "think", "guess", "feel",       "know",    "mean",   "saw",        "had",   "went",  "was",     "were",
    "can",   "will",  "remember",   "believe", "agree",  "understand", "hear",  "heard", "thought", "felt",
    "said",  "told",  "appreciate", "bet",     "did",    "made",       "came",  "found", "got",     "tried",
    "just",  "look",  "looked",     "hope",    "wonder", "love",       "enjoy", "glad",  "thank",   "must",
    "may",   "met",   "gave",       "took",    "ran",    "saw"};

constexpr std::string_view kHelpingVerbs[] = {"have", "has", "been", "am", "do", "not", "never"};

/// A sentence with one of these words is about a moment.
constexpr std::string_view kMoment[] = {"today",   "tonight", "yesterday", "tomorrow",
                                        "earlier", "morgen",  "heute",     "gestern"};
/// A sentence that begins so is small talk.
constexpr std::string_view kSmallTalk[] = {
    "thanks", "thank",  "phew",    "wow",    "what",    "sorry", "congrats", "congratulations", "hello", "hi",  "hey",
    "lol",    "haha",   "great",   "cool",   "awesome", "nice",  "good",     "please",          "how",   "let", "look",
    "see",    "nobody", "someone", "people", "everyone"};
/// Subjects that need the conversation to be understood.
constexpr std::string_view kUnclear[] = {
    "it",    "this", "that", "these", "those",   "they",       "he",        "she",      "you", "your", "his", "her",
    "their", "its",  "who",  "which", "nothing", "everything", "something", "anything", "no",  "not",  "yes"};

/// What a life has in the past tense: worth remembering of the speaker and their people.
constexpr std::string_view kLifeEvents[] = {
    "died",         "born",     "married",   "engaged",    "divorced", "diagnosed", "pregnant", "hired",
    "fired",        "promoted", "graduated", "retired",    "widowed",  "won",       "proposed", "hospitalised",
    "hospitalized", "laid",     "adopted",   "miscarried", "enrolled", "enlisted"};

struct Counts {
  std::size_t specific = 0;
  std::size_t names = 0;
  std::size_t values = 0;
  std::size_t solid = 0;  ///< names, numbers, relatives and slots
};

Counts count(std::span<const Topic> topics) {
  Counts counts;
  for (const Topic& topic : topics) {
    counts.specific += topic.specific() ? 1 : 0;
    counts.names += topic.is(kName) ? 1 : 0;
    counts.values += topic.is(kValue) ? 1 : 0;
    counts.solid += topic.is(kName | kValue | kPerson | kSlot) ? 1 : 0;
  }
  return counts;
}

bool has(Sentence sentence, const WordSet& words) {
  return std::any_of(sentence.begin(), sentence.end(),
                     [&words](const Word& word) { return !word.quoted && word.in(words); });
}

bool is_copula(const Word& word) {
  return word.is("is") || word.is("are") || word.is("am");
}

/// Whether the word in this place tells a state in the present tense.
bool marks_state(Sentence sentence, std::size_t at) {
  const Word& word = sentence[at];
  if (word.quoted) {
    return false;
  }
  if (is_copula(word) || word.is("have") || word.is("has") || word.is("=") || word.is("bin") || word.is("ist")) {
    return true;
  }
  // "The wedding's on June 6th": what looks like a possessive, before an article, a preposition, a number or a verb form.
  if (word.possessive && word.text.ends_with("s") && at + 1 < sentence.size()) {
    const Word& next = sentence[at + 1];
    return next.in(language::kDeterminer | language::kPreposition | language::kNumber | language::kNegation |
                   language::kLasting) ||
           next.is("called") || next.is("been") || language::is_activity(next) || language::is_code(next);
  }
  static const WordSet kVerbs(kStateVerbs);
  return word.in(kVerbs) || (at > 0 && !language::rows_with(language::VerbForm::kFinite, word.lower).empty());
}

/// Whether a mood or a judgement is all that the copula at this place says: "I'm so tired".
bool is_mood(Sentence sentence, std::size_t copula) {
  std::size_t at = copula + 1;
  while (at < sentence.size() && sentence[at].in(language::kAdverb | language::kIntensifier) &&
         !sentence[at].in(language::kEvaluation | language::kPassing)) {
    ++at;
  }
  if (at >= sentence.size()) {
    return true;
  }
  const Word& next = sentence[at];
  if (language::is_activity(next) && !is_elided_state(next.lower)) {
    return language::rows_with(language::VerbForm::kProgressive, next.lower).empty();  // "I'm looking forward to it"
  }
  const bool article = language::is_indefinite(next) && at + 1 < sentence.size();
  const Word& judged = article ? sentence[at + 1] : next;
  return judged.in(language::kEvaluation | language::kPassing) &&
         !judged.in(language::kPreposition | language::kLasting | language::kProperty);
}

bool passes(Sentence sentence) {
  static const WordSet kMoments(kMoment);
  if (sentence.empty() || has(sentence, kMoments)) {
    return true;
  }
  std::size_t first = 0;
  while (first < sentence.size() && sentence[first].punctuation) {
    ++first;
  }
  return first == sentence.size() || is_one_of(kSmallTalk, sentence[first].lower);
}

/// Whether the word behind the subject "I" or "we" at this place tells what passes.
bool is_passing_subject(Sentence sentence, std::size_t at) {
  static const WordSet kVerbs(kPassingVerbs);
  static const WordSet kHelpers(kHelpingVerbs);
  std::size_t verb = at + 1;
  while (verb < sentence.size() && !sentence[verb].in(kVerbs) &&
         (sentence[verb].in(language::kAdverb) || sentence[verb].in(kHelpers))) {
    ++verb;
  }
  const bool owns = verb < sentence.size() && verb > at + 1 && sentence[verb].is("got");  // "I've got"
  return verb < sentence.size() && !owns && sentence[verb].in(kVerbs);
}

/// The first place of a state that is real and not a mood; the size of the sentence if there is none.
std::size_t state_at(Sentence sentence) {
  for (std::size_t at = 0; at < sentence.size(); ++at) {
    if (!marks_state(sentence, at) || (is_copula(sentence[at]) && is_mood(sentence, at))) {
      continue;
    }
    const Clause clause = clause_at(sentence, at);
    const Sentence words = sentence.subspan(clause.begin, clause.end - clause.begin);
    const auto subject =
        std::find_if(words.begin(), words.end(), [](const Word& word) { return word.is("i") || word.is("we"); });
    const bool passing = subject != words.end() &&
                         is_passing_subject(sentence, clause.begin + static_cast<std::size_t>(subject - words.begin()));
    const bool past =
        std::any_of(words.begin(), words.end(), [](const Word& word) { return word.is("was") || word.is("were"); });
    if (is_real(words) && !passing && !past) {
      return at;
    }
  }
  return sentence.size();
}

bool tells_elided_state(Sentence sentence) {
  std::size_t first = 0;
  while (first < sentence.size() && (sentence[first].punctuation || sentence[first].in(language::kOpening))) {
    ++first;
  }
  const Clause clause = first < sentence.size() ? clause_at(sentence, first) : Clause{};
  return first < sentence.size() && is_elided_state(sentence[first].lower) &&
         is_real(sentence.subspan(clause.begin, clause.end - clause.begin));
}

bool tells_life_event(Sentence sentence) {
  static const WordSet kEvents(kLifeEvents);
  for (std::size_t at = 0; at < sentence.size(); ++at) {
    if (!sentence[at].quoted && sentence[at].in(kEvents)) {
      const Clause clause = clause_at(sentence, at);
      return is_real(sentence.subspan(clause.begin, clause.end - clause.begin));
    }
  }
  return false;
}

}  // namespace

bool is_about_self(Sentence sentence) {
  static const WordSet kWords(kSelfOrOurs);
  return has(sentence, kWords);
}

bool is_worth(Sentence sentence, std::span<const Topic> topics, bool begins) {
  const Counts counts = count(topics);
  if (counts.specific + counts.solid == 0 || passes(sentence)) {
    return false;
  }
  const bool related = std::any_of(topics.begin(), topics.end(), [](const Topic& topic) { return topic.is(kPerson); });
  const bool anchored = related || is_about_self(sentence);
  if (begins && (anchored || counts.solid >= 1)) {
    return is_real(sentence);
  }
  if (tells_elided_state(sentence)) {
    return true;
  }
  if (anchored && tells_life_event(sentence)) {
    return true;
  }
  const std::size_t state = state_at(sentence);
  if (state == sentence.size()) {
    return false;
  }
  const bool clear = !is_one_of(kUnclear, sentence.front().lower);
  const bool thin = is_copula(sentence[state]) || sentence[state].is("have") || sentence[state].is("has");
  if (!clear) {
    return anchored && counts.names + counts.values >= 1;
  }
  if (anchored) {
    return counts.solid >= 1 || counts.specific >= (thin ? 2U : 1U);
  }
  return state > 0 && counts.solid >= 1 && topics.size() >= 2;
}

}  // namespace turnstream::change
