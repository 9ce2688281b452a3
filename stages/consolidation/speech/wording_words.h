#pragma once
// The word lists of wording.cpp and times.cpp, and word_table.cpp, which alone include this file. Lists are in alphabetical order.
// Threads: constants.

#include <array>
#include <cstddef>
#include <string_view>

#include "stages/consolidation/speech/word_list.h"

namespace turnstream::consolidation::words {

/// What must have been named, if they stand among the first words behind the opening one: "I made it with almonds".
inline constexpr auto kThingPointers = List(48, {"em", "it", "them", "these", "this", "those"});
inline constexpr std::size_t kThingPointersAt = 6;
/// These point back wherever they stand.
inline constexpr auto kPluralPointers = List(49, {"these", "those"});
/// What begins an example or a contrast to something that was said before, with the word behind it.
inline constexpr Pairs kConnections(50, {{"after", "that"},
                                         {"after", "this"},
                                         {"especially", "if"},
                                         {"especially", "since"},
                                         {"especially", "when"},
                                         {"for", "example"},
                                         {"for", "instance"},
                                         {"for", "me"},
                                         {"instead", "of"},
                                         {"same", "here"},
                                         {"same", "with"},
                                         {"speaking", "of"}});

/// What presents a picture, with "here's".
inline constexpr Pairs kPresentations(51, {{"check", "em"},
                                           {"check", "it"},
                                           {"check", "out"},
                                           {"check", "this"},
                                           {"here", "are"},
                                           {"here", "is"},
                                           {"take", "a"}});

/// What speaks of the conversation itself: "since we last talked".
inline constexpr Pairs kTalkPairs(52, {{"haven't", "spoken"},
                                       {"haven't", "talked"},
                                       {"last", "caught"},
                                       {"last", "chat"},
                                       {"last", "chatted"},
                                       {"last", "spoke"},
                                       {"last", "talked"},
                                       {"long", "time"},
                                       {"spoke", "last"},
                                       {"talk", "later"},
                                       {"talk", "soon"},
                                       {"we", "chatted"}});
/// The same, but only behind "since".
inline constexpr Pairs kTalkPairsBehindSince(91, {{"we", "spoke"}, {"we", "talked"}});

/// What names nothing in place of a noun.
inline constexpr List kVague(53, {"somebody", "someone", "something", "somewhere", "stuff"});

/// What encourages the other side, or oneself: "I won't give up", "you've got this", "it means a lot".
inline constexpr Pairs kCheerPairs(54,
                                   {{"believe", "in"},  {"don't", "quit"}, {"each", "other's"}, {"get", "better"},
                                    {"give", "up"},     {"giving", "up"},  {"got", "this"},     {"hard", "work"},
                                    {"here", "for"},    {"hold", "me"},    {"hold", "you"},     {"keep", "at"},
                                    {"keep", "going"},  {"keep", "it"},    {"keep", "on"},      {"keep", "pushing"},
                                    {"keep", "trying"}, {"keep", "up"},    {"keep", "working"}, {"mean", "a"},
                                    {"means", "a"},     {"my", "dreams"},  {"never", "quit"},   {"stay", "positive"},
                                    {"stay", "strong"}, {"won't", "quit"}, {"working", "hard"}, {"your", "dreams"}});

/// What can stand before a sentence without saying anything.
inline constexpr auto kInterjections = List(55, {"absolutely",
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
/// Those that answer a question.
inline constexpr List kYesOrNo(56, {"absolutely", "definitely", "exactly", "nah", "no", "nope", "sure", "totally",
                                    "yea", "yeah", "yep", "yes", "yup"});
/// Interjections of two words.
inline constexpr Pairs kInterjectionPairs(
    57, {{"by", "the"}, {"for", "sure"}, {"i", "mean"}, {"of", "course"}, {"you", "know"}});

inline constexpr auto kPointers =
    List(58, {"both",   "each",   "he",      "he'd",    "he'll",   "he's",   "her",   "him",  "his",
              "it",     "it'd",   "it'll",   "it's",    "its",     "one",    "same",  "she",  "she'd",
              "she'll", "she's",  "such",    "that",    "that'll", "that's", "their", "them", "these",
              "they",   "they'd", "they'll", "they're", "they've", "this",   "those"});
/// Those that name a person who must have been named before.
inline constexpr auto kPersonPointers = List(59, {"he", "he's", "her", "hers", "him", "his", "she", "she's"});
inline constexpr auto kPronouns =
    List(60, {"it", "it's", "its", "their", "them", "they", "they'd", "they're", "they've"});
inline constexpr auto kDemonstratives = List(61, {"that", "these", "this", "those"});

inline constexpr auto kAddresses = List(62, {"u", "you", "you'd", "you'll", "you're", "you've", "your", "yours"});

/// The speaker as the subject of what happened.
inline constexpr List kWeOrI(123, {"i", "i've", "we", "we've"});
/// What can stand between them and a verb: "I finally sold it".
inline constexpr List kBeforeVerbs(124, {"actually", "already", "also", "even", "finally", "just", "really", "recently",
                                         "then"});
inline constexpr auto kSelfWords = List(63, {"i", "i'd", "i'll", "i'm", "i've", "im", "ive", "me", "mine", "my",
                                             "myself", "our", "ours", "us", "we", "we'd", "we'll", "we're", "we've"});

/// Words about the one who speaks; "us" and "our" may mean everybody.
inline constexpr auto kOwnWords =
    List(64, {"i", "i'd", "i'll", "i'm", "i've", "im", "ive", "me", "mine", "my", "myself"});

/// Openings of what only reacts to the other side.
inline constexpr auto kReactions =
    List(71, {"bet",   "congrats", "congratulations", "don't", "enjoy", "glad",  "good", "hope",     "hopefully",
              "how",   "keep",     "let's",           "lets",  "look",  "looks", "must", "remember", "rooting",
              "seems", "sound",    "sounds",          "stay",  "way",   "what",  "wish", "wishing"});
/// Words between "I" and the verb of a reaction: "I can totally relate".
inline constexpr auto kBetween = List(65, {"100", "also", "always", "can", "can't", "completely", "could", "couldn't",
                                           "definitely", "do", "just", "only", "really", "so", "totally", "truly"});
/// "I agree"
inline constexpr auto kReactingVerbs = List(66, {"agree", "appreciate", "bet", "hope", "imagine", "relate", "wish"});
/// "I see what you mean": a reaction with one of kReactingObjects behind it.
inline constexpr auto kPerceivingVerbs = List(67, {"feel", "get", "hear", "know", "see", "understand"});
inline constexpr auto kReactingObjects = List(68, {"how", "it", "that", "what", "why", "you", "your"});
/// "I'm so glad you …"
inline constexpr auto kMoods =
    List(72, {"excited", "glad", "grateful", "happy", "here", "proud", "pumped", "sorry", "stoked", "thankful"});
inline constexpr auto kMoodObjects = List(69, {"for", "it", "of", "that", "to", "we", "you", "your"});

/// Times that depend on the day on which they are said.
inline constexpr auto kRelativeTimes =
    List(73, {"ago", "currently", "friday", "lately", "monday", "now", "recently", "saturday", "soon", "sunday",
              "thursday", "today", "tomorrow", "tonight", "tuesday", "wednesday", "yesterday"});
/// These, too, if no year follows: "in June".
inline constexpr auto kMonths = List(70, {"april", "august", "december", "february", "january", "july", "june", "march",
                                          "november", "october", "september"});
/// Times behind "last", "this", "next".
inline constexpr auto kTimeSpans =
    List(74, {"afternoon", "autumn", "coming", "evening", "fall",    "fri",    "mon",    "month", "months", "morning",
              "night",     "past",   "sat",    "season",  "spring",  "summer", "sun",    "thu",   "thurs",  "time",
              "tue",       "tues",   "wed",    "week",    "weekend", "weeks",  "winter", "year",  "years"});

}  // namespace turnstream::consolidation::words
