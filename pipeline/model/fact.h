#pragma once
// Fact: something a persona holds for true, as it stands in changes of kind "fact": a statement (subject, relation,
// value), or a text that matched no pattern of one. codec/fact.h writes it. Scores are integers of 10⁻⁶. Field
// meanings: docs/topics.md. Threads: values.

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "pipeline/base/strong_type.h"
#include "pipeline/base/uuid5.h"
#include "pipeline/model/source.h"

namespace turnstream::model {

/// Event times between which a fact held: from `from` on, before `to`; no `to`: still.
struct Validity {
  EventTime from;
  std::optional<EventTime> to;
  friend bool operator==(const Validity&, const Validity&) = default;
};

struct Fact {
  std::string subject;  ///< normalised; with relation and value empty for a text fact
  std::string relation;
  std::string value;  ///< as first written
  std::string text;
  std::int64_t confidence = 0;
  bool current = true;
  std::vector<Validity> validity;     ///< in order of time
  std::optional<Uuid> superseded_by;  ///< the fact that held next
  SourceList sources;                 ///< ≤ kSourcesMax
  friend bool operator==(const Fact&, const Fact&) = default;
};

}  // namespace turnstream::model
