#pragma once
// Document: what recall can return except messages: an item or a memory derived from items, as the changes of completions
// describe it. read_document() reads the value of a change. Scores are integers of millionths. Threads: values; pure.

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "pipeline/base/name_table.h"
#include "pipeline/base/strong_type.h"
#include "pipeline/model/source.h"

namespace turnstream::recall {

/// The kinds of changes of which recall makes documents. Stored in rows: do not change the numbers.
enum class Kind : std::uint8_t {
  kMemory = 0,
  kFact = 1,
  kPattern = 2,
  kSkill = 3,
  kInsight = 4,
  kTopic = 5,
  kDaily = 6,
  kEpisode = 7,
  kNote = 8
};
inline constexpr NameTable<Kind, 9> kKinds{{{Kind::kMemory, "memory"},
                                            {Kind::kFact, "fact"},
                                            {Kind::kPattern, "pattern"},
                                            {Kind::kSkill, "skill"},
                                            {Kind::kInsight, "insight"},
                                            {Kind::kTopic, "topic"},
                                            {Kind::kDaily, "daily"},
                                            {Kind::kEpisode, "episode"},
                                            {Kind::kNote, "note"}}};

/// Whose turn an item or a message comes from, or who said what a memory rests on; a text is empty if that is not known.
struct Place {
  std::string session_id;
  std::string user_id;
  std::string room_id;
  std::string task_id;

  friend bool operator==(const Place&, const Place&) = default;
};

/// Two documents differ if a question about the past must tell them apart: counts of accesses and links are not members.
struct Document {
  Kind kind = Kind::kMemory;
  std::string id;
  std::string type;               ///< of an item, pattern or insight; "capability" of a skill that is one; else empty
  std::string text;               ///< as it is shown
  std::string subject;            ///< searched with the text, not shown; may be empty
  std::vector<std::string> tags;  ///< searched with the text
  std::vector<model::Source> sources;  ///< what it rests on; of an item: the item itself, and those merged into it
  Place place;     ///< of an item; of other memories the user whose words they rest on, and the session of a
                   ///< note, daily entry or episode
  EventTime time;  ///< of an item its own; else of the newest evidence
  std::optional<std::int64_t> importance;
  std::int64_t confidence = 1'000'000;
  std::string tier;        ///< of an item, else empty
  bool holds = true;       ///< false for a fact that no longer holds, and for a note whose words no longer hold
  std::string validity;    ///< of a fact: the member `validity` as JSON; of a note in the same form; else empty
  std::string speaker;     ///< of a note, searched with the text; else empty
  std::string quote;       ///< of a fact its evidence; of a note the question that it answers, searched with the text
  std::string before;      ///< of a note the sentence before it, not searched; else empty
  std::string provenance;  ///< of an item: the member `provenance` as JSON; else empty

  friend bool operator==(const Document&, const Document&) = default;
};

/// `value`: the whole value of a put, a JSON object; members that are missing count as empty. Absent if it is not an object.
[[nodiscard]] std::optional<Document> read_document(Kind kind, std::string_view id, std::string_view value);

/// The text that the index reads: text, subject and tags; of a note also speaker and quote.
[[nodiscard]] std::string indexed_text(const Document& document);

/// The word for the kind, as answers show it: that of the document; of a pattern "instruction", "preference", "habit" or "pattern".
[[nodiscard]] std::string_view kind_name(const Document& document);

/// Whether patterns of the type are what a person states. They are kinds of their own in questions and answers.
[[nodiscard]] bool is_stated_type(std::string_view type);

}  // namespace turnstream::recall
