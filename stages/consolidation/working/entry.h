#pragma once
// Entry: an item in working memory, a bounded copy of what episodic added, with what a pass needs to judge it: all that
// depends on the time of arrival is computed then. Consolidated: what stays of an entry that a pass handled. Both are rows
// `entry/<id of 16 bytes>`. Threads: values; pure.

#include <cstdint>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "pipeline/base/result.h"
#include "pipeline/base/uuid5.h"
#include "pipeline/json/writer.h"
#include "pipeline/model/memory_item.h"
#include "pipeline/model/source.h"

namespace turnstream::consolidation {

inline constexpr std::string_view kEntryPrefix = "entry/";

/// Sentences of one speaker. `label`: what stands before them, such as the speaker's name (speech/quote.h); of an item other
/// than a chat at most a date.
struct Span {
  std::string label;
  std::string text;
  friend bool operator==(const Span&, const Span&) = default;
};

/// What rules found at arrival.
struct Finding {
  bool chat = false;         ///< a message of the two sides of the turn
  bool worthless = false;    ///< a chat that says nothing worth keeping, or a tool's use that succeeded
  bool repeat = false;       ///< the persona had the same content shortly before
  bool status_line = false;  ///< the text says how far something is, and nothing else
  bool slight = false;       ///< a chat that pass 1 keeps, but of which no sentence is worth an insight
  friend bool operator==(const Finding&, const Finding&) = default;
};

struct Entry {
  std::uint64_t number = 0;  ///< the place in the queue
  std::string turn_id;
  std::string pointer;
  std::string session_id;
  model::ItemType type = model::ItemType::kObservation;
  model::Domain domain = model::Domain::kChat;
  std::int64_t importance = 0;
  bool ephemeral = false;
  std::int64_t occurrences = 1;
  std::vector<std::string> tags;
  EventTime timestamp;
  LogTime recorded_at;
  std::string content;  ///< the first code points of the item's content
  std::string user;     ///< of a chat: the names of the two who speak
  std::string agent;
  std::string user_id;        ///< of a chat that rests on what the user says: who that is; else empty
  std::int64_t score = 0;     ///< of the best unit, in 10⁻⁹, of a chat its worth (heard.h); 0 if it was not scored
  std::vector<Span> summary;  ///< at most 300 code points together
  std::string asked_in;       ///< the turn before, if a label quotes a question or sentence of it; else empty
  Finding finding;
  friend bool operator==(const Entry&, const Entry&) = default;
};

struct Consolidated {
  std::uint64_t number = 0;   ///< the place among the consolidated ones
  std::uint64_t arrival = 0;  ///< Entry::number of the entry
  std::string turn_id;
  std::string pointer;
  std::string session_id;
  Uuid insight{};  ///< zero if there is none
  std::int64_t occurrences = 1;
  friend bool operator==(const Consolidated&, const Consolidated&) = default;
};

using EntryRow = std::variant<Entry, Consolidated>;

[[nodiscard]] std::string encode(const Entry& entry);
[[nodiscard]] std::string encode(const Consolidated& done);
/// Errors: bad_state().
Result<EntryRow> decode_entry(std::string_view row);
/// The same for a row that must be an Entry. Errors: bad_state(), also if it is another one.
Result<Entry> decode_waiting(std::string_view row);

/// The content with the names of the speakers in place of the labels of a chat.
[[nodiscard]] std::string named_content(const Entry& entry);

/// The spans as one text: the label before what each said.
[[nodiscard]] std::string summary_text(const std::vector<Span>& summary);

/// The chat item of the turn `asked_in`, on which a summary rests that quotes its question.
[[nodiscard]] model::Source source_of_question(const Entry& entry, std::string_view persona);

/// Whether rules say, without a model, that the entry makes no insight.
[[nodiscard]] inline bool is_worthless(const Entry& entry) {
  return entry.finding.worthless || entry.finding.repeat || entry.finding.status_line;
}

/// The facts about an item that only the change shows.
struct EntryContext {
  std::string_view id;
  std::string_view persona;
  std::string_view message_id;  ///< empty: none
  std::string_view room_id;     ///< empty: none
};
/// The value of the change of kind "working" that puts the entry.
[[nodiscard]] std::string working_value(const Entry& entry, const EntryContext& context);

}  // namespace turnstream::consolidation
