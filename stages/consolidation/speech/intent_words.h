#pragma once
// The word lists of intent.cpp, and word_table.cpp, which alone include this file. Lists are in alphabetical order. Threads: constants.

#include "stages/consolidation/speech/word_list.h"

namespace turnstream::consolidation::words {

/// What may stand before an order or an announcement: "now", "please", "first".
inline constexpr auto kStepWords =
    List(76, {"finally", "first", "just", "kindly", "next", "now", "please", "pls", "then"});
/// With "you" behind them, they make an order of a question.
inline constexpr auto kAsksToDo = List(77, {"can", "could", "will", "would"});
/// What an agent shall do at once, with a text or a question that is at hand.
inline constexpr auto kWorkVerbs =
    List(78, {"analyse",   "analyze", "answer",   "brainstorm", "calculate", "capitalise", "capitalize", "check",
              "classify",  "compare", "compute",  "continue",   "convert",   "correct",    "count",      "critique",
              "debug",     "define",  "describe", "draft",      "edit",      "elaborate",  "estimate",   "evaluate",
              "expand",    "explain", "extract",  "find",       "format",    "generate",   "give",       "highlight",
              "identify",  "improve", "itemise",  "itemize",    "list",      "outline",    "paraphrase", "print",
              "proofread", "quote",   "rank",     "rate",       "read",      "recap",      "recommend",  "redo",
              "rename",    "repeat",  "rephrase", "reply",      "rerun",     "respond",    "restate",    "retry",
              "review",    "reword",  "rewrite",  "run",        "search",    "shorten",    "show",       "simplify",
              "solve",     "sort",    "spell",    "suggest",    "summarise", "summarize",  "tell",       "translate",
              "try",       "verify",  "write"});
/// Orders about what is at hand, by their first two words.
inline constexpr Pairs kOrderPairs(85, {{"carry", "on"},  {"change", "it"},  {"change", "that"}, {"do", "it"},
                                        {"do", "that"},   {"do", "this"},    {"fix", "it"},      {"fix", "that"},
                                        {"fix", "this"},  {"go", "ahead"},   {"go", "back"},     {"go", "on"},
                                        {"help", "me"},   {"keep", "going"}, {"look", "up"},     {"make", "it"},
                                        {"make", "that"}, {"make", "this"},  {"put", "it"},      {"put", "that"}});
/// What one who is about to look something up does next.
inline constexpr auto kNextVerbs =
    List(79, {"analyse", "analyze", "check", "confirm", "examine", "fetch", "inspect", "investigate", "query", "read",
              "rerun", "retrieve", "review", "scan", "search", "verify"});
/// The same behind "let me" alone: "I will look for a new flat" is a plan.
inline constexpr auto kSeekingVerbs =
    List(83, {"compare", "count", "dig",       "explain", "find", "get",  "go",    "grab",  "list", "load", "look",
              "open",    "pull",  "reproduce", "run",     "see",  "take", "think", "trace", "try",  "walk"});
/// What makes an order one for later, too: "Run the tests before each commit".
inline constexpr auto kLasting =
    List(84, {"after", "always", "before", "each", "ever", "every", "if", "never", "unless", "when", "whenever"});
/// What one waits for: "give me a second", "one moment".
inline constexpr auto kMoments = List(80, {"bit", "min", "minute", "moment", "sec", "second"});
/// Wishes and farewells, by their first two words.
inline constexpr Pairs kWishes(81, {{"all", "the"},      {"best", "of"},         {"catch", "you"},  {"enjoy", "the"},
                                    {"enjoy", "your"},   {"fingers", "crossed"}, {"get", "well"},   {"good", "luck"},
                                    {"good", "night"},   {"have", "a"},          {"have", "fun"},   {"hope", "it"},
                                    {"hope", "that"},    {"hope", "things"},     {"hope", "you"},   {"hope", "your"},
                                    {"safe", "travels"}, {"see", "ya"},          {"see", "you"},    {"sleep", "well"},
                                    {"sorry", "to"},     {"sweet", "dreams"},    {"take", "care"},  {"talk", "later"},
                                    {"talk", "soon"},    {"talk", "to"},         {"until", "then"}, {"way", "to"}});
/// Words about the speaker and theirs, but "me": an order with one of them says something about them.
inline constexpr auto kOwnersButMe =
    List(82, {"i", "i'm", "i've", "mine", "my", "our", "ours", "us", "we", "we're", "we've"});

}  // namespace turnstream::consolidation::words
