#pragma once
// The word lists of wording.cpp, which alone includes this file. Lists are in alphabetical order, as its lookup needs it.
// Threads: constants.

#include <algorithm>
#include <array>
#include <cstddef>
#include <string_view>

namespace turnstream::consolidation::words {

template <std::size_t N>
using List = std::array<std::string_view, N>;

/// What must have been named, if they stand among the first words behind the opening one: "I made it with almonds".
inline constexpr auto kThingPointers = std::to_array<std::string_view>({"em", "it", "them", "these", "this", "those"});
inline constexpr std::size_t kThingPointersAt = 6;
/// These point back wherever they stand.
inline constexpr auto kPluralPointers = std::to_array<std::string_view>({"these", "those"});
/// What begins an example or a contrast to something that was said before, with the word behind it.
inline constexpr std::array<std::array<std::string_view, 2>, 4> kConnections{
    {{"for", "example"}, {"for", "instance"}, {"instead", "of"}, {"speaking", "of"}}};

/// What can stand before a sentence without saying anything.
inline constexpr auto kInterjections = std::to_array<std::string_view>({"absolutely",
                                                                        "actually",
                                                                        "agreed",
                                                                        "ah",
                                                                        "also",
                                                                        "and",
                                                                        "anyway",
                                                                        "anyways",
                                                                        "aw",
                                                                        "awesome",
                                                                        "aww",
                                                                        "basically",
                                                                        "because",
                                                                        "besides",
                                                                        "but",
                                                                        "cause",
                                                                        "cheers",
                                                                        "cool",
                                                                        "cuz",
                                                                        "definitely",
                                                                        "even",
                                                                        "exactly",
                                                                        "fortunately",
                                                                        "gosh",
                                                                        "great",
                                                                        "haha",
                                                                        "hello",
                                                                        "hey",
                                                                        "hi",
                                                                        "hmm",
                                                                        "honestly",
                                                                        "indeed",
                                                                        "lately",
                                                                        "like",
                                                                        "lol",
                                                                        "luckily",
                                                                        "man",
                                                                        "maybe",
                                                                        "nah",
                                                                        "nice",
                                                                        "no",
                                                                        "nope",
                                                                        "oh",
                                                                        "ok",
                                                                        "okay",
                                                                        "ooh",
                                                                        "or",
                                                                        "personally",
                                                                        "plus",
                                                                        "right",
                                                                        "sadly",
                                                                        "so",
                                                                        "sure",
                                                                        "sweet",
                                                                        "thank",
                                                                        "thanks",
                                                                        "then",
                                                                        "though",
                                                                        "totally",
                                                                        "true",
                                                                        "unfortunately",
                                                                        "well",
                                                                        "whoa",
                                                                        "woah",
                                                                        "woo",
                                                                        "woohoo",
                                                                        "wow",
                                                                        "yay",
                                                                        "yeah",
                                                                        "yep",
                                                                        "yes",
                                                                        "yup"});
/// The same, of two words.
inline constexpr std::array<std::array<std::string_view, 2>, 5> kInterjectionPairs{
    {{"by", "the"}, {"for", "sure"}, {"i", "mean"}, {"of", "course"}, {"you", "know"}}};

inline constexpr auto kPointers = std::to_array<std::string_view>(
    {"both",  "each", "he",    "he'd", "he'll",  "he's",    "her",     "him",     "his",  "it",   "it'd",    "it'll",
     "it's",  "its",  "one",   "same", "she",    "she'd",   "she'll",  "she's",   "such", "that", "that'll", "that's",
     "their", "them", "these", "they", "they'd", "they'll", "they're", "they've", "this", "those"});
/// Those that name a person who must have been named before.
inline constexpr auto kPersonPointers =
    std::to_array<std::string_view>({"he", "he's", "her", "hers", "him", "his", "she", "she's"});
inline constexpr auto kDemonstratives = std::to_array<std::string_view>({"that", "these", "this", "those"});

inline constexpr auto kAddresses =
    std::to_array<std::string_view>({"u", "you", "you'd", "you'll", "you're", "you've", "your", "yours"});

inline constexpr auto kSelfWords =
    std::to_array<std::string_view>({"i", "i'd", "i'll", "i'm", "i've", "im", "ive", "me", "mine", "my", "myself",
                                     "our", "ours", "us", "we", "we'd", "we'll", "we're", "we've"});

/// Words about the one who speaks; "us" and "our" may mean everybody.
inline constexpr auto kOwnWords =
    std::to_array<std::string_view>({"i", "i'd", "i'll", "i'm", "i've", "im", "ive", "me", "mine", "my", "myself"});

/// Openings of what only reacts to the other side.
inline constexpr auto kReactions = std::to_array<std::string_view>(
    {"bet",   "congrats", "congratulations", "don't", "enjoy", "glad",  "good", "hope",     "hopefully",
     "how",   "keep",     "let's",           "lets",  "look",  "looks", "must", "remember", "rooting",
     "seems", "sound",    "sounds",          "stay",  "way",   "what",  "wish", "wishing"});
/// Words between "I" and the verb of a reaction: "I can totally relate".
inline constexpr auto kBetween =
    std::to_array<std::string_view>({"100", "also", "always", "can", "can't", "completely", "could", "couldn't",
                                     "definitely", "do", "just", "only", "really", "so", "totally", "truly"});
/// "I agree"
inline constexpr auto kReactingVerbs =
    std::to_array<std::string_view>({"agree", "appreciate", "bet", "hope", "imagine", "relate", "wish"});
/// "I see what you mean": a reaction with one of kReactingObjects behind it.
inline constexpr auto kPerceivingVerbs =
    std::to_array<std::string_view>({"feel", "get", "hear", "know", "see", "understand"});
inline constexpr auto kReactingObjects =
    std::to_array<std::string_view>({"how", "it", "that", "what", "why", "you", "your"});
/// "I'm so glad you …"
inline constexpr auto kMoods = std::to_array<std::string_view>(
    {"excited", "glad", "grateful", "happy", "here", "proud", "pumped", "sorry", "stoked", "thankful"});
inline constexpr auto kMoodObjects =
    std::to_array<std::string_view>({"for", "it", "of", "that", "to", "we", "you", "your"});

/// Times that depend on the day on which they are said.
inline constexpr auto kRelativeTimes = std::to_array<std::string_view>(
    {"ago", "currently", "friday", "lately", "monday", "now", "recently", "saturday", "soon", "sunday", "thursday",
     "today", "tomorrow", "tonight", "tuesday", "wednesday", "yesterday"});
/// These, too, if no year follows: "in June".
inline constexpr auto kMonths =
    std::to_array<std::string_view>({"april", "august", "december", "february", "january", "july", "june", "march",
                                     "november", "october", "september"});
/// Times behind "last", "this", "next".
inline constexpr auto kTimeSpans = std::to_array<std::string_view>(
    {"afternoon", "autumn", "coming", "evening", "fall",    "fri",    "mon",    "month", "months", "morning",
     "night",     "past",   "sat",    "season",  "spring",  "summer", "sun",    "thu",   "thurs",  "time",
     "tue",       "tues",   "wed",    "week",    "weekend", "weeks",  "winter", "year",  "years"});

static_assert(std::is_sorted(kInterjections.begin(), kInterjections.end()));
static_assert(std::is_sorted(kPointers.begin(), kPointers.end()));
static_assert(std::is_sorted(kSelfWords.begin(), kSelfWords.end()));
static_assert(std::is_sorted(kReactions.begin(), kReactions.end()));
static_assert(std::is_sorted(kBetween.begin(), kBetween.end()));
static_assert(std::is_sorted(kRelativeTimes.begin(), kRelativeTimes.end()));
static_assert(std::is_sorted(kMonths.begin(), kMonths.end()));
static_assert(std::is_sorted(kTimeSpans.begin(), kTimeSpans.end()));

}  // namespace turnstream::consolidation::words
