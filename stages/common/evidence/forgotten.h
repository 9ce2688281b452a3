#pragma once
// Forgotten: what a `forget` command names (ids, a session, or all), and the ids that the stage adds. A derived memory
// is removed if has() is true for its id, or covers() for any of its sources. Threads: values.

#include <algorithm>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "pipeline/model/command_args.h"
#include "pipeline/model/source.h"
#include "pipeline/stage_api/stage.h"

namespace turnstream::evidence {

class Forgotten {
 public:
  explicit Forgotten(const model::ForgetArgs& args)
      : all_(args.all), ids_(args.ids.begin(), args.ids.end()), session_(args.session_id) {}

  void add(std::string id) { ids_.insert(std::move(id)); }
  /// Adds the ids of all deletes in these completions. Errors: those of UpstreamCompletion::each_change().
  Status add_removed(std::span<const stage_api::UpstreamCompletion> upstream);

  [[nodiscard]] bool has(std::string_view id) const { return all_ || ids_.find(id) != ids_.end(); }
  [[nodiscard]] bool covers(model::SourceView source) const {
    return has(source.id) || has(source.turn_id) || session_ == source.session_id;
  }
  [[nodiscard]] bool covers(const model::SourceList& sources) const {
    return std::any_of(sources.begin(), sources.end(), [this](model::SourceView source) { return covers(source); });
  }

 private:
  bool all_;
  std::set<std::string, std::less<>> ids_;
  std::optional<std::string> session_;
};

}  // namespace turnstream::evidence
