#include "recall/answers/query_reader.h"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <utility>

#include "pipeline/base/error_codes.h"
#include "pipeline/json/document.h"
#include "pipeline/json/iso8601.h"
#include "pipeline/json/tape.h"

namespace turnstream::recall {
namespace {

using Json = nlohmann::json;

}  // namespace

Error bad_query(std::string message, std::string_view member) {
  return make_error(error_codes::kBadQuery, Reaction::kDeadLetter, std::move(message),
                    member.empty() ? std::string() : "/" + std::string(member));
}

Result<Json> read_request(std::string_view json) {
  json::Tape tape;
  if (const Status read = tape.read(json, json::kTurnBytesMax); !read.ok()) {
    if (read.error().code == error_codes::kInvalidUtf8) {
      return bad_query("The request is not valid UTF-8.", "");
    }
    return bad_query("The request must be a JSON object, such as {\"persona_id\":\"helper\",\"query\":\"api port\"}.",
                     "");
  }
  if (tape.repeated_name_in() != json::Tape::kNone) {
    return bad_query("The request has two members of the same name; readers differ about which of them counts.", "");
  }
  return json::parse_document(json);
}

void QueryReader::fail(std::string_view name, const std::string& sentence) {
  if (!failure_) {
    failure_ = bad_query(std::string(name) + " " + sentence, name);
  }
}

std::optional<std::string> QueryReader::text(const char* name, std::size_t bytes_max) {
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

std::optional<std::string> QueryReader::name(const char* member) {
  std::optional<std::string> given = text(member);
  if (given && given->empty()) {
    fail(member, "must not be empty");
  }
  return given;
}

std::vector<std::string> QueryReader::texts(const char* name, std::size_t count_max) {
  const Json* value = find(name);
  std::vector<std::string> texts;
  if (value == nullptr) {
    return texts;
  }
  const auto is_text = [](const Json& text) {
    return text.is_string() && text.get_ref<const std::string&>().size() <= kNameBytesMax;
  };
  if (!value->is_array() || value->size() > count_max || !std::all_of(value->begin(), value->end(), is_text)) {
    fail(name, "must be a list of at most " + std::to_string(count_max) + " texts");
    return texts;
  }
  return value->get<std::vector<std::string>>();
}

std::optional<EventTime> QueryReader::time(const char* name) {
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

std::optional<double> QueryReader::number(const char* name, double min, double max) {
  const Json* value = find(name);
  if (value == nullptr) {
    return std::nullopt;
  }
  if (!value->is_number() || value->get<double>() < min || value->get<double>() > max) {
    fail(name, "must be a number from " + Json(min).dump() + " to " + Json(max).dump());
    return std::nullopt;
  }
  return value->get<double>();
}

std::optional<std::size_t> QueryReader::whole(const char* name, std::size_t min, std::size_t max) {
  const Json* value = find(name);
  if (value == nullptr) {
    return std::nullopt;
  }
  const double given = value->is_number() ? value->get<double>() : -1;
  if (given < static_cast<double>(min) || given > static_cast<double>(max) || std::trunc(given) != given) {
    fail(name, "must be a whole number from " + std::to_string(min) + " to " + std::to_string(max));
    return std::nullopt;
  }
  return static_cast<std::size_t>(given);
}

bool QueryReader::flag(const char* name, bool otherwise) {
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

void QueryReader::refuse_others() {
  for (const auto& member : object_.items()) {
    if (std::find(asked_.begin(), asked_.end(), member.key()) == asked_.end()) {
      fail(member.key(), "is not a member of this request");
    }
  }
}

const Json* QueryReader::find(const char* name) {
  asked_.emplace_back(name);
  const auto found = object_.find(name);
  return found == object_.end() || found->is_null() ? nullptr : &*found;
}

}  // namespace turnstream::recall
