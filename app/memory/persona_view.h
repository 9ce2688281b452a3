#pragma once
// PersonaView: what memory holds of one persona, from the public topics alone, so that it can be read while a pipeline
// runs: the changes in the completions of all stages, applied in phase order. Deleted and forgotten memories are absent.
// Keeps the values as JSON text in memory. Errors: those of RecordFinder; "not_found" if no stage has answered a record of
// the persona. Threads: one.

#include <map>
#include <optional>
#include <string>

#include "app/explain/record_finder.h"
#include "pipeline/base/result.h"
#include "pipeline/base/strong_type.h"
#include "pipeline/model/completion.h"

namespace turnstream::app {

class PersonaView {
 public:
  /// The present value of a memory, session or statistics.
  struct Thing {
    std::string value;  ///< a JSON object
    std::string stage;  ///< that changed it last
    Offset put_at;      ///< the log record at which it was put
  };
  using Things = std::map<std::string, Thing>;  ///< by id

  static Result<PersonaView> read(RecordFinder& finder, const std::string& persona);

  [[nodiscard]] const std::string& persona() const { return persona_; }
  /// All of that kind, a kind of change as in docs/topics.md.
  [[nodiscard]] const Things& of_kind(const std::string& kind) const;
  /// The log time of the last record at which a stage reported something of the persona.
  [[nodiscard]] LogTime as_of() const { return as_of_; }

  /// Applies one part of a completion. Parts of a stage must come in order, stages of earlier phases first.
  void take(const model::Completion& part);

 private:
  explicit PersonaView(std::string persona) : persona_(std::move(persona)) {}

  std::string persona_;
  std::map<std::string, Things> things_;  ///< by kind
  LogTime as_of_;
  bool is_known_ = false;
};

}  // namespace turnstream::app
