#include "stages/common/language/status_line.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "pipeline/base/utf8.h"
#include "stages/common/language/word_set.h"

namespace turnstream::language {
namespace {

constexpr std::size_t kWordsMax = 8;
constexpr std::size_t kShortWordsMax = 6;
constexpr std::string_view kCodeSigns = "{}();=<>[]|&_~$\\";
constexpr std::array<bool, 256> kIsCodeSign = [] {
  std::array<bool, 256> signs{};
  for (const char c : kCodeSigns) {
    signs[static_cast<unsigned char>(c)] = true;
  }
  return signs;
}();
constexpr std::size_t kCodeSignsMin = 4;

constexpr auto kStatusWords = std::to_array<std::string_view>({
    "ack",         "acknowledged", "aktiv",        "began",      "begun",     "building", "checking",    "compiling",
    "complete",    "completed",    "connected",    "continuing", "deploying", "done",     "downloading", "fertig",
    "fetching",    "finished",     "finishing",    "gestartet",  "halfway",   "idle",     "indexing",    "initialised",
    "initialized", "installing",   "launched",     "launching",  "loaded",    "loading",  "läuft",       "ok",
    "okay",        "ongoing",      "passed",       "passing",    "paused",    "pending",  "polling",     "processed",
    "processing",  "progress",     "queued",       "ready",      "received",  "resumed",  "resuming",    "retrying",
    "running",     "saved",        "saving",       "scanning",   "searching", "started",  "starting",    "succeeded",
    "success",     "successful",   "successfully", "syncing",    "uploading", "waiting",  "working",
});
constexpr auto kWordsAround = std::to_array<std::string_view>(
    {"a",      "all",      "almost",    "already",  "and",        "are",     "at",       "backup",  "been",
     "build",  "complete", "currently", "download", "everything", "export",  "for",      "half",    "has",
     "have",   "hour",     "hours",     "i",        "import",     "in",      "is",       "it",      "job",
     "just",   "m",        "minute",    "minutes",  "nearly",     "now",     "of",       "on",      "operation",
     "out",    "over",     "percent",   "phase",    "please",     "process", "progress", "request", "s",
     "second", "seconds",  "stage",     "status",   "step",       "still",   "sync",     "task",    "test",
     "tests",  "the",      "there",     "through",  "to",         "update",  "upload",   "wait",    "was",
     "way",    "we",       "were",      "with"});
/// Words around that say it together.
constexpr std::array<std::string_view, 4> kStatusPhrases{"half way", "almost there", "nearly there", "please wait"};

bool is_status_word(std::string_view word) {
  static const WordSet kWords(kStatusWords);
  return kWords.has(word);
}

bool is_word_around(std::string_view word) {
  static const WordSet kWords(kWordsAround);
  return kWords.has(word);
}

bool is_number(std::string_view word) {
  return std::all_of(word.begin(), word.end(), [](char c) { return c >= '0' && c <= '9'; });
}

/// Those that close a line about one process: "heartbeat ok", "session 4 started".
constexpr auto kClosingWords =
    std::to_array<std::string_view>({"active", "complete", "connected", "done", "idle", "loaded", "offline", "ok",
                                     "okay", "online", "pending", "queued", "ready", "unchanged"});
/// Those that open a line about one process: "connected to the server".
constexpr auto kOpeningWords = std::to_array<std::string_view>(
    {"building",     "checking",     "compiling",    "connected", "connecting",  "deploying",
     "disconnected", "downloading",  "fetching",     "indexing",  "initialised", "initialized",
     "initialising", "initializing", "installing",   "loaded",    "loading",     "polling",
     "processing",   "queued",       "reconnecting", "resuming",  "retrying",    "scanning",
     "searching",    "starting",     "stopping",     "syncing",   "uploading",   "waiting"});
/// What a user at a screen does.
constexpr auto kAtScreen =
    std::to_array<std::string_view>({"active", "away", "idle", "inactive", "listening", "offline", "online",
                                     "scrolling", "thinking", "typing", "waiting"});
/// What is said of a part of a screen, behind "is", "are" or "has".
constexpr auto kScreenStates = std::to_array<std::string_view>(
    {"active", "closed", "empty", "focused", "hidden", "loaded", "loading", "maximised", "maximized", "minimised",
     "minimized", "open", "opened", "selected", "unchanged", "visible"});
constexpr auto kScreenVerbs = std::to_array<std::string_view>(
    {"clicked", "closed", "hovered", "opened", "pressed", "scrolled", "selected", "viewed"});
constexpr auto kScreenParts = std::to_array<std::string_view>(
    {"button", "dialog", "file", "link", "menu", "page", "panel", "screen", "tab", "view", "window"});
constexpr auto kAtScreenSubjects = std::to_array<std::string_view>({"agent", "assistant", "client", "system", "user"});
/// What a line without news has none of.
constexpr auto kCounted = std::to_array<std::string_view>(
    {"changes", "data", "entries", "errors", "events", "jobs", "matches", "messages", "notifications", "output",
     "records", "requests", "response", "results", "tasks", "updates", "warnings"});
/// With a number they count: "step 3 of 5".
constexpr auto kCounting = std::to_array<std::string_view>(
    {"hour", "hours", "minute", "minutes", "of", "percent", "phase", "second", "seconds", "stage", "step", "tests"});
/// Of a speaker they are news: "I passed the test".
constexpr auto kDeeds =
    std::to_array<std::string_view>({"began", "begun", "complete", "completed", "finished", "launched", "passed",
                                     "received", "saved", "started", "succeeded"});
constexpr auto kSpeakers = std::to_array<std::string_view>({"i", "we"});
static_assert(std::is_sorted(kClosingWords.begin(), kClosingWords.end()));

template <std::size_t N>
bool is_one_of(const std::array<std::string_view, N>& words, std::string_view word) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

/// "No new messages", "nothing to do".
bool has_no_news(const std::vector<std::string>& words) {
  if (words.front() == "nothing") {
    return words.size() <= kShortWordsMax;
  }
  const std::size_t counted = words.size() > 2 && (words[1] == "new" || words[1] == "more") ? 2 : 1;
  return words.front() == "no" && words.size() > counted && is_one_of(kCounted, words[counted]);
}

/// "The user is typing", "the user opened the settings page".
bool is_at_screen(const std::vector<std::string>& words) {
  const std::size_t subject = words.front() == "the" ? 1 : 0;
  if (words.size() < subject + 2 || !is_one_of(kAtScreenSubjects, words[subject])) {
    return false;
  }
  const std::string& verb = words[subject + 1];
  const bool been = verb == "has" && words.size() > subject + 3 && words[subject + 2] == "been";
  const bool state = (verb == "is" && words.size() == subject + 3 && is_one_of(kAtScreen, words.back())) ||
                     (been && is_one_of(kAtScreen, words[subject + 3]));
  return state || (is_one_of(kScreenVerbs, verb) && is_one_of(kScreenParts, words.back()));
}

/// "The window is minimised", "three tabs are open".
bool is_screen_state(const std::vector<std::string>& words) {
  if (words.size() < 4 || words.size() > kShortWordsMax || !is_one_of(kScreenStates, words.back())) {
    return false;
  }
  const std::string& part = words[1];
  const std::string_view one = part.ends_with('s') ? std::string_view(part).substr(0, part.size() - 1) : part;
  return is_one_of(kScreenParts, one) && (words[2] == "is" || words[2] == "are" || words[2] == "has");
}

/// Whether a line with one word that is in no list says how far its subject is.
bool is_about_one_word(const std::vector<std::string>& words, std::size_t unknown, bool numbered) {
  if (unknown != 1 || words.size() > kShortWordsMax || words.front() == "i" || words.front() == "we") {
    return false;
  }
  return is_one_of(kOpeningWords, words.front()) || is_one_of(kClosingWords, words.back()) ||
         (numbered && is_status_word(words.back()));
}

/// Whether the text has at most kWordsMax words.
bool is_short_line(std::string_view text) {
  std::size_t at = 0;
  std::size_t words = 0;
  while (words <= kWordsMax && !next_word(text, at).empty()) {
    ++words;
  }
  return words <= kWordsMax;
}

/// A text of at most kWordsMax words, read once.
struct Line {
  std::vector<std::string> words;  ///< in lower case; not empty
  std::size_t unknown = 0;         ///< how many words are in no list
  bool says_status = false;
  bool numbered = false;
};

std::optional<Line> line_of(std::string_view text) {
  if (!is_short_line(text)) {
    return std::nullopt;
  }
  Line line;
  std::string phrase;
  std::size_t at = 0;
  for (std::string word = to_lower(next_word(text, at)); !word.empty(); word = to_lower(next_word(text, at))) {
    const bool is_status = is_status_word(word);
    const bool number = is_number(word);
    line.unknown += is_status || number || is_word_around(word) ? 0 : 1;
    line.says_status = line.says_status || is_status;
    line.numbered = line.numbered || number;
    phrase.append(phrase.empty() ? "" : " ").append(word);
    line.words.push_back(std::move(word));
  }
  if (line.words.empty()) {
    return std::nullopt;
  }
  line.says_status =
      line.says_status || std::any_of(kStatusPhrases.begin(), kStatusPhrases.end(),
                                      [&](std::string_view one) { return phrase.find(one) != std::string::npos; });
  return line;
}

}  // namespace

bool is_status_line(std::string_view text) {
  const std::optional<Line> line = line_of(text);
  return line.has_value() &&
         ((line->unknown == 0 && line->says_status) || has_no_news(line->words) || is_at_screen(line->words) ||
          is_screen_state(line->words) || is_about_one_word(line->words, line->unknown, line->numbered));
}

bool is_bare_status(std::string_view text) {
  const std::optional<Line> line = line_of(text);
  if (!line.has_value() || line->unknown > 0 || !line->says_status) {
    return false;
  }
  const auto any = [&line](const auto& list) {
    return std::any_of(line->words.begin(), line->words.end(),
                       [&list](const std::string& word) { return is_one_of(list, word); });
  };
  const bool deed = any(kSpeakers) && any(kDeeds);
  const bool counts = text.find('%') != std::string_view::npos || any(kCounting);
  return !deed && (!line->numbered || counts);
}

bool has_no_result(std::string_view action) {
  const std::size_t colon = action.find(": ");
  const std::size_t failed = action.find(" failed");
  if (colon == std::string_view::npos || failed < colon) {
    return false;
  }
  // A value that is a text stands behind a colon, a bracket or a comma.
  for (std::size_t at = colon + 2; at < action.size(); ++at) {
    const bool value = action[at] == '"' && (action[at - 1] == ':' || action[at - 1] == '[');
    if (value || action[at] == '[') {
      return false;
    }
  }
  return action.size() > colon + 2 && action[colon + 2] == '{';
}

bool is_code(std::string_view text) {
  std::size_t signs = 0;
  std::size_t words = 0;
  bool option = false;
  char last = ' ';
  char before = ' ';
  for (const char c : text) {
    words += last == ' ' && c != ' ' ? 1 : 0;
    signs += kIsCodeSign[static_cast<unsigned char>(c)] ? 1 : 0;
    option = option || (before == ' ' && last == '-' && ((c >= 'a' && c <= 'z') || c == '-'));
    before = last;
    last = c == '\n' ? ' ' : c;
  }
  const std::size_t end = text.find_last_not_of(" \n");
  const bool closes = end != std::string_view::npos && (text[end] == ';' || text[end] == '{' || text[end] == '}');
  const bool says = end != std::string_view::npos && (text[end] == '.' || text[end] == '!' || text[end] == '?');
  if (text.find("[image") != std::string_view::npos) {
    return false;
  }
  return (signs >= kCodeSignsMin && signs * 3 >= words) || (closes && signs > 1) ||
         (option && !says && words <= kWordsMax);
}

}  // namespace turnstream::language
