#include "recall/answers/query.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <nlohmann/json.hpp>

#include "pipeline/base/number_text.h"
#include "pipeline/base/utf8.h"
#include "pipeline/json/document.h"
#include "pipeline/json/iso8601.h"

namespace turnstream::recall {
namespace {

using Json = nlohmann::json;

constexpr std::size_t kListMax = 100;
constexpr std::size_t kNameBytesMax = 2'048;
constexpr double kMillionths = 1e6;
constexpr double kBudgetCharsMin = 100;
constexpr std::array<std::string_view, 11> kKindNames{"message", "memory",  "fact",  "preference", "habit",  "pattern",
                                                      "skill",   "insight", "topic", "daily",      "episode"};

Error bad_query(std::string message, std::string_view member) {
  return make_error(error_codes::kBadQuery, Reaction::kDeadLetter, std::move(message),
                    member.empty() ? std::string() : "/" + std::string(member));
}

/// Reads the members of a request. The first failure stays.
class QueryReader {
 public:
  explicit QueryReader(const Json& object) : object_(object) {}

  [[nodiscard]] const std::optional<Error>& failure() const { return failure_; }
  void fail(std::string_view name, const std::string& sentence) {
    if (!failure_) {
      failure_ = bad_query(std::string(name) + " " + sentence, name);
    }
  }

  std::optional<std::string> text(const char* name, std::size_t bytes_max = kNameBytesMax) {
    const Json* value = find(name);
    if (value == nullptr) {
      return std::nullopt;
    }
    if (!value->is_string() || value->get_ref<const std::string&>().size() > bytes_max) {
      fail(name, "must be a text of at most " + std::to_string(bytes_max) + " bytes");
      return std::nullopt;
    }
    return value->get<std::string>();
  }

  std::vector<std::string> texts(const char* name) {
    const Json* value = find(name);
    std::vector<std::string> texts;
    if (value == nullptr) {
      return texts;
    }
    const auto is_text = [](const Json& text) {
      return text.is_string() && text.get_ref<const std::string&>().size() <= kNameBytesMax;
    };
    if (!value->is_array() || value->size() > kListMax || !std::all_of(value->begin(), value->end(), is_text)) {
      fail(name, "must be a list of at most " + std::to_string(kListMax) + " texts");
      return texts;
    }
    return value->get<std::vector<std::string>>();
  }

  std::optional<EventTime> time(const char* name) {
    const auto given = text(name);
    if (!given) {
      return std::nullopt;
    }
    const auto read = json::parse_iso8601(*given);
    if (!read) {
      fail(name, "must be a time such as 2026-01-01T10:00:00Z");
      return std::nullopt;
    }
    return read;
  }

  /// Of whole numbers, 3.0 and 3e0 are some, too. `min` is not below 0.
  std::optional<double> number(const char* name, double min, double max, bool is_whole = false) {
    const Json* value = find(name);
    if (value == nullptr) {
      return std::nullopt;
    }
    const double given = value->is_number() ? value->get<double>() : -1;
    if (given < min || given > max || (is_whole && std::trunc(given) != given)) {
      fail(name, std::string("must be a ") + (is_whole ? "whole " : "") + "number from " +
                     Json(std::llround(min)).dump() + " to " + Json(std::llround(max)).dump());
      return std::nullopt;
    }
    return given;
  }

  bool flag(const char* name, bool otherwise) {
    const Json* value = find(name);
    if (value == nullptr) {
      return otherwise;
    }
    if (!value->is_boolean()) {
      fail(name, "must be true or false");
      return otherwise;
    }
    return value->get<bool>();
  }

  void refuse_others() {
    for (const auto& member : object_.items()) {
      if (std::find(asked_.begin(), asked_.end(), member.key()) == asked_.end()) {
        fail(member.key(), "is not a member of this request");
      }
    }
  }

 private:
  /// Null if the member is missing or null.
  const Json* find(const char* name) {
    asked_.emplace_back(name);
    const auto found = object_.find(name);
    return found == object_.end() || found->is_null() ? nullptr : &*found;
  }

  const Json& object_;
  std::vector<std::string> asked_;
  std::optional<Error> failure_;
};

/// The conditions of every request.
RecallFilter read_conditions(QueryReader& reader) {
  RecallFilter filter;
  filter.tags = reader.texts("tags");
  filter.session_id = reader.text("session_id");
  filter.user_id = reader.text("user_id");
  filter.room_id = reader.text("room_id");
  filter.task_id = reader.text("task_id");
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
      reader.fail("kinds",
                  "has an unknown kind; allowed: message, memory, fact, preference, habit, pattern, skill, "
                  "insight, topic, daily, episode");
    }
  }
  filter.types = reader.texts("types");
  filter.current = reader.flag("current", false);
}

Result<Json> object_of(std::string_view json) {
  if (find_utf8_fault(json)) {
    return bad_query("The request is not valid UTF-8.", "");
  }
  Json object = json::parse_document(json);
  if (!object.is_object()) {
    return bad_query("The request must be a JSON object, such as {\"persona_id\":\"helper\",\"query\":\"api port\"}.",
                     "");
  }
  return object;
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
  query.after_turn = reader.text("after_turn");
  query.count = reader.flag("count", true);
  return query;
}

std::size_t read_limit(QueryReader& reader, std::size_t otherwise) {
  const auto limit = reader.number("limit", 1, static_cast<double>(kResultsMax), true);
  return limit ? static_cast<std::size_t>(*limit) : otherwise;
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
  TS_ASSIGN_OR_RETURN(const Json object, object_of(json));
  QueryReader reader(object);
  TS_ASSIGN_OR_RETURN(RecallQuery query, read_common(reader, "query"));
  read_kinds(reader, query.filter);
  query.limit = read_limit(reader, query.limit);
  return checked(reader, std::move(query));
}

Result<ContextQuery> parse_context_query(std::string_view json) {
  TS_ASSIGN_OR_RETURN(const Json object, object_of(json));
  QueryReader reader(object);
  ContextQuery query;
  TS_ASSIGN_OR_RETURN(query.recall, read_common(reader, "query"));
  const auto budget = reader.number("budget_chars", kBudgetCharsMin, static_cast<double>(kBudgetCharsMax), true);
  query.budget_chars = budget ? static_cast<std::size_t>(*budget) : query.budget_chars;
  return checked(reader, std::move(query));
}

Result<SimilarQuery> parse_similar_query(std::string_view json) {
  TS_ASSIGN_OR_RETURN(const Json object, object_of(json));
  QueryReader reader(object);
  SimilarQuery query;
  TS_ASSIGN_OR_RETURN(query.recall, read_common(reader, "text"));
  read_kinds(reader, query.recall.filter);
  query.recall.limit = read_limit(reader, query.recall.limit);
  query.id = reader.text("id");
  if (query.id.has_value() != is_blank(query.recall.text)) {
    reader.fail("id", "or text must be given, not both: similar to what?");
  }
  return checked(reader, std::move(query));
}

Result<RecallQuery> parse_related_query(std::string_view json) {
  TS_ASSIGN_OR_RETURN(const Json object, object_of(json));
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
  TS_ASSIGN_OR_RETURN(const Json object, object_of(json));
  QueryReader reader(object);
  TimelineQuery query;
  TS_ASSIGN_OR_RETURN(query.recall, read_persona(reader));
  query.recall.text = reader.text("query", kQueryBytesMax).value_or("");
  query.id = reader.text("id");
  RecallFilter& filter = query.recall.filter;
  read_kinds(reader, filter);
  filter.since = reader.time("since");
  filter.until = reader.time("until");
  query.recall.limit = read_limit(reader, kResultsMax);
  if (std::find(filter.kinds.begin(), filter.kinds.end(), "message") != filter.kinds.end()) {
    reader.fail("kinds", "must not have message: messages do not change");
  }
  if (query.id && !is_blank(query.recall.text)) {
    reader.fail("id", "and query cannot be given together");
  }
  if (filter.kinds.empty() && filter.types.empty() && !query.id) {
    filter.kinds = {"fact", "preference", "habit"};
  }
  return checked(reader, std::move(query));
}

}  // namespace turnstream::recall
