#include "stages/lifecycle/references.h"

#include <algorithm>

#include "pipeline/codec/effect_request.h"
#include "pipeline/codec/stat_answer.h"
#include "stages/lifecycle/path_list.h"
#include "stages/lifecycle/row_keys.h"

namespace turnstream::lifecycle {
namespace {

constexpr std::size_t kOpenChecksMax = 8;
constexpr std::int64_t kFiringsMax = 20;
constexpr std::int64_t kFiringMs = 30'000;
constexpr std::int64_t kAttempts = 3;
constexpr std::int64_t kTimeoutMs = 30'000;
/// Rows of `~check/` that one sweep looks at, and items that it reads to know when they were recorded.
constexpr std::size_t kSweptRowsMax = 10'000;
constexpr std::size_t kSweptItemsMax = 1'000;

Result<std::vector<OpenCheck>> open_checks(Work& work) {
  TS_ASSIGN_OR_RETURN(const auto row, work.context.state().get(kChecksKey));
  return row.has_value() ? decode_checks(*row) : Result<std::vector<OpenCheck>>(std::vector<OpenCheck>());
}

void put_checks(Work& work, const std::vector<OpenCheck>& checks) {
  if (checks.empty()) {
    work.context.state().erase(kChecksKey);
  } else {
    work.context.state().put(kChecksKey, encode_checks(checks));
  }
}

std::set<Uuid> claimed_by(const std::vector<OpenCheck>& checks) {
  std::set<Uuid> ids;
  for (const OpenCheck& check : checks) {
    ids.insert(check.items.begin(), check.items.end());
  }
  return ids;
}

/// Items with references, those first that were asked for longest ago, without the claimed ones. What was asked for before
/// `since` was recorded before it too, so such items are left out without being read.
Result<std::vector<Uuid>> longest_unchecked(Work& work, const std::set<Uuid>& claimed, std::optional<LogTime> since) {
  std::vector<Uuid> ids;
  const auto visit = [&](std::string_view key, std::string_view) {
    const auto read = read_ordered_key(key);
    const bool is_older = since.has_value() && read.has_value() && read->number != 0 && read->number < since->value();
    if (read.has_value() && !is_older && claimed.count(read->id) == 0) {
      ids.push_back(read->id);
    }
    return ids.size() < kSweptItemsMax;
  };
  TS_RETURN_IF_ERROR(work.context.state().scan(kCheckPrefix, kSweptRowsMax, visit));
  return ids;
}

/// Sends the request and lists it as open.
Status send(Work& work, std::vector<OpenCheck>& checks, const PathList& paths, std::vector<Uuid> items) {
  model::EffectRequest request;
  request.kind = "stat";
  request.purpose = "references";
  request.attempt_limit = kAttempts;
  request.timeout_ms = kTimeoutMs;
  request.request = paths.json();
  for (const Uuid& id : items) {
    request.items.push_back(to_string(id));
  }
  if (checks.empty()) {
    TS_RETURN_IF_ERROR(work.context.timers().arm(kEffectsTimer, LogTime{work.input.now.value() + kFiringMs}));
  }
  checks.push_back({work.context.effects().request(request), codec::request_hash(request), 0, std::move(items)});
  put_checks(work, checks);
  return {};
}

/// What an answer says about the paths of the items that were asked for.
struct Verdict {
  const codec::StatAnswer& answer;
  std::set<std::string> stale = {};
  std::set<std::string> verified = {};
  std::vector<std::string> changed = {};

  void apply(model::MemoryItem& item) {
    bool any_stale = false;
    bool all_whole = true;
    for (const std::string& path : item.references) {
      const auto file = answer.files.find(path);
      if (file == answer.files.end()) {
        all_whole = false;
        continue;
      }
      const bool whole = file->second.exists && file->second.modified_at->value() <= item.recorded_at.value();
      (whole ? verified : stale).insert(path);
      any_stale = any_stale || !whole;
      all_whole = all_whole && whole;
    }
    const model::Confidence before = item.confidence;
    if (any_stale) {
      item.confidence = model::Confidence::kStale;
    } else if (all_whole && before == model::Confidence::kStale) {
      item.confidence = model::Confidence::kVerified;
    }
    if (item.confidence != before) {
      changed.push_back(item.id);
    }
  }

  [[nodiscard]] model::StaleCheckEvent event() const {
    model::StaleCheckEvent event;
    event.items = changed;
    event.stale_paths.assign(stale.begin(), stale.end());
    // A path can be unchanged for an item that was recorded after the change, and stale for an older one.
    std::set_difference(verified.begin(), verified.end(), stale.begin(), stale.end(),
                        std::back_inserter(event.verified_paths));
    event.checked_count = static_cast<std::int64_t>(event.stale_paths.size() + event.verified_paths.size());
    return event;
  }
};

template <typename IsCancelled>
Status cancel_if(Work& work, IsCancelled is_cancelled, std::string_view reason) {
  TS_ASSIGN_OR_RETURN(std::vector<OpenCheck> checks, open_checks(work));
  const std::size_t before = checks.size();
  std::erase_if(checks, [&](const OpenCheck& check) {
    const bool cancelled = is_cancelled(check);
    if (cancelled) {
      work.context.effects().cancel(check.effect_id, reason);
    }
    return cancelled;
  });
  if (checks.size() < before) {
    put_checks(work, checks);
  }
  return checks.empty() && before > 0 ? work.context.timers().cancel(kEffectsTimer) : Status();
}

}  // namespace

Status ask_for(Work& work, const std::vector<Uuid>& ids) {
  if (!work.settings.check_references || ids.empty()) {
    return {};
  }
  TS_ASSIGN_OR_RETURN(std::vector<OpenCheck> checks, open_checks(work));
  if (checks.size() >= kOpenChecksMax) {
    return {};
  }
  PathList paths(static_cast<std::size_t>(work.settings.check_paths_max));
  std::vector<Uuid> asked;
  for (const Uuid& id : ids) {
    TS_ASSIGN_OR_RETURN(KeptItem * kept, work.book.find(id));
    if (kept == nullptr || kept->archived() || std::find(asked.begin(), asked.end(), id) != asked.end()) {
      continue;
    }
    if (!paths.add(kept->item)) {
      break;
    }
    kept->checked_at = work.input.log_time;
    asked.push_back(id);
  }
  return paths.empty() ? Status() : send(work, checks, paths, std::move(asked));
}

Status ask_on_command(Work& work, std::optional<LogTime> since) {
  if (!work.settings.check_references) {
    return {};
  }
  TS_ASSIGN_OR_RETURN(const std::vector<OpenCheck> checks, open_checks(work));
  if (checks.size() >= kOpenChecksMax) {
    work.announce("skipped", model::SkippedEvent{"command", "overlap"});
    return {};
  }
  TS_ASSIGN_OR_RETURN(const std::vector<Uuid> waiting, longest_unchecked(work, claimed_by(checks), since));
  std::vector<Uuid> ids;
  for (const Uuid& id : waiting) {
    TS_ASSIGN_OR_RETURN(const KeptItem* kept, since.has_value() ? work.book.find(id) : Result<KeptItem*>(nullptr));
    if (kept == nullptr || kept->item.recorded_at >= *since) {
      ids.push_back(id);
    }
    if (ids.size() >= static_cast<std::size_t>(work.settings.check_paths_max)) {
      break;
    }
  }
  return ask_for(work, ids);
}

Status ask_daily(Work& work) {
  const LogTime now = work.input.now;
  if (!work.settings.check_references || now.value() - work.book.head.checked_at.value() < kDayMs) {
    return {};
  }
  work.book.head.checked_at = now;
  std::vector<Uuid> ids;
  TS_RETURN_IF_ERROR(work.context.state().scan(kCheckPrefix, static_cast<std::size_t>(work.settings.check_paths_max),
                                               [&](std::string_view key, std::string_view) {
                                                 const auto read = read_ordered_key(key);
                                                 const bool due =
                                                     read.has_value() && read->number + kDayMs <= now.value();
                                                 if (due) {
                                                   ids.push_back(read->id);
                                                 }
                                                 return due;
                                               }));
  return ask_for(work, ids);
}

Status apply_answer(Work& work) {
  const auto answer = codec::parse_stat_answer(work.input.value);
  if (!answer.has_value()) {
    return {};
  }
  TS_ASSIGN_OR_RETURN(std::vector<OpenCheck> checks, open_checks(work));
  const auto check = std::find_if(checks.begin(), checks.end(), [&answer](const OpenCheck& open) {
    return open.effect_id == answer->effect_id && open.request_hash == answer->request_hash;
  });
  if (check == checks.end()) {
    work.context.effects().late_result();
    return {};
  }
  const std::vector<Uuid> items = std::move(check->items);
  checks.erase(check);
  put_checks(work, checks);
  if (checks.empty()) {
    TS_RETURN_IF_ERROR(work.context.timers().cancel(kEffectsTimer));
  }
  Verdict verdict{*answer};
  for (const Uuid& id : items) {
    TS_ASSIGN_OR_RETURN(KeptItem * kept, work.book.find(id));
    if (kept != nullptr && !kept->archived()) {
      verdict.apply(kept->item);
      work.context.effects().processed(1);
    }
  }
  if (model::StaleCheckEvent event = verdict.event(); event.checked_count > 0) {
    work.announce("stale_check", std::move(event));
  }
  return {};
}

Status count_waiting(Work& work) {
  TS_ASSIGN_OR_RETURN(std::vector<OpenCheck> checks, open_checks(work));
  if (checks.empty()) {
    return {};
  }
  for (OpenCheck& check : checks) {
    ++check.firings;
  }
  put_checks(work, checks);
  TS_RETURN_IF_ERROR(work.context.timers().arm(kEffectsTimer, LogTime{work.input.now.value() + kFiringMs}));
  return cancel_if(
      work, [](const OpenCheck& check) { return check.firings >= kFiringsMax; }, "expired");
}

Status cancel_checks(Work& work, const std::set<Uuid>& forgotten) {
  const auto touches = [&forgotten](const OpenCheck& check) {
    return std::any_of(check.items.begin(), check.items.end(),
                       [&forgotten](const Uuid& id) { return forgotten.count(id) != 0; });
  };
  return cancel_if(work, touches, "forgotten");
}

Status cancel_all_checks(Work& work) {
  return cancel_if(
      work, [](const OpenCheck&) { return true; }, "forgotten");
}

}  // namespace turnstream::lifecycle
