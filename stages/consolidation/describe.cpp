#include "stages/consolidation/describe.h"

#include <array>
#include <nlohmann/json.hpp>
#include <string>

#include "pipeline/codec/insight.h"
#include "pipeline/codec/topic.h"
#include "pipeline/json/document.h"
#include "stages/common/evidence/describe.h"
#include "stages/consolidation/discovery/contradiction.h"
#include "stages/consolidation/head_keys.h"
#include "stages/consolidation/insights/insight_table.h"
#include "stages/consolidation/records/head_rows.h"
#include "stages/consolidation/records/numbered_rows.h"
#include "stages/consolidation/sessions/describe_sessions.h"
#include "stages/consolidation/sharing/describe_sharing.h"
#include "stages/consolidation/topics/topic_call.h"
#include "stages/consolidation/topics/topic_event.h"
#include "stages/consolidation/topics/topic_table.h"
#include "stages/consolidation/working/entry.h"
#include "stages/consolidation/working/working_head.h"

namespace turnstream::consolidation {
namespace {

/// Rows of hashes, numbers and ids, or of texts that a later call of the stage needs: their name and size are shown.
constexpr std::array<std::string_view, 18> kPlainRows{"speech/settled", "speech/recent", "speech/question",
                                                      "blocked",        "~b/",           "requests",
                                                      "request/",       "recent/",       "~w/",
                                                      "~wd/",           "~is/",          "~ir/",
                                                      "~ia/",           "~iu/",          "insight_near/",
                                                      "~to/",           "~tw/",          "recent_hashes/"};

nlohmann::json describe_insight(std::string_view key, std::string_view value) {
  const auto insight = InsightForm::decode(value, {}, evidence::id_in_key(key));
  if (!insight.ok()) {
    return evidence::describe_damage(insight.error());
  }
  std::string text;
  codec::append_insight(text, *insight);
  return json::parse_document(text);
}

nlohmann::json describe_entry(std::string_view key, std::string_view value) {
  const auto row = decode_entry(value);
  const std::string id = to_string(evidence::id_in_key(key));
  if (!row.ok()) {
    return evidence::describe_damage(row.error());
  }
  if (const auto* done = std::get_if<Consolidated>(&*row); done != nullptr) {
    return {{"id", id}, {"consolidated", true}, {"turn_id", done->turn_id}, {"insight_id", to_string(done->insight)}};
  }
  const auto& entry = std::get<Entry>(*row);
  return {{"id", id},
          {"consolidated", false},
          {"turn_id", entry.turn_id},
          {"content", entry.content},
          {"summary", summary_text(entry.summary)},
          {"score", entry.score},
          {"worthless", entry.finding.worthless},
          {"repeat", entry.finding.repeat},
          {"status_line", entry.finding.status_line}};
}

nlohmann::json describe_topic(std::string_view key, std::string_view value) {
  const auto kept = TopicForm::decode(value, {}, evidence::id_in_key(key));
  if (!kept.ok()) {
    return evidence::describe_damage(kept.error());
  }
  std::string text;
  codec::append_topic(text, kept->topic);
  return json::parse_document(text);
}

nlohmann::json describe_topic_event(const TopicEvent& event) {
  return {{"topic", event.topic}, {"item_id", event.sources.front().id}, {"text", event.text}, {"count", event.count}};
}

nlohmann::json describe_topic_events(std::string_view value) {
  nlohmann::json events = nlohmann::json::array();
  Status damaged;
  const Status read = NumberedRows::read(value, [&](std::uint64_t, std::string_view bytes) {
    const auto event = decode_topic_event(bytes);
    if (event.ok()) {
      events.push_back(describe_topic_event(*event));
    } else {
      damaged = event.error();
    }
    return event.ok();
  });
  if (!read.ok() || !damaged.ok()) {
    return evidence::describe_damage(read.ok() ? damaged.error() : read.error());
  }
  return {{"waiting", events}};
}

nlohmann::json describe_contradiction(std::string_view value) {
  const auto pair = decode_contradiction(value);
  return pair.ok() ? nlohmann::json{{"contradiction", sentence_of(*pair)}} : evidence::describe_damage(pair.error());
}

nlohmann::json describe_topic_call(std::string_view value) {
  const auto call = decode_topic_call(value);
  return call.ok() ? nlohmann::json{{"topic", call->topic}, {"asked_about", call->events.size()}}
                   : evidence::describe_damage(call.error());
}

nlohmann::json describe_topics(std::string_view value) {
  const auto head = TopicForm::decode_head(value);
  return head.ok() ? nlohmann::json{{"topics", head->topics}, {"waiting", head->waiting}, {"backlog", head->backlog}}
                   : evidence::describe_damage(head.error());
}

nlohmann::json describe_head(std::string_view value) {
  const auto head = decode_working_head(value);
  if (!head.ok()) {
    return evidence::describe_damage(head.error());
  }
  return {{"waiting", head->waiting},
          {"consolidated", head->done},
          {"total_consolidated", head->total_consolidated},
          {"total_ephemeral_deleted", head->total_ephemeral_deleted},
          {"total_insights_extracted", head->total_insights_extracted},
          {"pass_open", head->pass.has_value()}};
}

nlohmann::json describe_heads(std::string_view value) {
  nlohmann::json heads = nlohmann::json::object();
  const Status read = HeadRows::read(value, [&heads](std::size_t place, std::string_view head) {
    if (place < kHeadKeys.size()) {
      heads[std::string(kHeadKeys[place])] = describe_row(kHeadKeys[place], head);
    }
  });
  return read.ok() ? heads : evidence::describe_damage(read.error());
}

}  // namespace

nlohmann::json describe_row(std::string_view key, std::string_view value) {
  if (key == HeadRows::kKey) {
    return describe_heads(value);
  }
  if (key == kWorkingKey) {
    return describe_head(value);
  }
  if (key == InsightForm::kHeadKey) {
    const auto head = InsightForm::decode_head(value);
    return head.ok() ? nlohmann::json{{"insights", head->count}, {"new_insights", head->metas.fresh}}
                     : evidence::describe_damage(head.error());
  }
  if (key.starts_with(InsightForm::kPrefix)) {
    return describe_insight(key, value);
  }
  if (key == TopicForm::kHeadKey) {
    return describe_topics(value);
  }
  if (key.starts_with(TopicForm::kPrefix)) {
    return describe_topic(key, value);
  }
  if (key.starts_with(kContradictionPrefix)) {
    return describe_contradiction(value);
  }
  if (key.starts_with(kTopicCallPrefix)) {
    return describe_topic_call(value);
  }
  if (key.starts_with(kTopicEventPrefix)) {
    return describe_topic_events(value);
  }
  if (key.starts_with(kEntryPrefix)) {
    return describe_entry(key, value);
  }
  for (const std::string_view plain : kPlainRows) {
    if (key.starts_with(plain)) {
      return {{"row", std::string(plain)}, {"bytes", value.size()}};
    }
  }
  if (nlohmann::json session = describe_session_row(key, value); !session.is_null()) {
    return session;
  }
  nlohmann::json sharing = describe_sharing_row(key, value);
  return sharing.is_null() ? nlohmann::json{{"unknown_row", std::string(key)}} : sharing;
}

}  // namespace turnstream::consolidation
