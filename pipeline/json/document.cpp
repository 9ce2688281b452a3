#include "pipeline/json/document.h"

#include <nlohmann/json.hpp>

#include "pipeline/base/check.h"

namespace turnstream::json {
namespace {

template <typename Json>
std::string text_of(const Json& document, int indent) {
  return document.dump(indent, ' ', false, Json::error_handler_t::replace);
}

/// True if more than kDocumentDepthMax brackets are open at once. Brackets in strings do not count.
bool is_too_deep(std::string_view text) {
  std::size_t open = 0;
  for (std::size_t at = 0; at < text.size(); ++at) {
    const char c = text[at];
    if (c == '"') {
      for (++at; at < text.size() && text[at] != '"'; ++at) {
        at += text[at] == '\\' ? 1 : 0;
      }
    } else if (c == '[' || c == '{') {
      if (++open > kDocumentDepthMax) {
        return true;
      }
    } else if ((c == ']' || c == '}') && open > 0) {
      --open;
    }
  }
  return false;
}

template <typename Json>
Json parse(std::string_view text) {
  return is_too_deep(text) ? Json(Json::value_t::discarded) : Json::parse(text, nullptr, false);
}

}  // namespace

nlohmann::json parse_document(std::string_view text) {
  return parse<nlohmann::json>(text);
}

nlohmann::ordered_json parse_ordered(std::string_view text) {
  return parse<nlohmann::ordered_json>(text);
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
