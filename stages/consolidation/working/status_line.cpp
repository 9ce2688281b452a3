#include "stages/consolidation/working/status_line.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <string>

#include "pipeline/base/utf8.h"

namespace turnstream::consolidation {
namespace {

constexpr std::size_t kWordsMax = 8;

/// In alphabetical order, as is_in() needs it.
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
/// In alphabetical order.
constexpr auto kWordsAround = std::to_array<std::string_view>(
    {"a",        "all",       "almost",   "already",    "and",     "are",   "at",     "backup",  "been",     "build",
     "complete", "currently", "download", "everything", "export",  "for",   "half",   "has",     "have",     "i",
     "import",   "in",        "is",       "it",         "job",     "just",  "m",      "nearly",  "now",      "of",
     "on",       "operation", "out",      "over",       "percent", "phase", "please", "process", "progress", "request",
     "s",        "stage",     "status",   "step",       "still",   "sync",  "task",   "test",    "tests",    "the",
     "there",    "to",        "update",   "upload",     "wait",    "was",   "way",    "we",      "were",     "with"});
static_assert(std::is_sorted(kStatusWords.begin(), kStatusWords.end()));
static_assert(std::is_sorted(kWordsAround.begin(), kWordsAround.end()));
/// Words around that say it together.
constexpr std::array<std::string_view, 4> kStatusPhrases{"half way", "almost there", "nearly there", "please wait"};

template <std::size_t N>
bool is_in(const std::array<std::string_view, N>& words, std::string_view word) {
  return std::binary_search(words.begin(), words.end(), word);
}

bool is_number(std::string_view word) {
  return std::all_of(word.begin(), word.end(), [](char c) { return c >= '0' && c <= '9'; });
}

}  // namespace

bool is_status_line(std::string_view text) {
  std::string phrase;
  bool says_status = false;
  std::size_t words = 0;
  for (std::size_t at = 0; words <= kWordsMax; ++words) {
    const std::string word = to_lower(next_word(text, at));
    if (word.empty()) {
      break;
    }
    const bool is_status = is_in(kStatusWords, word);
    if (!is_status && !is_in(kWordsAround, word) && !is_number(word)) {
      return false;
    }
    says_status = says_status || is_status;
    phrase.append(phrase.empty() ? "" : " ").append(word);
  }
  says_status = says_status || std::any_of(kStatusPhrases.begin(), kStatusPhrases.end(),
                                           [&](std::string_view one) { return phrase.find(one) != std::string::npos; });
  return says_status && words <= kWordsMax;
}

}  // namespace turnstream::consolidation
