#pragma once
// Forgetting: one `forget` command as the parts of the stage share it: what it names, and what was removed because of it so
// far. A part that removes a memory adds its id, so that the parts behind it remove what rests on that memory. Threads: the
// caller's.

#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "pipeline/model/command_args.h"
#include "pipeline/stage_api/stage.h"
#include "stages/common/evidence/forgotten.h"

namespace turnstream::consolidation {

class Forgetting {
 public:
  /// Reads the command and what the upstream stages removed for it. Errors: those of parse_forget_args() and each_change().
  static Result<Forgetting> read(const stage_api::Input& input);

  [[nodiscard]] const model::ForgetArgs& args() const { return args_; }
  /// The ids that are named or gone: of items, turns, derived memories. In the order in which they were added.
  [[nodiscard]] const std::vector<std::string>& ids() const { return ids_; }
  [[nodiscard]] bool covers(model::SourceView source) const { return forgotten_.covers(source); }
  [[nodiscard]] bool covers(const model::SourceList& sources) const { return forgotten_.covers(sources); }
  [[nodiscard]] bool has(std::string_view id) const { return forgotten_.has(id); }
  /// The salt for hashes of what is forgotten.
  [[nodiscard]] const std::string& salt() const { return salt_; }

  /// The part removed the memory with this id: what rests on it goes, too.
  void add(const std::string& id);

 private:
  explicit Forgetting(model::ForgetArgs args) : args_(std::move(args)), forgotten_(args_) {}

  model::ForgetArgs args_;
  evidence::Forgotten forgotten_;
  std::vector<std::string> ids_;
  std::set<std::string> known_;
  std::string salt_;
};

}  // namespace turnstream::consolidation
