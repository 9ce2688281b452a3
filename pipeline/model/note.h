#pragma once
// Note: a sentence that a persona keeps word for word; the value of a change of kind "note". codec/note.h writes it. Scores
// are integers of millionths. schemas/note.schema.json lists the fields. Threads: values.

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "pipeline/base/strong_type.h"
#include "pipeline/base/uuid5.h"
#include "pipeline/model/source.h"
#include "pipeline/model/user.h"

namespace turnstream::model {

/// The most code points of a question or sentence before it that a note shows, and of a fact's evidence.
inline constexpr std::size_t kQuotedCodePointsMax = 300;

/// Note::about, if the note is about the user, or about the agent.
inline constexpr std::string_view kAboutSelf = "self";
inline constexpr std::string_view kAboutAgent = "agent";

/// The event times in which something happened; a point if both are equal.
struct TimeSpan {
  EventTime from;
  EventTime to;
  friend bool operator==(const TimeSpan&, const TimeSpan&) = default;
};

struct Note {
  std::string text;     ///< a sentence, or two short neighbours
  std::string speaker;  ///< by name: evidence::Speakers
  std::string about;    ///< kAboutSelf, kAboutAgent or a name; empty: not known
  User user{};          ///< of the turn, also if the agent said it to them; of a record, see candidates.h
  std::optional<std::string> reply_to;  ///< the question that the text answers, maybe with the sentence before it
  std::optional<std::string>
      before;  ///< what its speaker said before the text, if the text alone does not say what it speaks of
  std::string session_id;
  EventTime timestamp;  ///< when it was said
  TimeSpan span;        ///< of what it tells: the point at which it was said
  std::int64_t importance = 0;
  std::int64_t confidence = 0;
  bool current = true;                ///< false once a fact that rests on the note no longer holds
  std::optional<EventTime> ended;     ///< since when that fact does not hold; absent while the note is current
  std::optional<Uuid> superseded_by;  ///< the id of the fact that took the place of that one
  SourceList sources;                 ///< at most kSourcesMax
  friend bool operator==(const Note&, const Note&) = default;
};

}  // namespace turnstream::model
