#pragma once
// Sharing: what a persona shares with others, during one call of the stage. Grants say what; it sends each new insight that
// a grant covers to the grant's target, and takes back each one that was removed or that no grant covers now. One
// call sends or examines about `shares_step_max` insights; the timer "sharing" continues. Rows: those of kept_grant.h,
// share_rows.h and sharing_head.h. Lifetime: borrows all arguments of the constructor, for one call of the stage. Threads:
// the caller's.

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "pipeline/stage_api/stage.h"
#include "stages/consolidation/insights/insight_book.h"
#include "stages/consolidation/sharing/kept_grant.h"
#include "stages/consolidation/sharing/settings.h"
#include "stages/consolidation/sharing/share_rows.h"
#include "stages/consolidation/sharing/sharing_head.h"

namespace turnstream::consolidation {

inline constexpr std::string_view kSharingTimer = "sharing";

class Sharing {
 public:
  Sharing(const stage_api::Input& input, stage_api::PersonaContext& context, InsightBook& insights)
      : input_(input), context_(context), insights_(insights), rows_(context.state()) {}
  Sharing(const Sharing&) = delete;
  Sharing& operator=(const Sharing&) = delete;

  /// The command grant: replaces the grant of the same target. Errors: those of grant_from(), and the same if the persona
  /// has grants_max grants.
  Status grant();
  Status revoke();
  /// The timer fired: continues what was left for later.
  Status fire();
  /// Everything of the persona is forgotten: takes everything back at once and drops the grants.
  Status forget_all();
  /// Follows what the call added to the insights and removed from them, and writes the rows. Call it after
  /// InsightBook::finish().
  Status finish();

 private:
  using Grants = std::map<Uuid, KeptGrant>;  ///< by the key of the target

  /// Reads the settings and the head, once a call, and only if there is something to do: most calls pay nothing.
  Status load();
  Result<Grants*> grants();
  /// The name of a target that has a grant or is under review.
  Result<std::string> name_of(const Uuid& target);

  Status share_best(const Uuid& target, const KeptGrant& kept);
  /// Shares the insight with each target whose grant covers it.
  Status offer(const Uuid& id);
  Status offer_later(const Uuid& id);
  /// Whether the grant covers the insight and, if that is a meta-insight, each of its sources: its summary tells of them.
  Result<bool> is_covered(const model::Insight& insight, const KeptGrant& kept);
  Status offer_waiting();
  Status share(const Uuid& id, const model::Insight& insight, const Uuid& target, const KeptGrant& kept);
  void take_back(const Uuid& id, const Uuid& target, const Share& share);
  /// Takes the insight back from all targets.
  Status withdraw(const Uuid& id);
  /// Examines what was shared with the target under former grants.
  Status review(const Uuid& target, const std::string& name);
  Status review_one(const Uuid& id, const Uuid& target, const KeptGrant* kept);
  Status set_under_review(const Uuid& target, const std::string& name, bool is_under_review);
  Status review_waiting();

  Status tell_unshares();
  void report_refused();
  Status write_head();

  const stage_api::Input& input_;
  stage_api::PersonaContext& context_;
  InsightBook& insights_;
  ShareRows rows_;
  SharingSettings settings_;
  std::optional<SharingHead> head_;  ///< head_, head_before_, settings_: as load() read them
  SharingHead head_before_;
  std::optional<Grants> grants_;                         ///< as grants() read them
  std::map<Uuid, std::string> names_;                    ///< of targets, by key
  std::map<Uuid, std::vector<std::string>> taken_back_;  ///< ids of insights, by the key of the target
  std::vector<std::string> refused_;                     ///< ids of insights beyond shares_max
  std::int64_t sent_ = 0;                                ///< shares in this call
  std::int64_t examined_ = 0;                            ///< former shares in this call
  bool fired_ = false;
};

}  // namespace turnstream::consolidation
