#pragma once
// The keys and values of the rows of the read model. All rows of a persona share a beginning in each space, so that they can
// be loaded with one scan and erased with one range. Offsets are those of the log in the persona's partition. Threads: pure.
//
//   space  key                                      value
//   D      persona, kind, id                        from, the document
//   J      persona, kind, id                        the same document as JSON, as a put shows it; apart, for loads do not read it
//   V      persona, kind, id, from                  to, the document: a former version
//   M      persona, position                        to, the message and the signals of its text
//   I      persona, item, position                  nothing: a message of the item
//   T      persona, turn                            log offset of the admitted turn
//   C      persona, command                         log time, what the stages did for the command (command_report.h)
//   P      partition                                the read positions, and the log time
//   E      partition, offset, number                an entry of the journal (journal_rows.h)
//   K      partition                                where the journal begins and ends, and how many entries it has
//   L      partition, log time                      the last log offset with that time
//   H      partition, log time, key of a V or M     nothing: the version is closed since then
//   Z      persona                                  log offset of a forget whose bytes may still be in files
//   F                                               the version of this form (row_format.h)
//
// A version holds for the records from `from` up to, but without, `to`; of a message `from` is its own offset.

#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <string_view>

#include "pipeline/base/strong_type.h"
#include "recall/documents/document.h"
#include "recall/documents/message.h"
#include "recall/ranking/signals.h"

namespace turnstream::recall::rows {

/// The `to` of a version that holds now.
inline constexpr Offset kOpen{std::numeric_limits<std::int64_t>::max()};

/// Appends it big-endian, so that keys are in the order of their numbers.
void append_number(std::string& key, std::uint64_t number);
/// Precondition: the key ends with a number.
[[nodiscard]] std::uint64_t number_at_end(std::string_view key);
/// Of the keys of space E, K, P, L and H.
[[nodiscard]] std::string partition_prefix(char space, Partition partition);

/// The beginning of all keys of the persona in the space, and the key behind all of them.
struct Range {
  std::string from;
  std::string to;
};
[[nodiscard]] Range persona_range(char space, std::string_view persona);
/// The spaces of a persona; the first one is not in the digest: ids of commands differ between two logs with the same turns.
inline constexpr std::string_view kPersonaSpaces = "CDIJMTV";
inline constexpr std::string_view kMemorySpaces = kPersonaSpaces.substr(1);

/// Precondition of all with `id`: it has no byte 0.
[[nodiscard]] std::string document_key(std::string_view persona, Kind kind, std::string_view id);
[[nodiscard]] std::string json_key(std::string_view persona, Kind kind, std::string_view id);
/// All documents of the kind, by id.
[[nodiscard]] Range documents_of(std::string_view persona, Kind kind);
[[nodiscard]] std::string version_key(std::string_view persona, Kind kind, std::string_view id, Offset from);
/// The rows of a space whose personas come behind this one in the order of the keys; empty: of all. The space has only rows of personas.
[[nodiscard]] Range rows_behind(char space, std::string_view persona);
/// The persona of such a row; absent for a damaged key.
[[nodiscard]] std::optional<std::string> persona_of(std::string_view key);
/// The former versions of all documents of the kind: by id, the oldest first.
[[nodiscard]] Range versions_of(std::string_view persona, Kind kind);
/// The former versions of one document, the oldest first.
[[nodiscard]] Range versions_of(std::string_view persona, Kind kind, std::string_view id);
[[nodiscard]] std::string message_key(std::string_view persona, std::uint64_t position);
[[nodiscard]] std::string item_key(std::string_view persona, std::string_view item, std::uint64_t position);
[[nodiscard]] Range messages_of_item(std::string_view persona, std::string_view item);
[[nodiscard]] std::string turn_key(std::string_view persona, std::string_view turn);
[[nodiscard]] std::string command_key(std::string_view persona, std::string_view command);
/// The row of space Z, which only says what is left to do: it is not in the digest.
[[nodiscard]] std::string forgotten_key(std::string_view persona);
/// All rows of space Z.
[[nodiscard]] Range forgotten_personas();
/// Precondition: a key of space Z.
[[nodiscard]] std::string persona_of_forgotten(std::string_view key);
[[nodiscard]] std::string partition_key(Partition partition);
[[nodiscard]] std::string time_key(Partition partition, LogTime time);
/// Precondition: a key of space L.
[[nodiscard]] LogTime time_of_key(std::string_view key);
/// The rows of space L of the partition, the oldest first.
[[nodiscard]] Range times_of(Partition partition);
[[nodiscard]] std::string closed_key(Partition partition, LogTime time, std::string_view row);
/// The rows of space H of the partition for versions that were closed before `time`.
[[nodiscard]] Range closed_before(Partition partition, LogTime time);
/// The key of the row that a key of space H names.
[[nodiscard]] std::string_view row_of_closed_key(std::string_view key);

/// What a key of space D or V names.
struct DocumentKey {
  Kind kind = Kind::kMemory;
  std::string_view id;
  Offset from;  ///< of space V
};
/// `key`: of this space and persona. Absent if it is damaged.
[[nodiscard]] std::optional<DocumentKey> read_document_key(std::string_view persona, std::string_view key);
[[nodiscard]] std::optional<DocumentKey> read_version_key(std::string_view persona, std::string_view key);
[[nodiscard]] std::uint64_t position_of_key(std::string_view key);

/// Views into the bytes. `stored`: the document as bytes (stored_document.h).
struct DocumentRow {
  Offset from;
  std::string_view stored;
};
[[nodiscard]] std::string document_row(const DocumentRow& row);
[[nodiscard]] std::optional<DocumentRow> read_document_row(std::string_view bytes);

struct VersionRow {
  Offset to;
  std::string_view stored;
};
[[nodiscard]] std::string version_row(const VersionRow& row);
[[nodiscard]] std::optional<VersionRow> read_version_row(std::string_view bytes);

struct MessageRow {
  Offset to = kOpen;
  Signals signals;  ///< of the text
  Message message;
};
[[nodiscard]] std::string message_row(Offset to, const Message& message);
[[nodiscard]] std::optional<MessageRow> read_message_row(std::string_view bytes);
/// The same into a row that was used before, whose memory it uses again. False if the bytes are damaged.
[[nodiscard]] bool read_message_row(std::string_view bytes, MessageRow& row);

struct CommandRow {
  LogTime time;
  std::string_view json;
};
[[nodiscard]] std::string command_row(const CommandRow& row);
[[nodiscard]] std::optional<CommandRow> read_command_row(std::string_view bytes);

[[nodiscard]] std::string offset_row(Offset offset);
[[nodiscard]] std::optional<Offset> read_offset_row(std::string_view bytes);

}  // namespace turnstream::recall::rows
