#include "recall/answers/query.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <nlohmann/json.hpp>

#include "pipeline/base/error_codes.h"
#include "pipeline/base/number_text.h"
#include "pipeline/codec/message_id.h"
#include "pipeline/json/iso8601.h"
#include "recall/answers/query_reader.h"

namespace turnstream::recall {
namespace {

using Json = nlohmann::json;

constexpr double kMillionths = 1e6;
constexpr std::size_t kBudgetCharsMin = 100;
constexpr std::array<std::string_view, 13> kKindNames{"message",    "memory", "fact",    "note",  "instruction",
                                                      "preference", "habit",  "pattern", "skill", "insight",
                                                      "topic",      "daily",  "episode"};

/// The conditions of every request.
RecallFilter read_conditions(QueryReader& reader) {
  RecallFilter filter;
  filter.tags = reader.texts("tags");
  filter.session_id = reader.name("session_id");
  filter.user_id = reader.name("user_id");
  filter.room_id = reader.name("room_id");
  filter.task_id = reader.name("task_id");
  filter.since = reader.time("since");
  filter.until = reader.time("until");
  if (const auto least = reader.number("min_importance", 0, 1)) {
    filter.importance_min = std::llround(*least * kMillionths);
  }
  return filter;
}

/// Those of /v1/recall alone.
void read_kinds(QueryReader& reader, RecallFilter& filter) {
  filter.kinds = reader.texts("kinds");
  for (const std::string& kind : filter.kinds) {
    if (std::find(kKindNames.begin(), kKindNames.end(), kind) == kKindNames.end()) {
      reader.fail(
          "kinds",
          "has an unknown kind; allowed: message, memory, fact, note, instruction, preference, habit, pattern, skill, "
          "insight, topic, daily, episode");
    }
  }
  filter.types = reader.texts("types");
  filter.current = reader.flag("current", false);
}

/// The persona and the moment.
Result<RecallQuery> read_persona(QueryReader& reader) {
  RecallQuery query;
  query.persona_id = reader.text("persona_id").value_or("");
  if (const auto as_of = reader.text("as_of")) {
    TS_ASSIGN_OR_RETURN(query.as_of, parse_as_of(*as_of));
  }
  if (query.persona_id.empty()) {
    reader.fail("persona_id", "is missing");
  }
  return query;
}

/// The members of all requests for memories. `text`: the name of the member for the text, null if it has none.
Result<RecallQuery> read_common(QueryReader& reader, const char* text) {
  TS_ASSIGN_OR_RETURN(RecallQuery query, read_persona(reader));
  query.text = text == nullptr ? "" : reader.text(text, kQueryBytesMax).value_or("");
  query.filter = read_conditions(reader);
  if (const auto turn = reader.name("after_turn")) {
    query.after_turn = codec::usual_id(*turn);
  }
  query.count = reader.flag("count", true);
  return query;
}

std::size_t read_limit(QueryReader& reader, std::size_t otherwise) {
  return reader.whole("limit", 1, kResultsMax).value_or(otherwise);
}

/// The query, if the request has no fault and no other members.
template <typename Query>
Result<Query> checked(QueryReader& reader, Query query) {
  reader.refuse_others();
  return reader.failure() ? Result<Query>(*reader.failure()) : Result<Query>(std::move(query));
}

bool is_blank(std::string_view text) {
  return text.find_first_not_of(" \t\r\n") == std::string_view::npos;
}

}  // namespace

Result<AsOf> parse_as_of(std::string_view text) {
  const std::size_t at = text.find('@');
  if (at != std::string_view::npos) {
    const auto partition = read_number<std::int32_t>(text.substr(0, at));
    const auto offset = read_number<std::int64_t>(text.substr(at + 1));
    if (partition && offset && *partition >= 0 && *offset >= 0) {
      return AsOf(model::LogPosition{Partition{*partition}, Offset{*offset}});
    }
  } else if (const auto time = json::parse_iso8601(text)) {
    return AsOf(LogTime{time->value()});
  }
  return bad_query("as_of must be a time such as 2026-01-01T10:00:00Z, or partition@offset such as 3@1042", "as_of");
}

Result<RecallQuery> parse_recall_query(std::string_view json) {
  TS_ASSIGN_OR_RETURN(const Json object, read_request(json));
  QueryReader reader(object);
  TS_ASSIGN_OR_RETURN(RecallQuery query, read_common(reader, "query"));
  read_kinds(reader, query.filter);
  query.limit = read_limit(reader, query.limit);
  return checked(reader, std::move(query));
}

Result<ContextQuery> parse_context_query(std::string_view json) {
  TS_ASSIGN_OR_RETURN(const Json object, read_request(json));
  QueryReader reader(object);
  ContextQuery query;
  TS_ASSIGN_OR_RETURN(query.recall, read_common(reader, "query"));
  query.budget_chars = reader.whole("budget_chars", kBudgetCharsMin, kBudgetCharsMax).value_or(query.budget_chars);
  return checked(reader, std::move(query));
}

Result<SimilarQuery> parse_similar_query(std::string_view json) {
  TS_ASSIGN_OR_RETURN(const Json object, read_request(json));
  QueryReader reader(object);
  SimilarQuery query;
  TS_ASSIGN_OR_RETURN(query.recall, read_common(reader, "text"));
  read_kinds(reader, query.recall.filter);
  query.recall.limit = read_limit(reader, query.recall.limit);
  query.id = reader.name("id");
  if (query.id.has_value() != is_blank(query.recall.text)) {
    reader.fail("id", "or text must be given, not both: similar to what?");
  }
  return checked(reader, std::move(query));
}

Result<RecallQuery> parse_related_query(std::string_view json) {
  TS_ASSIGN_OR_RETURN(const Json object, read_request(json));
  QueryReader reader(object);
  TS_ASSIGN_OR_RETURN(RecallQuery query, read_common(reader, nullptr));
  read_kinds(reader, query.filter);
  query.limit = read_limit(reader, kResultsMax);
  const RecallFilter& filter = query.filter;
  if (!filter.user_id && !filter.room_id && !filter.task_id && !filter.session_id) {
    reader.fail("user_id", "is missing, and so are room_id, task_id and session_id: related to what?");
  }
  return checked(reader, std::move(query));
}

Result<TimelineQuery> parse_timeline_query(std::string_view json) {
  TS_ASSIGN_OR_RETURN(const Json object, read_request(json));
  QueryReader reader(object);
  TimelineQuery query;
  TS_ASSIGN_OR_RETURN(query.recall, read_persona(reader));
  query.recall.text = reader.text("query", kQueryBytesMax).value_or("");
  query.id = reader.name("id");
  RecallFilter& filter = query.recall.filter;
  filter.user_id = reader.name("user_id");
  read_kinds(reader, filter);
  filter.since = reader.time("since");
  filter.until = reader.time("until");
  query.recall.limit = read_limit(reader, kResultsMax);
  if (std::find(filter.kinds.begin(), filter.kinds.end(), "message") != filter.kinds.end()) {
    reader.fail("kinds", "must not have message: messages do not change");
  }
  if (filter.kinds.empty() && filter.types.empty() && !query.id) {
    filter.kinds = {"fact", "instruction", "preference", "habit"};
  }
  return checked(reader, std::move(query));
}

}  // namespace turnstream::recall
