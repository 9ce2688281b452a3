#include "stages/consolidation/discovery/discoveries.h"

#include <algorithm>
#include <set>

#include "pipeline/codec/ids.h"
#include "pipeline/stage_api/memory_settings.h"
#include "stages/common/evidence/rows.h"
#include "stages/consolidation/records/announcements.h"
#include "stages/consolidation/requests/reply_text.h"

namespace turnstream::consolidation {
namespace {

constexpr std::size_t kPairsMax = 4;
constexpr std::size_t kTopicsMax = 8;  ///< with the facts of the pairs as many as an insight has sources
static_assert(kTopicsMax + 2 * kPairsMax <= model::kSourcesMax);

bool rests_on_both(const model::Insight& insight, const Contradiction& pair) {
  const auto has = [&insight](const std::string& id) {
    return std::any_of(insight.sources.begin(), insight.sources.end(),
                       [&id](model::SourceView source) { return source.id == id; });
  };
  return insight.type == model::InsightType::kDiscovery && has(pair.old_id) && has(pair.new_id);
}

std::vector<Contradiction> without_keys(const std::vector<std::pair<std::string, Contradiction>>& pairs) {
  std::vector<Contradiction> bare;
  for (const auto& [key, pair] : pairs) {
    bare.push_back(pair);
  }
  return bare;
}

}  // namespace

Discoveries::Discoveries(const DiscoveryNeeds& needs)
    : needs_(needs), settings_(needs.input.settings->read(kDiscoverySettingFields)), pairs_(needs.context.state()) {}

Status Discoveries::take() {
  TS_RETURN_IF_ERROR(let_go());
  if (!settings_.discovery) {
    return {};
  }
  TS_ASSIGN_OR_RETURN(const std::vector<Contradiction> found, contradictions_in(needs_.input));
  std::vector<Contradiction> fresh;
  for (const Contradiction& pair : found) {
    TS_ASSIGN_OR_RETURN(const bool told, is_told(pair));
    if (!told) {
      fresh.push_back(pair);
    }
  }
  needs_.context.effects().processed(static_cast<std::int64_t>(fresh.size()));
  return pairs_.add(fresh, needs_.input.now);
}

/// A fact that semantic removed takes along what rests on it: a later `forget` could no longer find that.
Status Discoveries::let_go() {
  TS_ASSIGN_OR_RETURN(const std::set<std::string> gone, facts_gone_in(needs_.input));
  if (gone.empty()) {
    return {};
  }
  TS_RETURN_IF_ERROR(pairs_.remove([&gone](const std::string& fact) { return gone.count(fact) > 0; }));
  std::vector<std::string> removed;
  for (const std::string& fact : gone) {
    TS_RETURN_IF_ERROR(needs_.insights.remove_resting_on(fact, removed));
  }
  if (!removed.empty()) {
    announce_maintenance(needs_.input, needs_.context, "retire", [&](json::Writer& json) {
      write_ids(json, "items", removed);
      json.string("reason", "source_gone");
    });
  }
  return {};
}

Result<bool> Discoveries::is_told(const Contradiction& pair) {
  TS_ASSIGN_OR_RETURN(const bool waits, pairs_.has(pair));
  if (waits) {
    return true;
  }
  TS_ASSIGN_OR_RETURN(const std::vector<Uuid> resting, needs_.insights.resting_on(pair.old_id));
  for (const Uuid& id : resting) {
    TS_ASSIGN_OR_RETURN(const std::optional<model::Insight> insight, needs_.insights.find(id));
    if (insight.has_value() && rests_on_both(*insight, pair)) {
      return true;
    }
  }
  return false;
}

Result<bool> Discoveries::has_open_request() {
  for (const Uuid& id : needs_.requests.open()) {
    TS_ASSIGN_OR_RETURN(const std::optional<OpenRequest> request, needs_.requests.find(id));
    if (request->purpose == kDiscoveryPurpose) {
      return true;
    }
  }
  return false;
}

Status Discoveries::sweep() {
  if (!settings_.discovery) {
    return {};
  }
  TS_ASSIGN_OR_RETURN(const bool is_open, has_open_request());
  if (is_open) {
    announce_maintenance(needs_.input, needs_.context, "skipped",
                         [](json::Writer& json) { json.string("trigger", "command").string("reason", "overlap"); });
    return {};
  }
  return pass();
}

Status Discoveries::finish() {
  if (!settings_.discovery || !needs_.topics.has_ended_pass()) {
    return {};
  }
  TS_ASSIGN_OR_RETURN(const bool is_open, has_open_request());
  return is_open ? Status() : pass();
}

Status Discoveries::pass() {
  TS_ASSIGN_OR_RETURN(const std::vector<Pair> pairs, pairs_.waiting(kPairsMax));
  if (needs_.model.present() && needs_.model.sends_content()) {
    TS_ASSIGN_OR_RETURN(const std::vector<model::Topic> topics, needs_.topics.newest(kTopicsMax));
    if (topics.size() > 1) {
      return ask(topics, pairs);
    }
  }
  for (const auto& [key, pair] : pairs) {
    needs_.context.state().erase(key);
  }
  return add({}, without_keys(pairs), {}, {});
}

Status Discoveries::ask(const std::vector<model::Topic>& topics, const std::vector<Pair>& pairs) {
  DiscoveryNote note{.model = needs_.model.name, .pairs = {}, .topics = {}};
  for (const auto& [key, pair] : pairs) {
    note.pairs.push_back(key);
  }
  for (const model::Topic& topic : topics) {
    note.topics.push_back(topic.id);
  }
  const auto request = discovery_request(topics, without_keys(pairs), needs_.model);
  needs_.context.effects().processed(static_cast<std::int64_t>(request.items.size()));
  const Result<Uuid> asked = needs_.requests.ask(request, encode(note));
  return asked.ok() ? Status() : asked.error();
}

Status Discoveries::answer(const OpenRequest& request, const codec::EffectResult& result) {
  needs_.context.effects().processed(1);
  TS_ASSIGN_OR_RETURN(const DiscoveryNote note, decode_discovery_note(request.note));
  if (result.status != codec::EffectStatus::kOk) {
    return fall_back(request, note, failure_reason(result.status));
  }
  const auto reply = read_discovery_reply(answer_text(result).value_or(""), note.topics.size());
  if (!reply.has_value()) {
    return fall_back(request, note, "unparsable");
  }
  TS_ASSIGN_OR_RETURN(std::optional<Shown> shown, shown_by(note));
  if (!shown.has_value()) {
    return fall_back(request, note, "ungrounded");
  }
  if (reply->out_of_range > 0) {
    announce_fallback(request, {}, "out_of_range");
  }
  TS_ASSIGN_OR_RETURN(const std::vector<Contradiction> pairs, pairs_.take(note.pairs));
  for (const Contradiction& pair : pairs) {
    shown->contradictions.append(sentence_of(pair)).append("\n");
  }
  model::Discovery said;
  std::vector<std::string> topics;
  TS_ASSIGN_OR_RETURN(said.connections, usable(reply->connections, *shown, topics));
  TS_ASSIGN_OR_RETURN(said.contradictions, usable(reply->contradictions, *shown, topics));
  TS_ASSIGN_OR_RETURN(said.open_questions, usable(reply->open_questions, *shown, topics));
  return add(std::move(said), pairs, topics, {model::DerivationMethod::kModel, note.model, to_string(request.id)});
}

/// The topics that the request showed, without the contradictions. Absent if one of either left meanwhile: the answer could tell of
/// it, and nothing would show that it does.
Result<std::optional<Shown>> Discoveries::shown_by(const DiscoveryNote& note) {
  TS_ASSIGN_OR_RETURN(const bool pairs_wait, pairs_.has_all(note.pairs));
  if (!pairs_wait) {
    return std::optional<Shown>();
  }
  Shown shown;
  for (const std::string& id : note.topics) {
    TS_ASSIGN_OR_RETURN(std::optional<model::Topic> topic, needs_.topics.find(parse_uuid(id).value_or(Uuid{})));
    if (!topic.has_value()) {
      return std::optional<Shown>();
    }
    shown.topics.push_back(*std::move(topic));
  }
  return std::optional(std::move(shown));
}

Status Discoveries::expire(const OpenRequest& request) {
  TS_ASSIGN_OR_RETURN(const DiscoveryNote note, decode_discovery_note(request.note));
  return fall_back(request, note, "expired");
}

Status Discoveries::fall_back(const OpenRequest& request, const DiscoveryNote& note, std::string_view reason) {
  announce_fallback(request, request.items, reason);
  TS_ASSIGN_OR_RETURN(const std::vector<Contradiction> pairs, pairs_.take(note.pairs));
  return add({}, pairs, {}, {model::DerivationMethod::kFallback, note.model, to_string(request.id)});
}

void Discoveries::announce_fallback(const OpenRequest& request, const std::vector<std::string>& items,
                                    std::string_view reason) {
  announce_maintenance(needs_.input, needs_.context, "fallback", [&](json::Writer& json) {
    json.string("effect_id", to_string(request.id));
    write_ids(json, "items", items);
    json.string("reason", reason);
  });
}

Result<std::vector<std::string>> Discoveries::usable(const std::vector<Discovered>& list, const Shown& shown,
                                                     std::vector<std::string>& topics) {
  std::vector<std::string> texts;
  for (const Discovered& found : list) {
    TS_ASSIGN_OR_RETURN(const bool is_blocked, needs_.blocked.has(found.text));
    const auto ids = topics_under(found, shown);
    if (is_blocked || !ids.has_value()) {
      continue;
    }
    texts.push_back(found.text);
    for (const std::string& id : *ids) {
      if (std::find(topics.begin(), topics.end(), id) == topics.end()) {
        topics.push_back(id);
      }
    }
  }
  return texts;
}

Status Discoveries::add(model::Discovery said, const std::vector<Contradiction>& pairs,
                        const std::vector<std::string>& topics, const model::Derivation& derived_by) {
  std::vector<std::string> ids = topics;
  for (const Contradiction& pair : pairs) {
    const std::string sentence = sentence_of(pair);
    TS_ASSIGN_OR_RETURN(const bool is_blocked, needs_.blocked.has(sentence));
    if (is_blocked) {
      continue;
    }
    said.contradictions.push_back(sentence);
    for (const std::string& id : {pair.old_id, pair.new_id}) {
      if (std::find(ids.begin(), ids.end(), id) == ids.end()) {
        ids.push_back(id);
      }
    }
  }
  if (said == model::Discovery{}) {
    return {};
  }
  model::Insight insight;
  insight.type = model::InsightType::kDiscovery;
  insight.id = to_string(codec::insight_id(needs_.context.persona(), ids));
  insight.persona_id = std::string(needs_.context.persona());
  for (const std::string& id : ids) {
    insight.sources.push_back(model::Source{id, "", ""});
  }
  insight.discovery = std::move(said);
  insight.importance = settings_.discovery_importance;
  insight.confidence = settings_.discovery_confidence;
  insight.extracted_at = needs_.input.now;
  insight.derived_by = derived_by;
  insight.log = needs_.input.log;
  const Result<bool> added = needs_.insights.add(std::move(insight));
  return added.ok() ? Status() : added.error();
}

Status Discoveries::forget(Forgetting& forgetting) {
  TS_RETURN_IF_ERROR(pairs_.remove([&forgetting](const std::string& fact) { return forgetting.has(fact); }));
  TS_RETURN_IF_ERROR(forget_requests(forgetting));
  for (const std::string& topic : needs_.topics.changed_by_forget()) {
    TS_RETURN_IF_ERROR(needs_.insights.forget_resting_on(topic, forgetting));
  }
  return {};
}

Status Discoveries::forget_requests(const Forgetting& forgetting) {
  const std::vector<std::string>& changed = needs_.topics.changed_by_forget();
  for (const Uuid& id : needs_.requests.open()) {
    TS_ASSIGN_OR_RETURN(const std::optional<OpenRequest> request, needs_.requests.find(id));
    const auto is_touched = [&](const std::string& item) {
      return forgetting.has(item) || std::find(changed.begin(), changed.end(), item) != changed.end();
    };
    if (request->purpose == kDiscoveryPurpose &&
        std::any_of(request->items.begin(), request->items.end(), is_touched)) {
      needs_.requests.cancel_forgotten(id);
      needs_.requests.close(id);
    }
  }
  return {};
}

}  // namespace turnstream::consolidation
