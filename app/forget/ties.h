#pragma once
// Ties: what the public records tie to the ids that a person wants forgotten: the turns from which these memories were made,
// and memories that were merged into them or into which they were merged. A stage may no longer know a turn, or a memory
// that it merged away, so a forget command names them. Threads: one.

#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "pipeline/base/result.h"
#include "pipeline/model/completion.h"
#include "pipeline/model/state_export.h"

namespace turnstream::app {

class Ties {
 public:
  /// `user`: all turns of this user are named, too, and the memories that say that they are of this user.
  Ties(std::string persona, const std::vector<std::string>& ids, std::optional<std::string> user);

  /// Looks at one part of a completion. Merges are followed in any order of the parts.
  void take(const model::Completion& part);
  /// Looks at one turn of the log: a memory has the user of one of its turns only, and can rest on turns of others, too.
  void take_turn(const model::StateExport& turn);
  /// Looks at one event of the topics consolidation or maintenance: events of type merge tie ids.
  void take_event(std::string_view value);

  /// The ids that were given, and all that are tied to them, in ascending order. With a user no turn that is known not to be this
  /// user's is among the latter, also if memories rest on it.
  [[nodiscard]] std::vector<std::string> ids() const;

 private:
  struct Tie {
    std::set<std::string> ids;    ///< if one of these is named, so are the others
    std::set<std::string> turns;  ///< these are named then, too
  };
  void take_change(const model::Change& change);

  std::string persona_;
  std::optional<std::string> user_;
  std::string user_in_json_;  ///< as records write it
  std::set<std::string> named_;
  std::set<std::string> of_others_;  ///< turns of other users, and those of the log without one
  std::vector<Tie> ties_;
};

}  // namespace turnstream::app
