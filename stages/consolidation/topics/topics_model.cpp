#include <algorithm>
#include <optional>

#include "pipeline/codec/ids.h"
#include "stages/consolidation/records/announcements.h"
#include "stages/consolidation/requests/reply_text.h"
#include "stages/consolidation/topics/topic_facts.h"
#include "stages/consolidation/topics/topic_request.h"
#include "stages/consolidation/topics/topics.h"

namespace turnstream::consolidation {
namespace {

bool has_text(const std::vector<TopicEvent>& events) {
  return std::any_of(events.begin(), events.end(), [](const TopicEvent& event) { return !event.text.empty(); });
}

/// The user of all items that have a text; empty if they differ.
std::string common_user(const std::vector<TopicEvent>& events) {
  std::optional<std::string> user;
  for (const TopicEvent& event : events) {
    if (!event.text.empty()) {
      user = user.value_or(event.user_id) == event.user_id ? event.user_id : std::string();
    }
  }
  return user.value_or(std::string());
}

}  // namespace

/// Whether a pass may ask the model: not while answers to the last one are missing, which then wait for nothing.
bool Topics::asks() const {
  return needs_.model.present() && needs_.model.sends_content() && table_.head.calls == 0;
}

Result<bool> Topics::ask(const std::string& topic, const std::vector<TopicEvent>& events) {
  if (!has_text(events)) {
    return false;
  }
  const TopicCall call{topic, events};
  TS_ASSIGN_OR_RETURN(const Uuid id, needs_.requests.ask(topics_request(call, needs_.model), needs_.model.name));
  needs_.context.state().put(evidence::row_key(kTopicCallPrefix, id), encode(call));
  ++table_.head.calls;
  return true;
}

Result<TopicCall> Topics::end_call(const Uuid& id) {
  const evidence::RowKey key = evidence::row_key(kTopicCallPrefix, id);
  TS_ASSIGN_OR_RETURN(const auto row, needs_.context.state().get(key));
  if (!row.has_value()) {
    return evidence::bad_state("The items about which a model is asked are missing.");
  }
  TS_ASSIGN_OR_RETURN(TopicCall call, decode_topic_call(*row));
  needs_.context.state().erase(key);
  --table_.head.calls;
  return call;
}

Status Topics::answer(const OpenRequest& request, const codec::EffectResult& result) {
  needs_.context.effects().processed(1);
  TS_ASSIGN_OR_RETURN(const TopicCall call, end_call(request.id));
  ended_pass_ = table_.head.calls == 0;
  if (result.status != codec::EffectStatus::kOk) {
    return fall_back(request, call, failure_reason(result.status));
  }
  const auto facts_max = static_cast<std::size_t>(needs_.settings.topic_facts_max);
  const TopicReply reply = read_topic_reply(answer_text(result).value_or(""), facts_max);
  return reply.readable ? take_reply(request, call, reply.facts) : fall_back(request, call, "unparsable");
}

Status Topics::expire(const OpenRequest& request) {
  TS_ASSIGN_OR_RETURN(const TopicCall call, end_call(request.id));
  ended_pass_ = table_.head.calls == 0;
  return fall_back(request, call, "expired");
}

Topics::Name Topics::name_of(const OpenRequest& request, const TopicCall& call) const {
  return {call.topic, codec::topic_id(needs_.context.persona(), call.topic, to_string(request.id))};
}

Status Topics::fall_back(const OpenRequest& request, const TopicCall& call, std::string_view reason) {
  announce_maintenance(needs_.input, needs_.context, "fallback", [&](json::Writer& json) {
    json.string("effect_id", to_string(request.id));
    write_ids(json, "items", request.items);
    json.string("reason", reason);
  });
  std::vector<TopicEvent> events = call.events;
  for (TopicEvent& event : events) {
    TS_ASSIGN_OR_RETURN(const bool is_blocked, needs_.blocked.has(event.text));
    if (is_blocked) {
      event.text.clear();
    }
  }
  const auto facts_max = static_cast<std::size_t>(needs_.settings.topic_facts_max);
  make(name_of(request, call), call.events, facts_of(events, facts_max, needs_.similarity));
  return {};
}

Status Topics::take_reply(const OpenRequest& request, const TopicCall& call, const std::vector<std::string>& texts) {
  std::string said = call.topic + "\n";
  std::vector<model::Source> sources;
  for (const TopicEvent& event : call.events) {
    if (!event.text.empty()) {
      said.append(event.text).append("\n");
      for (const model::Source& source : event.sources) {
        if (std::find(sources.begin(), sources.end(), source) == sources.end()) {
          sources.push_back(source);
        }
      }
    }
  }
  std::vector<model::TopicFact> facts;
  bool has_grounded = texts.empty();
  for (const std::string& text : texts) {
    const bool grounded = is_grounded(text, said);
    has_grounded = has_grounded || grounded;
    TS_ASSIGN_OR_RETURN(const bool is_blocked, needs_.blocked.has(text));
    if (grounded && !is_blocked) {
      facts.push_back({text, sources, common_user(call.events)});
    }
  }
  if (!has_grounded) {
    return fall_back(request, call, "ungrounded");
  }
  make(name_of(request, call), call.events, std::move(facts));
  return {};
}

/// What is left of a request that shows what is forgotten waits again: an answer could tell of what is forgotten.
Status Topics::forget_calls(const Forgetting& forgetting) {
  for (const Uuid& id : needs_.requests.open()) {
    TS_ASSIGN_OR_RETURN(const std::optional<OpenRequest> request, needs_.requests.find(id));
    if (request->purpose != kTopicsPurpose) {
      continue;
    }
    const auto row = needs_.context.state().get(evidence::row_key(kTopicCallPrefix, id));
    TS_RETURN_IF_ERROR(row);
    TS_ASSIGN_OR_RETURN(TopicCall call, decode_topic_call(row->value_or("")));
    const auto is_gone = [&](const TopicEvent& event) {
      return std::any_of(event.sources.begin(), event.sources.end(),
                         [&](const model::Source& source) { return forgetting.covers(source); });
    };
    if (std::erase_if(call.events, is_gone) == 0 && !forgetting.args().all) {
      continue;
    }
    needs_.requests.cancel_forgotten(id);
    needs_.requests.close(id);
    TS_RETURN_IF_ERROR(end_call(id));
    for (const TopicEvent& event : call.events) {
      TS_RETURN_IF_ERROR(add(event));
      table_.head.backlog = true;
    }
  }
  return {};
}

}  // namespace turnstream::consolidation
