#pragma once
// The word lists of referents.cpp, which alone includes this file. Lists are in alphabetical order, as its lookup needs it.
// Threads: constants.

#include <algorithm>
#include <array>
#include <string_view>

namespace turnstream::consolidation::words {

/// "it": not understood without a name before.
inline constexpr auto kThings = std::to_array<std::string_view>({"it", "it'd", "it'll", "it's", "its"});
/// "they": not understood without a name before, wherever it stands.
inline constexpr auto kMany = std::to_array<std::string_view>(
    {"em", "their", "theirs", "them", "they", "they'd", "they'll", "they're", "they've"});
/// "that": so, too, if it opens a sentence and no noun follows: "That was hard", not "That boat is fast".
inline constexpr auto kPointersAlone =
    std::to_array<std::string_view>({"that", "that'll", "that's", "these", "this", "those"});
/// "one" opens a sentence: "One is enough", not "One of my cats".
inline constexpr auto kChosen = std::to_array<std::string_view>({"both", "each", "one", "same"});

/// Words before a noun: articles and the like, and prepositions.
inline constexpr auto kBeforeNouns = std::to_array<std::string_view>(
    {"a",    "about", "an",    "another", "any",  "at",    "by",   "each",  "every", "for", "from",
     "her",  "his",   "in",    "into",    "my",   "near",  "no",   "of",    "on",    "our", "some",
     "that", "the",   "their", "these",   "this", "those", "what", "which", "with",  "your"});
/// Nouns that name nothing, and words that no noun is.
inline constexpr auto kNamesNothing = std::to_array<std::string_view>(
    {"afterwards", "again",  "ago",       "alone",      "already", "anything", "anyway",  "around",   "away",
     "back",       "before", "being",     "best",       "better",  "bit",      "cool",    "day",      "days",
     "doing",      "else",   "ever",      "everything", "first",   "forever",  "fun",     "going",    "good",
     "great",      "happy",  "hard",      "having",     "idea",    "job",      "kind",    "last",     "lately",
     "little",     "look",   "lot",       "lots",       "love",    "moment",   "moments", "month",    "more",
     "most",       "much",   "myself",    "next",       "nice",    "nothing",  "now",     "one",      "ones",
     "other",      "part",   "photo",     "pic",        "picture", "place",    "point",   "really",   "recently",
     "same",       "seeing", "so",        "something",  "soon",    "sort",     "stuff",   "super",    "sure",
     "there",      "thing",  "things",    "though",     "time",    "times",    "today",   "together", "tomorrow",
     "tonight",    "too",    "tough",     "very",       "way",     "ways",     "week",    "weekend",  "well",
     "year",       "years",  "yesterday", "yet",        "yourself"});

/// What stands before an adjective that closes a clause: "it looks delicious".
inline constexpr auto kBeforeAdjectives = std::to_array<std::string_view>(
    {"are",     "as",    "be",      "been", "being", "feel",  "feels",  "felt",   "get",   "got",
     "how",     "i'm",   "is",      "it's", "kinda", "look",  "looked", "looks",  "more",  "most",
     "pretty",  "quite", "really",  "seem", "seems", "so",    "sound",  "sounds", "super", "that's",
     "they're", "too",   "totally", "very", "was",   "we're", "were",   "you're"});

/// "Do it", "do that": something that was named before.
inline constexpr auto kDoing = std::to_array<std::string_view>({"did", "do", "does", "doing", "done", "like"});
inline constexpr auto kActions = std::to_array<std::string_view>({"it", "that", "this"});

/// Nouns for several without an s at the end, which "they" can mean.
inline constexpr auto kGroups = std::to_array<std::string_view>(
    {"audience", "children", "class", "community", "company", "crew", "crowd", "everybody", "everyone", "family",
     "folks", "group", "men", "people", "someone", "team", "women"});
/// What follows "that" if it stands alone, beside stop words and verbs with an s at the end: "that must be hard".
inline constexpr auto kBehindPointersAlone = std::to_array<std::string_view>(
    {"also", "always", "can",  "could",  "definitely", "gave",   "helped", "made",  "make",    "may",     "might",
     "must", "one",    "ones", "really", "reminded",   "should", "sort",   "sound", "sounded", "totally", "would"});

/// Verbs behind "it" that take what "it" means behind them: "it feels good to …".
inline constexpr auto kEmptySubjectVerbs = std::to_array<std::string_view>(
    {"be", "been", "feels", "felt", "is", "makes", "seems", "takes", "took", "was", "would"});
/// What that begins with.
inline constexpr auto kClauseOpenings = std::to_array<std::string_view>(
    {"having", "how", "if", "knowing", "seeing", "that", "to", "watching", "what", "when"});

static_assert(std::is_sorted(kMany.begin(), kMany.end()));
static_assert(std::is_sorted(kNamesNothing.begin(), kNamesNothing.end()));
static_assert(std::is_sorted(kBeforeNouns.begin(), kBeforeNouns.end()));

}  // namespace turnstream::consolidation::words
