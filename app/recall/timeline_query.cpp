#include "app/recall/timeline_query.h"

#include <nlohmann/json.hpp>

#include "app/http/url_text.h"
#include "pipeline/base/number_text.h"
#include "pipeline/json/document.h"

namespace turnstream::app {
namespace {

nlohmann::json value_of(const QueryField& field) {
  if (field.name == "limit") {
    const auto number = read_number<std::int64_t>(field.value);
    return number ? nlohmann::json(*number) : nlohmann::json(field.value);
  }
  if (field.name == "current" && (field.value == "true" || field.value == "false")) {
    return field.value == "true";
  }
  return field.value;
}

std::string text_of(const nlohmann::json& value) {
  return value.is_string() ? value.get<std::string>() : json::document_text(value);
}

}  // namespace

std::string timeline_request(const HttpRequest& request) {
  nlohmann::json object{{"persona_id", request.parameter}};
  for (const QueryField& field : request.query) {
    if (field.name == "kinds" || field.name == "types") {
      object[field.name].push_back(field.value);
    } else if (field.name == "as_of" && field.value.empty()) {
      continue;  // the present
    } else if (object.contains(field.name)) {
      object[field.name] = nlohmann::json::array();  // a field that is there twice, or persona_id, is refused
    } else {
      object[field.name] = value_of(field);
    }
  }
  return json::document_text(object);
}

std::string timeline_path(const nlohmann::json& request) {
  std::string path = "/v1/personas/" + url_escaped(request.value("persona_id", "")) + "/timeline";
  char separator = '?';
  const auto add = [&](const std::string& name, const nlohmann::json& value) {
    path += separator + name + "=" + url_escaped(text_of(value));
    separator = '&';
  };
  for (const auto& [name, value] : request.items()) {
    if (value.is_array()) {
      for (const nlohmann::json& element : value) {
        add(name, element);
      }
    } else if (name != "persona_id") {
      add(name, value);
    }
  }
  return path;
}

}  // namespace turnstream::app
