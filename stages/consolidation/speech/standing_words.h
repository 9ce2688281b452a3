#pragma once
// The word lists of standing.cpp, unsaid.cpp and praise.cpp, and word_table.cpp, which alone include this file. Lists are in alphabetical order, as its lookup needs it.
// Threads: constants.

#include "stages/consolidation/speech/word_list.h"

namespace turnstream::consolidation::words {

/// What stands before a noun that the reader should know: "the boat".
inline constexpr List kDefinite(32, {"that", "the", "these", "this", "those"});
/// What follows such a noun and says which one is meant: "the boat of my aunt", "the boat I sold".
inline constexpr List kTellsWhich(33, {"about", "across", "after", "around",  "at",      "before", "behind", "between",
                                       "by",    "during", "for",   "from",    "he",      "i",      "i'd",    "i'll",
                                       "i'm",   "i've",   "in",    "inside",  "into",    "like",   "made",   "my",
                                       "near",  "of",     "on",    "our",     "outside", "over",   "she",    "since",
                                       "that",  "that's", "they",  "through", "to",      "under",  "we",     "we'd",
                                       "we've", "where",  "which", "while",   "who",     "who's",  "whose",  "with",
                                       "you",   "you've"});
/// Verbs behind which "that" is not an article: "is that new?"
inline constexpr List kBeing(34, {"are", "is", "was", "were"});
/// What joins a sentence to the one before it.
inline constexpr List kJoining(35, {"all", "also", "and", "both", "but", "plus", "so"});
/// Nouns of one that end as plurals and verbs do: "this series".
inline constexpr List kEndInS(86, {"bonus", "bus", "campus", "canvas", "chorus", "circus", "focus", "gas", "lens",
                                   "news", "plus", "series", "species", "status", "tennis", "virus"});
/// Words before a noun of which there is one, or which say that the noun is known to everybody: "the best part".
inline constexpr List kOnlyOne(36, {"best", "easiest", "first", "hardest", "importance", "latest", "next", "only",
                                    "other", "same", "usual", "whole", "worst"});
/// Nouns that stand for what was said: which "event"?
inline constexpr List kGeneralNouns(
    37,
    {"activities", "activity",   "affair",        "affairs",     "business", "case",         "cases",    "cause",
     "causes",     "challenge",  "challenges",    "change",      "changes",  "circumstance", "decision", "decisions",
     "event",      "events",     "experience",    "experiences", "group",    "idea",         "ideas",    "incident",
     "incidents",  "initiative", "issue",         "issues",      "matter",   "matters",      "moment",   "moments",
     "occasion",   "ones",       "opportunities", "opportunity", "place",    "places",       "plan",     "plans",
     "problem",    "problems",   "process",       "project",     "projects", "purpose",      "reason",   "reasons",
     "result",     "results",    "situation",     "situations",  "story",    "stuff",        "task",     "tasks",
     "thing",      "things",     "topic",         "topics"});
/// Pictures, which are shown where they are spoken of.
inline constexpr List kPictures(38, {"image", "photo", "photos", "pic", "pics", "picture", "pictures"});
/// "one" behind these stands for a noun: "the one", "the last one".
inline constexpr List kBeforeOne(39, {"another", "big", "each", "favorite", "favourite", "first", "last", "new", "next",
                                      "other", "second", "that", "the", "third", "this", "which"});
/// Words that stand for a noun if none follows: "I found some".
inline constexpr List kQuantities(40, {"another", "any", "both", "either", "enough", "few", "many", "more", "neither",
                                       "none", "several", "some"});
/// What follows them then.
inline constexpr List kBehindQuantities(41, {"and", "are", "at", "but", "can", "could", "for", "from", "have", "is",
                                             "might", "soon", "that", "too", "was", "were", "who", "will", "would"});
/// Words behind which a noun stands.
inline constexpr List kBeforeNames(42, {"a", "an", "at", "every", "for", "from", "her", "his", "in", "my", "of", "our",
                                        "some", "the", "their", "two", "with", "your"});
/// Words behind which a place stands.
inline constexpr List kBeforePlaces(43, {"at", "from", "in", "into", "near", "on", "to"});
/// What follows "there" if it means a place.
inline constexpr List kBehindPlaces(44, {"again", "as", "because", "before", "for", "in", "last", "next", "once",
                                         "since", "so", "this", "too", "when", "with"});
/// Objects that show that the word before them is a verb: "gives me", "takes a lot".
inline constexpr List kObjects(45, {"a", "an", "em", "everyone", "him", "it", "me", "my", "our", "the", "them", "to",
                                    "us", "you", "your"});
/// Relatives of whom everybody has one.
inline constexpr List kOwnRelatives(46, {"dad", "father", "grandma", "grandpa", "mom", "mother", "mum"});
/// What makes a relative the speaker's own: "my sister".
inline constexpr List kOwners(47, {"her", "his", "my", "our", "their"});
inline constexpr List kWe(87, {"we", "we'd", "we'll", "we're", "we've"});
/// Those of whom "we" can be some, if they are named; relatives and friends are in a class of words of their own.
inline constexpr List kCompanions(88, {"band",      "buddies",   "class",     "club",      "colleague",  "colleagues",
                                       "community", "company",   "coworkers", "crew",      "everyone",   "folks",
                                       "gang",      "group",     "guys",      "neighbors", "neighbours", "others",
                                       "people",    "players",   "squad",     "students",  "team",       "teammate",
                                       "teammates", "volunteers"});
/// Events of which there are many, so that the noun alone does not tell which one is meant.
inline constexpr List kBareEvents(89, {"audience", "audition",    "ceremony", "competition", "concert",  "conference",
                                       "contest",  "event",       "exhibit",  "exhibition",  "festival", "game",
                                       "hike",     "interview",   "journey",  "match",       "meeting",  "outing",
                                       "party",    "performance", "race",     "reunion",     "show",     "situation",
                                       "tour",     "tournament",  "trip",     "vacation",    "visit",    "workshop"});
inline constexpr List kBeforeBareEvents(90, {"my", "our", "that", "the", "this", "your"});
/// Adjectives that do not tell an event from others either: "our little trip".
inline constexpr List kPlainAdjectives(92, {"big", "entire", "great", "little", "long", "lovely", "own", "recent",
                                            "whole", "wonderful"});
/// Works and products of which there are many: "the song".
inline constexpr List kBareWorks(93, {"article",    "blog",   "book",      "books",   "clip",     "course", "design",
                                      "designs",    "dish",   "drawing",   "film",    "language", "letter", "lyrics",
                                      "meal",       "movie",  "movies",    "mural",   "novel",    "outfit", "painting",
                                      "piece",      "pieces", "play",      "poem",    "poems",    "recipe", "recipes",
                                      "screenplay", "script", "sculpture", "series",  "song",     "songs",  "speech",
                                      "stories",    "story",  "town",      "trilogy", "tune",     "video",  "village"});
/// What introduces an object that a work behind it can belong to: "I baked a cake; the recipe was hard".
inline constexpr List kIntroduces(94, {"a", "an", "another", "any", "my", "our", "some"});
/// Verbs that do not say what was begun or ended if no object follows: "since I started".
inline constexpr List kBareVerbs(95, {"began", "begin", "finish", "finished", "join", "joined", "quit", "start",
                                      "started", "won"});
/// Subjects right before such a verb.
inline constexpr List kSubjects(96, {"he", "i", "she", "they", "we", "you"});
/// Nouns that say little without their kind: "my business", not "my dance school".
inline constexpr List kKinds(99,
                             {"biz",     "brand",    "brands",       "business", "businesses", "campaign", "club",
                              "company", "course",   "equipment",    "gear",     "job",        "league",   "obstacles",
                              "offer",   "offers",   "organization", "place",    "product",    "products", "program",
                              "project", "projects", "role",         "startup",  "team",       "teams",    "venture"});
inline constexpr List kBeforeKinds(100, {"a", "an", "another", "my", "our", "some", "that", "the", "this"});
/// Adjectives that tell no kind either: "a new team".
inline constexpr List kKindlessAdjectives(101, {"big",    "bigger", "certain", "couple",   "different", "entire",
                                                "few",    "first",  "great",   "huge",     "little",    "local",
                                                "long",   "lovely", "new",     "next",     "other",     "own",
                                                "recent", "small",  "whole",   "wonderful"});
/// What happened, of which the reader should know which one is meant: "the accident".
inline constexpr List kHappenings(102, {"accident", "break-in", "crash", "diagnosis", "fire", "flood", "fundraiser",
                                        "illness", "incident", "injury", "letter", "news", "procedure", "recovery",
                                        "surgery", "tourney", "transition", "upgrade"});
inline constexpr List kBeforeHappenings(103, {"that", "the", "this", "your"});
/// What happened if nothing tells more of it: "I had an experience that moved me".
inline constexpr List kEmptyHappenings(115, {"experience", "incident", "moment", "occasion", "situation"});
/// What follows them then.
inline constexpr List kBehindEmpty(116, {"lately", "on", "recently", "that", "which", "yesterday"});
/// What one does with a work: "I watched a film".
inline constexpr List kTakesIn(104,
                               {"finished", "heard", "read", "reading", "saw", "seen", "watch", "watched", "watching"});
/// Amounts, which name nothing: "a lot of work".
inline constexpr List kAmounts(105, {"bit", "bunch", "couple", "few", "kind", "lot", "lots", "number", "part", "sort",
                                     "ton", "tons", "way", "while"});
/// "it" behind these is something of another sentence.
inline constexpr Pairs kMasters(106, {{"deal", "with"},
                                      {"dealing", "with"},
                                      {"dealt", "with"},
                                      {"get", "through"},
                                      {"getting", "through"},
                                      {"go", "through"},
                                      {"got", "through"},
                                      {"handle", "it"},
                                      {"handled", "it"},
                                      {"handling", "it"},
                                      {"it", "through"},
                                      {"overcame", "it"},
                                      {"overcome", "it"},
                                      {"went", "through"}});
/// What stands behind such a noun and tells nothing of it.
inline constexpr List kBehindKinds(114, {"again", "even", "last", "lately", "now", "recently", "right", "soon", "today",
                                         "together", "tomorrow", "which", "yesterday", "yet"});
/// What stands behind "made it through" if nothing says through what.
inline constexpr List kManners(113, {"all", "fine", "okay", "safely", "together", "with", "without"});
/// What a sentence begins with that continues another one.
inline constexpr Pairs kGoesOn(107, {{"apart", "from"},
                                     {"besides", "that"},
                                     {"gonna", "be"},
                                     {"none", "of"},
                                     {"not", "only"},
                                     {"nothing", "is"},
                                     {"nothing", "was"},
                                     {"on", "there"}});
/// What suggests or supposes.
inline constexpr Pairs kSuggestions(108, {{"could", "be"},
                                          {"could", "check"},
                                          {"could", "definitely"},
                                          {"could", "help"},
                                          {"could", "try"},
                                          {"i", "bet"},
                                          {"i'd", "suggest"},
                                          {"might", "be"},
                                          {"might", "check"},
                                          {"might", "try"},
                                          {"really", "should"},
                                          {"should", "check"},
                                          {"should", "definitely"},
                                          {"should", "give"},
                                          {"should", "try"},
                                          {"would", "be"}});
/// What is seen of the other side: "I saw that you had …".
inline constexpr List kSeeing(109, {"hear", "heard", "noticed", "remember", "saw", "see", "seen"});
/// What wants to see or hear more of the other side: "I'd love to see your boat".
inline constexpr List kWanting(126, {"like", "love", "wait", "want"});
/// The other side, and theirs.
inline constexpr List kYou(127, {"you", "you'd", "you'll", "you're", "you've", "your", "yours"});
/// Words of "we" anywhere.
inline constexpr List kUs(110, {"our", "ours", "ourselves", "us", "we", "we'd", "we'll", "we're", "we've"});
/// Behind these, a companion is what "we" are: "we were teammates".
inline constexpr List kBeforeParts(111, {"are", "as", "be", "been", "being", "our", "us", "we're", "were"});
/// What everybody knows without being told which one: "the weather".
inline constexpr List kKnownToAll(
    117, {"air",    "beach",    "city",     "coast",    "community", "country",  "countryside", "county",  "crowd",
          "day",    "doctor",   "earth",    "end",      "evening",   "fridge",   "future",      "garden",  "ground",
          "gym",    "holidays", "hospital", "house",    "internet",  "key",      "kitchen",     "lake",    "library",
          "mall",   "market",   "mix",      "moon",     "morning",   "mountain", "mountains",   "movies",  "news",
          "night",  "ocean",    "office",   "outdoors", "park",      "past",     "pool",        "public",  "rain",
          "rest",   "river",    "road",     "sea",      "sky",       "snow",     "store",       "street",  "sun",
          "sunset", "table",    "time",     "town",     "truth",     "water",    "way",         "weather", "web",
          "week",   "weekend",  "weekends", "wild",     "woods",     "world",    "year"});
/// What asks for advice.
inline constexpr List kAdvice(118, {"advice", "advise", "pointers", "recommend", "recommendation", "recommendations",
                                    "suggest", "suggestion", "suggestions", "tip", "tips"});
/// What stands between a work and what only praises it: "a book that really moves me".
inline constexpr List kPraisesBehindThat(119, {"completely", "had", "has", "have", "i", "just", "keeps", "kept", "made",
                                               "makes", "really", "totally", "truly"});
/// What praises an object or event.
inline constexpr List kPraise(125, {"adorable",    "amazing",  "awesome",   "beautiful",  "breathtaking",
                                    "cool",        "cute",     "delicious", "fantastic",  "fun",
                                    "good",        "gorgeous", "great",     "impressive", "incredible",
                                    "interesting", "lovely",   "magical",   "neat",       "nice",
                                    "perfect",     "special",  "stunning",  "sweet",      "wonderful"});
/// Verbs between what is praised and its praise.
inline constexpr List kLooking(120, {"are", "is", "look", "looks", "was", "were"});
/// What only makes praise stronger.
inline constexpr List kStronger(121, {"a", "absolutely", "an", "and", "just", "pretty", "quite", "really", "so", "such",
                                      "super", "too", "totally", "truly", "very"});
/// What one leaves a talk for: "I'm off to bed".
inline constexpr List kLeavesFor(122, {"bed", "do", "eat", "get", "go", "have", "make", "meet", "pick", "practice",
                                       "prep", "run", "see", "sleep", "start", "work"});
/// Animals, which are not company of their own: "our pets".
inline constexpr List kAnimals(112, {"animals", "bunny", "cat", "cats", "dog", "dogs", "kitten", "kittens", "pet",
                                     "pets", "pup", "puppies", "puppy", "pups"});

}  // namespace turnstream::consolidation::words
