#include "stages/common/language/stop_words.h"

#include <algorithm>

#include "pipeline/base/utf8.h"
#include "stages/common/language/word_set.h"

namespace turnstream::language {
namespace {

/// "masked": from "[masked:password]". "couldn", "didn" … are contractions cut at the apostrophe.
constexpr std::string_view kStopWords[] = {
    "about",      "above",       "across",    "actually",  "after",      "afterwards", "again",        "against",
    "almost",     "along",       "already",   "also",      "although",   "always",     "among",        "another",
    "anybody",    "anyone",      "anything",  "anyway",    "anywhere",   "aren",       "around",       "because",
    "become",     "been",        "before",    "behind",    "being",      "below",      "beneath",      "beside",
    "besides",    "between",     "beyond",    "both",      "cannot",     "could",      "couldn",       "despite",
    "didn",       "does",        "doesn",     "doing",     "done",       "down",       "during",       "each",
    "either",     "else",        "enough",    "even",      "ever",       "every",      "everybody",    "everyone",
    "everything", "everywhere",  "except",    "fairly",    "from",       "further",    "hadn",         "hardly",
    "hasn",       "have",        "haven",     "having",    "hence",      "here",       "hers",         "herself",
    "himself",    "however",     "indeed",    "inside",    "instead",    "into",       "itself",       "just",
    "least",      "less",        "many",      "masked",    "maybe",      "might",      "mightn",       "mine",
    "more",       "moreover",    "most",      "mostly",    "much",       "must",       "mustn",        "myself",
    "near",       "nearly",      "need",      "needn",     "neither",    "never",      "nevertheless", "nobody",
    "none",       "nonetheless", "nothing",   "nowhere",   "often",      "once",       "only",         "onto",
    "other",      "others",      "otherwise", "ought",     "ours",       "ourselves",  "outside",      "over",
    "perhaps",    "quite",       "rather",    "really",    "same",       "seldom",     "several",      "shall",
    "shan",       "should",      "shouldn",   "since",     "some",       "somebody",   "somehow",      "someone",
    "something",  "sometimes",   "somewhat",  "somewhere", "soon",       "still",      "such",         "than",
    "that",       "their",       "theirs",    "them",      "themselves", "then",       "thence",       "there",
    "therefore",  "these",       "they",      "this",      "those",      "though",     "through",      "throughout",
    "thus",       "together",    "toward",    "towards",   "under",      "unless",     "until",        "upon",
    "very",       "wasn",        "well",      "were",      "weren",      "what",       "whatever",     "when",
    "whenever",   "where",       "whereas",   "wherever",  "whether",    "which",      "whichever",    "while",
    "whoever",    "whom",        "whose",     "will",      "with",       "within",     "without",      "would",
    "wouldn",     "your",        "yours",     "yourself",  "yourselves"};

}  // namespace

bool can_be_content(std::string_view word, std::size_t letters_min, std::size_t letters_max) {
  const std::size_t letters = count_code_points(word);
  return letters >= letters_min && letters <= letters_max &&
         std::any_of(word.begin(), word.end(), [](char c) { return c != '_' && (c < '0' || c > '9'); });
}

bool is_stop_word(std::string_view lower_word) {
  static const WordSet kSet(kStopWords);
  return kSet.has(lower_word);
}

}  // namespace turnstream::language
