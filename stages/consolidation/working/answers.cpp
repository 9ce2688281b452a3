#include <algorithm>
#include <map>
#include <utility>

#include "stages/consolidation/records/announcements.h"
#include "stages/consolidation/requests/reply_text.h"
#include "stages/consolidation/working/reply.h"
#include "stages/consolidation/working/working_memory.h"

namespace turnstream::consolidation {
namespace {

/// The items of a request for which an answer was not used, by reason.
using Fallbacks = std::map<std::string_view, std::vector<std::string>>;

void announce_fallbacks(const WorkingNeeds& needs, const OpenRequest& request, const Fallbacks& fallbacks) {
  for (const auto& [reason, items] : fallbacks) {
    announce_maintenance(needs.input, needs.context, "fallback",
                         [&, reason = reason, &items = items](json::Writer& json) {
                           json.string("effect_id", to_string(request.id));
                           write_ids(json, "items", items);
                           json.string("reason", reason);
                         });
  }
}

/// Leaves of a verdict what is said in words of its own entry: a summary that takes others is dropped whole.
void keep_own_words(Verdict& verdict, std::string_view content, const ShownEntries& shown) {
  const auto takes = [&](const std::string& text) {
    return shown.has_gone ? !says_only(text, content) : shown.words.lend_to(text, content);
  };
  if (takes(verdict.summary)) {
    verdict.summary.clear();
  }
  std::erase_if(verdict.tags, takes);
}

}  // namespace

/// Why the verdict is not used; empty if it is.
std::string_view WorkingMemory::objection(const std::optional<Verdict>& verdict, const Entry& entry) const {
  if (!verdict.has_value()) {
    return "missing";
  }
  if (verdict->ephemeral) {
    return entry.importance >= settings_.protected_importance ? "protected" : "";
  }
  return is_grounded(verdict->summary, named_content(entry)) ? "" : "ungrounded";
}

/// The answer could tell of one entry in the summary of another one, also of one that a forget command took.
Result<ShownEntries> WorkingMemory::shown_by(const OpenRequest& request) {
  ShownEntries shown;
  for (const std::string& item : request.items) {
    TS_ASSIGN_OR_RETURN(const std::optional<EntryRow> row, entries_.find(parse_uuid(item).value_or(Uuid{})));
    if (row.has_value() && std::holds_alternative<Entry>(*row)) {
      shown.words.add(named_content(std::get<Entry>(*row)));
    } else {
      shown.has_gone = true;
    }
  }
  return shown;
}

Status WorkingMemory::answer(const OpenRequest& request, const codec::EffectResult& result) {
  needs_.context.effects().processed(1);
  const std::optional<std::string> text = answer_text(result);
  Reply reply = read_reply(text.value_or(""), request.items.size());
  std::string_view reason;
  if (result.status != codec::EffectStatus::kOk) {
    reason = failure_reason(result.status);
  } else if (!reply.readable) {
    reason = "unparsable";
  }
  return apply(request, std::move(reply), reason);
}

Status WorkingMemory::expire(const OpenRequest& request) {
  return apply(request, read_reply("", request.items.size()), "expired");
}

Status WorkingMemory::apply(const OpenRequest& request, Reply reply, std::string_view reason) {
  Pass& pass = *head_.pass;
  TS_ASSIGN_OR_RETURN(const ShownEntries shown, shown_by(request));
  Fallbacks fallbacks;
  for (std::size_t i = 0; i < request.items.size(); ++i) {
    const Uuid id = parse_uuid(request.items[i]).value_or(Uuid{});
    TS_ASSIGN_OR_RETURN(const std::optional<EntryRow> row, entries_.find(id));
    if (!row.has_value() || !std::holds_alternative<Entry>(*row)) {
      continue;  // forgotten meanwhile
    }
    const Entry& entry = std::get<Entry>(*row);
    Place place;
    place.number = entry.number;
    place.id = id;
    std::optional<Verdict>& verdict = reply.verdicts[i];
    if (verdict.has_value()) {
      keep_own_words(*verdict, named_content(entry), shown);
    }
    const std::string_view objected = reason.empty() ? objection(verdict, entry) : reason;
    if (objected.empty()) {
      TS_RETURN_IF_ERROR(follow(pass, place, entry, *verdict, request));
    } else {
      fallbacks[objected].push_back(request.items[i]);
      TS_RETURN_IF_ERROR(passes_.fall_back(pass, place, entry, request));
    }
  }
  if (reply.out_of_range > 0) {
    fallbacks["out_of_range"];
  }
  announce_fallbacks(needs_, request, fallbacks);
  return close_pass_if_answered();
}

/// Does what the model said.
Status WorkingMemory::follow(Pass& pass, const Place& place, const Entry& entry, const Verdict& verdict,
                             const OpenRequest& request) {
  if (verdict.ephemeral) {
    entries_.drop(place);
    ++pass.deleted;
    ++pass.model_ephemeral;
    return {};
  }
  model::Insight insight = insight_of(place, entry);
  insight.summary = verdict.summary;
  insight.tags = verdict.tags;
  insight.confidence = verdict.confidence.value_or(settings_.model_confidence);
  insight.derived_by = {model::DerivationMethod::kModel, request.note, to_string(request.id)};
  return passes_.accept(pass, place, entry, std::move(insight));
}

}  // namespace turnstream::consolidation
