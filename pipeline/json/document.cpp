#include "pipeline/json/document.h"

#include <nlohmann/json.hpp>

#include "pipeline/base/check.h"

namespace turnstream::json {
namespace {

template <typename Json>
std::string text_of(const Json& document, int indent) {
  return document.dump(indent, ' ', false, Json::error_handler_t::replace);
}

}  // namespace

nlohmann::json parse_document(std::string_view text) {
  return nlohmann::json::parse(text, nullptr, false);
}

nlohmann::ordered_json parse_ordered(std::string_view text) {
  return nlohmann::ordered_json::parse(text, nullptr, false);
}

std::string document_text(const nlohmann::json& document, int indent) {
  return text_of(document, indent);
}

std::string document_text(const nlohmann::ordered_json& document, int indent) {
  return text_of(document, indent);
}

std::string merged(std::string_view base, std::string_view patch) {
  nlohmann::ordered_json object = parse_ordered(base);
  const nlohmann::ordered_json fields = parse_ordered(patch);
  CHECK(object.is_object() && fields.is_object());
  object.update(fields);
  return document_text(object);
}

}  // namespace turnstream::json
