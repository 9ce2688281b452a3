#include <algorithm>
#include <limits>

#include "stages/common/evidence/rows.h"
#include "stages/consolidation/sharing/sharing.h"

namespace turnstream::consolidation {
namespace {

constexpr std::size_t kUnbounded = std::numeric_limits<std::size_t>::max();

}  // namespace

Result<std::string> Sharing::name_of(const Uuid& target) {
  if (const auto known = names_.find(target); known != names_.end()) {
    return known->second;
  }
  TS_ASSIGN_OR_RETURN(const Grants* all, grants());
  if (const auto kept = all->find(target); kept != all->end()) {
    return kept->second.grant.target;
  }
  TS_ASSIGN_OR_RETURN(const auto row, context_.state().get(evidence::row_key(kReviewPrefix, target)));
  if (!row.has_value()) {
    return evidence::bad_state("A target of shared insights has no name.");
  }
  return std::string(*row);
}

Status Sharing::review(const Uuid& target, const std::string& name) {
  names_[target] = name;
  TS_ASSIGN_OR_RETURN(Grants * all, grants());
  const auto found = all->find(target);
  const KeptGrant* kept = found == all->end() ? nullptr : &found->second;
  const std::int64_t left = std::max<std::int64_t>(settings_.shares_step_max - examined_, 0);
  const auto before = kept == nullptr ? std::nullopt : std::optional(kept->generation);
  TS_ASSIGN_OR_RETURN(std::vector<Uuid> ids, rows_.of_target(target, static_cast<std::size_t>(left) + 1, before));
  const bool has_more = ids.size() > static_cast<std::size_t>(left);
  if (has_more) {
    ids.pop_back();
  }
  for (const Uuid& id : ids) {
    TS_RETURN_IF_ERROR(review_one(id, target, kept));
  }
  return set_under_review(target, name, has_more);
}

Status Sharing::review_one(const Uuid& id, const Uuid& target, const KeptGrant* kept) {
  ++examined_;
  TS_ASSIGN_OR_RETURN(const std::optional<Share> share, rows_.find(id, target));
  if (!share.has_value()) {
    return evidence::bad_state("The row of a share is missing.");
  }
  if (kept != nullptr) {
    TS_ASSIGN_OR_RETURN(const std::optional<model::Insight> insight, insights_.find(id));
    bool stays = insight.has_value();
    if (stays) {
      TS_ASSIGN_OR_RETURN(stays, is_covered(*insight, *kept));
    }
    if (stays) {
      rows_.put(id, target, {kept->generation, share->content}, share);
      return {};
    }
  }
  take_back(id, target, *share);
  return {};
}

Status Sharing::set_under_review(const Uuid& target, const std::string& name, bool is_under_review) {
  const evidence::RowKey key = evidence::row_key(kReviewPrefix, target);
  TS_ASSIGN_OR_RETURN(const auto row, context_.state().get(key));
  if (is_under_review && !row.has_value()) {
    context_.state().put(key, name);
    ++head_->reviews;
  } else if (!is_under_review && row.has_value()) {
    context_.state().erase(key);
    --head_->reviews;
  }
  return {};
}

Status Sharing::review_waiting() {
  std::map<Uuid, std::string> waiting;
  const auto visit = [&waiting](std::string_view key, std::string_view name) {
    waiting.emplace(evidence::id_in_key(key), name);
    return true;
  };
  TS_RETURN_IF_ERROR(context_.state().scan(kReviewPrefix, static_cast<std::size_t>(settings_.shares_step_max), visit));
  for (const auto& [target, name] : waiting) {
    if (examined_ >= settings_.shares_step_max) {
      return {};
    }
    TS_RETURN_IF_ERROR(review(target, name));
  }
  return {};
}

Status Sharing::forget_all() {
  TS_RETURN_IF_ERROR(load());
  if (head_->is_idle()) {
    return {};
  }
  TS_ASSIGN_OR_RETURN(Grants * all, grants());
  for (const auto& [target, kept] : *all) {
    names_[target] = kept.grant.target;
    context_.state().erase(evidence::row_key(kGrantPrefix, target));
    context_.effects().remove("grant", kept.grant.target);
  }
  all->clear();
  const auto end_review = [this](std::string_view key, std::string_view name) {
    names_.emplace(evidence::id_in_key(key), name);
    context_.state().erase(key);
    return true;
  };
  TS_RETURN_IF_ERROR(context_.state().scan(kReviewPrefix, kUnbounded, end_review));
  for (const auto& [target, name] : names_) {
    TS_ASSIGN_OR_RETURN(const std::vector<Uuid> ids, rows_.of_target(target, kUnbounded, std::nullopt));
    for (const Uuid& id : ids) {
      TS_RETURN_IF_ERROR(review_one(id, target, nullptr));
    }
  }
  const auto erase = [this](std::string_view key, std::string_view) {
    context_.state().erase(key);
    return true;
  };
  TS_RETURN_IF_ERROR(context_.state().scan(kOfferPrefix, kUnbounded, erase));
  head_ = SharingHead{};
  return {};
}

}  // namespace turnstream::consolidation
