#pragma once
// The texts of synthetic turns. The generator replaces `{p}` by a project, `{l}` a language, `{f}` a file, `{c}` a
// colleague, `{t}` a place, `{s}` a service, `{n}` a number, `{w}` a topic. A persona always has the same project,
// language and place; the others are drawn at random each time. Threads: constants.

#include <string_view>

namespace turnstream::app::phrases {

inline constexpr std::string_view kPersonas[] = {"helper",  "scout", "archivist", "builder", "critic",
                                                 "planner", "tutor", "gardener",  "analyst", "courier"};
inline constexpr std::string_view kProjects[] = {"harbor", "lantern", "orchard", "compass", "meadow", "quarry"};
inline constexpr std::string_view kLanguages[] = {"TypeScript", "Python", "Rust", "Go", "Kotlin", "SQL"};
inline constexpr std::string_view kColleagues[] = {"Mara", "Jonas", "Priya", "Tomás", "Aiko", "Lena", "Øystein"};
inline constexpr std::string_view kPlaces[] = {"Lisbon", "Bergen", "Kyoto", "Graz", "Montréal", "Leeds"};
inline constexpr std::string_view kServices[] = {"billing api", "search service", "image proxy", "queue worker",
                                                 "login gateway"};
inline constexpr std::string_view kTopics[] = {"latency",       "onboarding", "invoices", "caching",
                                               "accessibility", "migrations", "backups",  "translations"};
inline constexpr std::string_view kFiles[] = {"src/index.ts",  "app/models.py",       "crates/core/lib.rs",
                                              "docs/setup.md", "config/staging.yaml", "sql/007_orders.sql"};

inline constexpr std::string_view kQuestions[] = {
    "Can you look at why {w} got worse in {p} since yesterday?",
    "I prefer {l} for {p}. Please rewrite {f} accordingly.",
    "{c} asked for a summary of {w}. Two paragraphs, no jargon.",
    "What did we decide about {w} in the {s}?",
    "Please always run the tests before you touch {f}.",
    "The {s} port is {n} now, can you update {f}?",
    "I live in {t} and my flight is at {n}, remind me to pack the charger.",
    "Search the notes for {w} and tell me what is still open.",
    "Never deploy {p} on a Friday again, please.",
    "Compare the two drafts about {w} and pick the shorter one.",
    "My manager {c} likes short mails. Write one about {w}.",
    "Thanks, that helped!",
    "The build of {p} fails in {f}, line {n}. Fix it?",
};
inline constexpr std::string_view kAnswers[] = {
    "I read {f} and the recent changes. The cause is in how {p} handles {w}: each request does the work again.",
    "Done. {f} now uses {l}, and the {n} tests pass.",
    "Here is what I found about {w}: the {s} was changed twice this week, once by {c}.",
    "I could not reach the {s}. I will try again and report back.",
    "The {s} listens on {n}; I changed {f} and left a note for {c}.",
    "You decided to keep {w} as it is until {c} is back from {t}.",
    "I drafted the mail to {c}: short, friendly, with the {n} open points as a list.",
    "You are welcome.",
};
inline constexpr std::string_view kDetails[] = {
    "The first run took {n} ms, the second a tenth of that.",
    "I kept the old behaviour behind a flag so that {c} can compare.",
    "Nothing else in {p} depends on it.",
    "The logs of the {s} show {n} retries between midnight and one.",
    "{w} shows up in {f} and in two places that only {c} knows.",
    "If that is fine with you I will do the same for the {s}.",
    "It would be good to write this down in docs/setup.md.",
    "There is one open question about {w}, which needs an answer from {t}.",
};
inline constexpr std::string_view kObservations[] = {
    "{s} port is {n}",         "{c} works at the {t} office",     "{p} uses {l}",
    "{c} prefers mornings",    "searched for {w} in {f}",         "user lives in {t}",
    "{p} has {n} open issues", "{f} is generated and not edited", "the {s} restarts at night",
};
inline constexpr std::string_view kErrors[] = {
    "TimeoutError: the {s} gave no answer within {n} ms",
    "FileNotFoundError: {f}",
    "AssertionError in {f}:{n}: expected {w} to be empty",
    "permission denied for {f}",
};
inline constexpr std::string_view kWarnings[] = {"{f} is over {n} lines", "the cache of {p} is {n} hours old"};
inline constexpr std::string_view kNotes[] = {"{w} half done", "waiting for {c}", "next: {f}", "{n} points left"};
inline constexpr std::string_view kLines[] = {
    "{f}:{n}: {w} = load({p})",
    "GET /{p}/{w} 200 {n}ms",
    "+ checked {w} against {p}",
    "ok {n} - {w} of the {s}",
    "{c} {t} {n}",
};
inline constexpr std::string_view kTools[] = {"search",    "read_file", "edit_file", "run_tests",
                                              "web_fetch", "send_mail", "query_db",  "deploy"};

}  // namespace turnstream::app::phrases
