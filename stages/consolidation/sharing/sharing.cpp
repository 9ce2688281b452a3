#include "stages/consolidation/sharing/sharing.h"

#include <algorithm>
#include <limits>
#include <span>

#include "pipeline/base/byte_stream.h"
#include "pipeline/base/hash64.h"
#include "pipeline/codec/command_args.h"
#include "pipeline/codec/grant.h"
#include "pipeline/stage_api/memory_settings.h"
#include "stages/common/evidence/rows.h"
#include "stages/consolidation/records/announcements.h"

namespace turnstream::consolidation {
namespace {

constexpr std::string_view kKind = "grant";
constexpr std::size_t kIdsOfUnshareMax = 1000;
constexpr std::size_t kRefusedShownMax = 100;

/// A hash of what the target shows of the insight.
std::uint64_t content_of(const model::Insight& insight) {
  std::string bytes;
  ByteWriter writer(bytes);
  writer.text(insight.summary).i64(insight.importance).i64(insight.confidence);
  for (const std::string& tag : insight.tags) {
    writer.text(tag);
  }
  return hash64(bytes);
}

std::size_t as_size(std::int64_t number) {
  return static_cast<std::size_t>(std::max<std::int64_t>(number, 0));
}

}  // namespace

Status Sharing::load() {
  if (head_.has_value()) {
    return {};
  }
  TS_ASSIGN_OR_RETURN(const auto row, context_.state().get(kSharingKey));
  if (row.has_value()) {
    TS_ASSIGN_OR_RETURN(head_before_, decode_sharing_head(*row));
  }
  head_ = head_before_;
  settings_ = input_.settings->read(kSharingSettingFields);
  return {};
}

Result<Sharing::Grants*> Sharing::grants() {
  if (grants_.has_value()) {
    return &*grants_;
  }
  Grants found;
  Status damaged;
  const auto visit = [&](std::string_view key, std::string_view row) {
    Result<KeptGrant> kept = decode_grant(row, context_.persona());
    if (!kept.ok()) {
      damaged = kept.error();
      return false;
    }
    found.emplace(evidence::id_in_key(key), *std::move(kept));
    return true;
  };
  TS_RETURN_IF_ERROR(context_.state().scan(kGrantPrefix, std::numeric_limits<std::size_t>::max(), visit));
  TS_RETURN_IF_ERROR(damaged);
  return &grants_.emplace(std::move(found));
}

Status Sharing::grant() {
  TS_RETURN_IF_ERROR(load());
  TS_ASSIGN_OR_RETURN(const model::GrantArgs args, codec::parse_grant_args(input_.value));
  TS_ASSIGN_OR_RETURN(model::Grant grant, grant_from(args, context_.persona(), input_.now));
  TS_ASSIGN_OR_RETURN(Grants * all, grants());
  const Uuid target = target_key(grant.target);
  const auto before = all->find(target);
  const bool existed = before != all->end();
  if (!existed && head_->grants >= settings_.grants_max) {
    return make_error(error_codes::kBadCommand, Reaction::kDeadLetter,
                      "The persona shares with " + std::to_string(head_->grants) +
                          " personas already, as many as consolidation.grants_max allows: revoke a grant first.",
                      "/args/target", "grants_max");
  }
  const bool is_same =
      existed && before->second.grant.tags == grant.tags && before->second.grant.domains == grant.domains;
  head_->grants += existed ? 0 : 1;
  KeptGrant& kept = (*all)[target];
  kept.generation = is_same ? kept.generation : ++head_->generation;
  kept.tags = comparable_tags(grant);
  kept.grant = std::move(grant);
  context_.state().put(evidence::row_key(kGrantPrefix, target), encode(kept));
  std::string value;
  codec::append_grant(value, kept.grant);
  context_.effects().put(kKind, kept.grant.target, std::move(value), existed);
  context_.effects().processed(1);
  TS_RETURN_IF_ERROR(review(target, kept.grant.target));
  return share_best(target, kept);
}

Status Sharing::revoke() {
  TS_RETURN_IF_ERROR(load());
  TS_ASSIGN_OR_RETURN(const model::GrantArgs args, codec::parse_grant_args(input_.value));
  context_.effects().processed(1);
  TS_ASSIGN_OR_RETURN(Grants * all, grants());
  const Uuid target = target_key(args.target);
  if (all->erase(target) == 0) {
    return {};
  }
  --head_->grants;
  context_.state().erase(evidence::row_key(kGrantPrefix, target));
  context_.effects().remove(kKind, args.target);
  return review(target, args.target);
}

Status Sharing::share_best(const Uuid& target, const KeptGrant& kept) {
  TS_ASSIGN_OR_RETURN(const std::vector<Uuid> best,
                      insights_.most_important(as_size(settings_.shared_at_grant_max), filter_of(kept)));
  for (const Uuid& id : best) {
    TS_ASSIGN_OR_RETURN(const std::optional<model::Insight> insight, insights_.find(id));
    if (!insight.has_value()) {
      return evidence::bad_state("The order of the insights names an insight that is missing.");
    }
    TS_RETURN_IF_ERROR(share(id, *insight, target, kept));
  }
  return {};
}

Result<bool> Sharing::is_covered(const model::Insight& insight, const KeptGrant& kept) {
  if (!covers(kept, insight) || insight.type != model::InsightType::kMeta) {
    return covers(kept, insight);
  }
  for (const model::SourceView source : insight.sources) {
    TS_ASSIGN_OR_RETURN(const std::optional<model::Insight> one,
                        insights_.find(parse_uuid(source.id).value_or(Uuid{})));
    if (!one.has_value() || !covers(kept, *one)) {
      return false;
    }
  }
  return true;
}

Status Sharing::share(const Uuid& id, const model::Insight& insight, const Uuid& target, const KeptGrant& kept) {
  TS_ASSIGN_OR_RETURN(const bool may_share, is_covered(insight, kept));
  if (!may_share) {
    return {};
  }
  TS_ASSIGN_OR_RETURN(const std::optional<Share> before, rows_.find(id, target));
  const Share now{before.has_value() ? before->generation : kept.generation, content_of(insight)};
  if (before.has_value() && before->content == now.content) {
    return {};
  }
  if (!before.has_value() && head_->shares >= settings_.shares_max) {
    refused_.push_back(insight.id);
    return {};
  }
  head_->shares += before.has_value() ? 0 : 1;
  rows_.put(id, target, now, before);
  context_.effects().tell(kept.grant.target, "share", codec::share_args(insight, kept.grant));
  ++sent_;
  return {};
}

Status Sharing::offer(const Uuid& id) {
  TS_ASSIGN_OR_RETURN(const std::optional<model::Insight> insight, insights_.find(id));
  if (!insight.has_value()) {
    return {};
  }
  TS_ASSIGN_OR_RETURN(const Grants* all, grants());
  for (const auto& [target, kept] : *all) {
    TS_RETURN_IF_ERROR(share(id, *insight, target, kept));
  }
  return {};
}

Status Sharing::offer_later(const Uuid& id) {
  const evidence::RowKey key = evidence::row_key(kOfferPrefix, id);
  TS_ASSIGN_OR_RETURN(const auto row, context_.state().get(key));
  if (!row.has_value()) {
    context_.state().put(key, "");
    ++head_->offers;
  }
  return {};
}

Status Sharing::offer_waiting() {
  std::vector<Uuid> waiting;
  const auto visit = [&waiting](std::string_view key, std::string_view) {
    waiting.push_back(evidence::id_in_key(key));
    return true;
  };
  TS_RETURN_IF_ERROR(context_.state().scan(kOfferPrefix, as_size(settings_.shares_step_max), visit));
  for (const Uuid& id : waiting) {
    if (sent_ >= settings_.shares_step_max) {
      return {};
    }
    context_.state().erase(evidence::row_key(kOfferPrefix, id));
    --head_->offers;
    TS_RETURN_IF_ERROR(offer(id));
  }
  return {};
}

void Sharing::take_back(const Uuid& id, const Uuid& target, const Share& share) {
  rows_.erase(id, target, share);
  --head_->shares;
  taken_back_[target].push_back(to_string(id));
}

Status Sharing::withdraw(const Uuid& id) {
  TS_ASSIGN_OR_RETURN(const auto shares, rows_.of_insight(id));
  for (const auto& [target, share] : shares) {
    take_back(id, target, share);
  }
  return {};
}

Status Sharing::fire() {
  TS_RETURN_IF_ERROR(load());
  fired_ = true;
  TS_RETURN_IF_ERROR(review_waiting());
  return offer_waiting();
}

Status Sharing::finish() {
  if (!head_.has_value() && insights_.added().empty() && insights_.removed().empty()) {
    return {};
  }
  TS_RETURN_IF_ERROR(load());
  if (head_->shares > 0) {
    for (const Uuid& id : insights_.removed()) {
      TS_RETURN_IF_ERROR(withdraw(id));
    }
  }
  TS_RETURN_IF_ERROR(tell_unshares());  // first: an insight that was removed and added again is shared in the end
  if (head_->grants > 0) {
    for (const Uuid& id : insights_.added()) {
      TS_RETURN_IF_ERROR(sent_ < settings_.shares_step_max ? offer(id) : offer_later(id));
    }
  }
  report_refused();
  return write_head();
}

Status Sharing::tell_unshares() {
  for (const auto& [target, ids] : taken_back_) {
    TS_ASSIGN_OR_RETURN(const std::string name, name_of(target));
    const std::span<const std::string> all = ids;
    for (std::size_t begin = 0; begin < all.size(); begin += kIdsOfUnshareMax) {
      const auto some = all.subspan(begin, std::min(kIdsOfUnshareMax, all.size() - begin));
      context_.effects().tell(name, "unshare", codec::unshare_args(some, context_.persona()));
    }
  }
  return {};
}

void Sharing::report_refused() {
  if (refused_.empty()) {
    return;
  }
  refused_.resize(std::min(refused_.size(), kRefusedShownMax));
  announce_maintenance(input_, context_, "quota", [this](json::Writer& json) {
    write_ids(json, "items", refused_);
    json.string("reason", "shares_max");
  });
}

Status Sharing::write_head() {
  const bool has_more = head_->offers > 0 || head_->reviews > 0;
  const bool was_armed = !fired_ && (head_before_.offers > 0 || head_before_.reviews > 0);
  if (has_more && !was_armed) {
    TS_RETURN_IF_ERROR(context_.timers().arm(kSharingTimer, LogTime{input_.now.value() + 1}));
  } else if (!has_more && was_armed) {
    TS_RETURN_IF_ERROR(context_.timers().cancel(kSharingTimer));
  }
  if (head_->is_idle()) {
    head_->generation = 0;
  }
  if (*head_ == head_before_) {
    return {};
  }
  if (*head_ == SharingHead{}) {
    context_.state().erase(kSharingKey);
  } else {
    context_.state().put(kSharingKey, encode(*head_));
  }
  return {};
}

}  // namespace turnstream::consolidation
