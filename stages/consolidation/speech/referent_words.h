#pragma once
// The word lists of referents.cpp and stand_ins.cpp, and word_table.cpp, which alone include this file. Lists are in alphabetical order.
// Threads: constants.

#include "stages/consolidation/speech/word_list.h"

namespace turnstream::consolidation::words {

/// "it": not understood without a name before.
inline constexpr List kThings(0, {"it", "it'd", "it'll", "it's", "its"});
/// "they": not understood without a name before, wherever it stands.
inline constexpr List kMany(1, {"em", "their", "theirs", "them", "they", "they'd", "they'll", "they're", "they've"});
/// "that": so, too, if it opens a sentence and no noun follows: "That was hard", not "That boat is fast".
inline constexpr List kPointersAlone(2, {"that", "that'll", "that's", "these", "this", "those"});
/// "one" opens a sentence: "One is enough", not "One of my cats".
inline constexpr List kChosen(3, {"both", "each", "one", "same"});

/// Other words that can stand for a noun, or before one that was named.
inline constexpr List kReferring(75, {"another", "favorite", "favourite", "none", "same", "similar", "the"});
/// What stands before a part of something: "my favorite part".
inline constexpr List kFavorites(97, {"favorite", "favourite"});
inline constexpr List kParts(98, {"aspect", "bit", "moment", "moments", "part", "parts"});

/// Words before a noun: articles and the like, and prepositions.
inline constexpr List kBeforeNouns(4, {"a",     "about", "an",   "another", "any",  "at",    "by",   "each",
                                       "every", "for",   "from", "her",     "his",  "in",    "into", "my",
                                       "near",  "no",    "of",   "on",      "our",  "some",  "that", "the",
                                       "their", "these", "this", "those",   "what", "which", "with", "your"});
/// These stand before a noun, or before a verb.
inline constexpr List kAskingForNouns(5, {"what", "which"});
/// What follows the noun that is asked for.
inline constexpr List kAuxiliaries(6, {"are", "can", "could", "did", "do", "does", "has", "have", "is", "should", "was",
                                       "were", "will", "would"});
/// Nouns that name nothing, and words that no noun is.
inline constexpr List kNamesNothing(
    7, {"afterwards", "again",   "ago",    "alone",    "already",   "alright",    "anything", "anyway",   "around",
        "away",       "back",    "before", "being",    "best",      "better",     "bit",      "cool",     "couple",
        "day",        "days",    "doing",  "else",     "ever",      "everything", "few",      "fine",     "first",
        "forever",    "fourth",  "fun",    "going",    "good",      "great",      "happen",   "happened", "happening",
        "happens",    "happy",   "hard",   "having",   "idea",      "job",        "kind",     "last",     "lately",
        "little",     "look",    "lot",    "lots",     "love",      "moment",     "moments",  "month",    "more",
        "most",       "much",    "myself", "new",      "next",      "nice",       "nothing",  "now",      "ok",
        "okay",       "one",     "ones",   "other",    "own",       "part",       "photo",    "pic",      "picture",
        "place",      "point",   "really", "recently", "same",      "second",     "seeing",   "several",  "so",
        "something",  "soon",    "sort",   "special",  "stuff",     "such",       "super",    "sure",     "thanks",
        "there",      "thing",   "things", "third",    "though",    "time",       "times",    "today",    "together",
        "tomorrow",   "tonight", "too",    "tough",    "very",      "way",        "ways",     "week",     "weekend",
        "well",       "whole",   "year",   "years",    "yesterday", "yet",        "yourself"});
/// Nouns for what happens, is thought or felt: they name nothing either.
inline constexpr List kAbstractNouns(
    8, {"achievement", "adventure", "aspect",   "attitude",      "cause",       "challenge",   "challenges", "chance",
        "change",      "changes",   "decision", "difference",    "dream",       "dreams",      "effect",     "effort",
        "emotions",    "energy",    "event",    "events",        "experience",  "experiences", "fact",       "feeling",
        "feelings",    "goal",      "goals",    "hurdles",       "impact",      "incident",    "issue",      "issues",
        "journey",     "life",      "matter",   "memories",      "memory",      "milestone",   "mind",       "mix",
        "news",        "obstacles", "occasion", "opportunities", "opportunity", "plan",        "plans",      "problem",
        "problems",    "process",   "progress", "project",       "projects",    "purpose",     "question",   "reason",
        "reminder",    "result",    "ride",     "setback",       "situation",   "situations",  "success",    "task",
        "world"});
/// A noun for an event behind these says that it happened: "had a setback", "face some challenges".
inline constexpr List kHaving(9, {"face", "faced", "facing", "got", "had", "have", "having"});
inline constexpr List kSome(10, {"a", "an", "another", "new", "quite", "several", "some", "the", "this"});
/// Behind these an activity is a noun: "I started knitting".
inline constexpr List kTakesActivity(11, {"began", "begin", "enjoy", "enjoyed", "go", "hate", "like", "likes", "love",
                                          "loved", "loves", "miss", "start", "started", "tried", "try", "went"});
/// Nouns that announce what follows: "I've got a funny story."
inline constexpr List kAnnounced(12, {"news", "question", "story", "surprise", "update"});
/// What comes behind something that was told before.
inline constexpr List kAfterwards(13, {"afterward", "afterwards"});
/// Parts of which the whole must be named.
inline constexpr List kEnds(14, {"bottom", "rest", "top"});
/// What tells more of an event: "a chance to go", "the experience of a flood", "a moment when it rained".
inline constexpr List kTells(15,
                             {"about", "for", "like", "of", "that", "to", "when", "where", "which", "while", "with"});
/// These stand for several objects if no noun follows: "I plan a few".
inline constexpr List kPicked(16, {"few", "many", "several"});
/// What follows a word that stands for a noun.
inline constexpr List kBehindNouns(17, {"and",  "are",  "as",   "at",   "because",  "but", "by", "did",
                                        "for",  "from", "in",   "into", "is",       "on",  "or", "so",
                                        "that", "to",   "were", "when", "whenever", "with"});

/// What stands before an adjective that closes a clause: "it looks delicious".
inline constexpr List kBeforeAdjectives(18,
                                        {"are",     "as",    "be",    "been",   "being",  "feel",   "feels",   "felt",
                                         "get",     "got",   "how",   "i'm",    "is",     "it's",   "kinda",   "look",
                                         "looked",  "looks", "more",  "most",   "pretty", "quite",  "really",  "seem",
                                         "seems",   "so",    "sound", "sounds", "super",  "that's", "they're", "too",
                                         "totally", "very",  "was",   "we're",  "were",   "you're"});

/// "Do it", "do that": something that was named before.
inline constexpr List kDoing(19, {"did", "do", "does", "doing", "done", "like"});
inline constexpr List kActions(20, {"it", "that", "this"});

/// What follows "that" behind a preposition if no noun does: "I wrote about that because …".
inline constexpr List kBehindPronouns(21, {"and", "as", "because", "but", "if", "or", "since", "so", "when", "while",
                                           "with"});
/// Pronouns as objects.
inline constexpr List kObjectPronouns(22, {"it", "them", "this"});
inline constexpr List kPrepositions(23, {"about", "at", "by", "for", "from", "in", "into", "near", "of", "on", "with"});
/// What joins clauses.
inline constexpr List kBetweenClauses(24, {"after", "and",      "as",     "because", "before", "but",   "cause",
                                           "cuz",   "how",      "if",     "once",    "or",     "since", "so",
                                           "that",  "then",     "though", "unless",  "until",  "when",  "whenever",
                                           "where", "wherever", "which",  "while",   "who",    "whose", "why"});
/// Those of the relatives, friends and pets that "it" can mean.
inline constexpr List kPets(25, {"baby", "cat", "dog", "family", "kitten", "pet", "puppy", "team"});
/// What stands before "it" there.
inline constexpr List kLikings(26, {"appreciate", "appreciated", "dislike", "enjoy", "hate", "hated", "like", "liked",
                                    "love", "loved", "mind", "prefer"});
/// What stands behind "it" if it means what follows: "I hate it when …".
inline constexpr List kClauseBehind(27, {"if", "that", "when"});
/// Nouns for several without an s at the end, which "they" can mean.
inline constexpr List kGroups(28,
                              {"audience", "children", "class", "community", "company", "crew", "crowd", "everybody",
                               "everyone", "family", "folks", "group", "men", "people", "someone", "team", "women"});
/// What follows "that" if it stands alone, except stop words and verbs with an s at the end: "that must be hard".
inline constexpr List kBehindPointersAlone(29, {"also",   "always",  "can",     "could",    "definitely", "gave",
                                                "helped", "made",    "make",    "may",      "might",      "must",
                                                "one",    "ones",    "really",  "reminded", "should",     "sort",
                                                "sound",  "sounded", "totally", "would"});

/// Verbs behind "it" that take what "it" means behind them: "it feels good to …".
inline constexpr List kEmptySubjectVerbs(30, {"be", "been", "feels", "felt", "is", "makes", "seems", "takes", "took",
                                              "was", "would"});
/// What that begins with.
inline constexpr List kClauseOpenings(31, {"having", "how", "if", "knowing", "seeing", "that", "to", "watching", "what",
                                           "when"});

}  // namespace turnstream::consolidation::words
