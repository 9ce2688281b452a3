#pragma once
// Fact: what holds or held for a persona; the value of a change of kind "fact". A fact is either a statement (subject,
// relation, value) or a text. codec/fact.h writes it. Scores are integers of millionths. schemas/fact.schema.json
// lists the fields. Threads: values.

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "pipeline/base/strong_type.h"
#include "pipeline/base/uuid5.h"
#include "pipeline/model/source.h"
#include "pipeline/model/user.h"

namespace turnstream::model {

/// The event times during which a fact held: from `from` on, until before `to`. Without `to` it still holds.
struct Validity {
  EventTime from;
  std::optional<EventTime> to;
  friend bool operator==(const Validity&, const Validity&) = default;
};

struct Fact {
  std::string subject;  ///< normalised; empty for a text fact, as are relation and value
  std::string relation;
  std::string value;  ///< as in the statement from which the fact was made
  /// Of a text fact: the text; of a statement: the statement as an English sentence, with the user's name.
  std::string text;
  std::string evidence;  ///< of a statement: the sentence that first made it, at most 300 code points; may be empty
  std::int64_t confidence = 0;
  bool current = true;
  std::vector<Validity> validity;     ///< the intervals in which the fact held, in ascending order of time
  std::optional<Uuid> superseded_by;  ///< the id of the fact that replaced this one
  SourceList sources;                 ///< at most kSourcesMax
  User user{};                        ///< about whom it is, if about a user
  friend bool operator==(const Fact&, const Fact&) = default;
};

}  // namespace turnstream::model
