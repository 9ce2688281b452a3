#pragma once
// NoteLink: from a fact to a note that says it, of record or not yet (ring.h); and NoteEnd: what a note keeps of a fact of its own
// that no longer holds. Threads: values.

#include <cstdint>
#include <optional>
#include <string>

#include "pipeline/base/byte_stream.h"
#include "pipeline/base/strong_type.h"
#include "pipeline/base/uuid5.h"
#include "stages/semantic/notes/about.h"

namespace turnstream::semantic {

/// The unit can have left its ring; then the place can be that of another one.
struct NoteLink {
  Uuid note{};                ///< the id that the note of record has, if there is one
  std::uint64_t session = 0;  ///< hash64() of the session's id
  std::uint64_t number = 0;   ///< RingUnit::number
  friend bool operator==(const NoteLink&, const NoteLink&) = default;

  static constexpr std::size_t kBytesMin = sizeof(Uuid) + sizeof(std::uint64_t) + 1;
  /// `Writer`: ByteWriter or evidence::RowWriter.
  template <typename Writer>
  void write(Writer& writer) const {
    writer.uuid(note).u64(session).varint(number);
  }
  static NoteLink read(ByteReader& reader) {
    const Uuid id = reader.uuid();
    const std::uint64_t of = reader.u64();
    return {id, of, reader.varint()};
  }
};

/// A fact that a note says does not hold any longer.
struct NoteEnd {
  Uuid fact{};
  EventTime at;                       ///< since when
  std::optional<Uuid> superseded_by;  ///< the fact that took its place
  friend bool operator==(const NoteEnd&, const NoteEnd&) = default;

  static constexpr std::size_t kBytesMin = sizeof(Uuid) + sizeof(std::int64_t) + 1;
  template <typename Writer>
  void write(Writer& writer) const {
    writer.uuid(fact).i64(at.value()).u8(superseded_by.has_value() ? 1 : 0);
    if (superseded_by.has_value()) {
      writer.uuid(*superseded_by);
    }
  }
  static NoteEnd read(ByteReader& reader);
};

/// A unit of the turn that is or can become a note, for the claims of the same text.
struct HeardUnit {
  Side side = Side::kUser;
  std::string pointer;  ///< JSON pointer to its text in the turn
  std::string text;
  NoteLink link;
};

}  // namespace turnstream::semantic
