#include "pipeline/secrets/json_values.h"

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <utility>
#include <vector>

#include "pipeline/base/utf8.h"
#include "pipeline/json/document.h"
#include "pipeline/secrets/find_secrets.h"
#include "pipeline/secrets/values.h"

namespace turnstream::secrets {
namespace {

/// The kind of secret that a label such as "Password field" or `#login-pass` names; empty if none.
std::string_view kind_of_label(std::string_view label) {
  for (const std::string_view word : {" field", " input", " box"}) {
    if (label.ends_with(word)) {
      label.remove_suffix(word.size());
    }
  }
  return kind_of_field(label);
}

/// Visits the members of `object` that hold what another member names: `{"name": "DB_PASSWORD", "value": …}`, and, for a
/// value that can be nothing else, `{"label": "Password", "text": …}` of a form.
void for_each_named(Json& object, const VisitValue& visit) {
  for (const char* const label : {"key", "name", "field", "label", "element", "selector", "locator", "target", "ref"}) {
    const auto named = object.find(label);
    if (named == object.end() || !named->is_string()) {
      continue;
    }
    const auto kind = kind_of_label(named->get_ref<const std::string&>());
    for (const char* const member : {"value", "val", "text", "content"}) {
      const auto held = object.find(member);
      const bool is_pair = std::string_view(member) == "value";
      if (!kind.empty() && held != object.end() &&
          (is_pair || (held->is_string() && is_strong(kind, text_of(*held))))) {
        for_each_value(*held, kind, visit);
      }
    }
  }
}

/// The name, or if `taken` has it, the name with the lowest number from 2 on that is free: "[masked:key] (2)".
std::string free_name(std::string name, const std::set<std::string>& taken,
                      std::map<std::string, std::size_t>& counts) {
  if (taken.count(name) == 0) {
    return name;
  }
  auto& count = counts.try_emplace(name, 1).first->second;
  std::string numbered;
  do {
    numbered = name + " (" + std::to_string(++count) + ")";
  } while (taken.count(numbered) != 0);
  return numbered;
}

bool rename_own(Json& object, const Rename& rename) {
  std::vector<std::optional<std::string>> names;
  std::set<std::string> taken;  // the names that members keep, then the given ones too
  for (const auto& [name, member] : object.items()) {
    names.push_back(rename(name));
    if (!names.back()) {
      taken.insert(name);
    }
  }
  if (taken.size() == names.size()) {
    return false;
  }
  std::map<std::string, std::size_t> counts;
  Json::object_t renamed;
  renamed.reserve(names.size());
  std::size_t i = 0;
  for (auto& [name, member] : object.get_ref<Json::object_t&>()) {
    if (names[i]) {
      names[i] = free_name(*std::move(names[i]), taken, counts);
      taken.insert(*names[i]);
    }
    renamed.emplace_back(names[i].value_or(name), std::move(member));
    ++i;
  }
  object = Json(std::move(renamed));
  return true;
}

}  // namespace

bool rename_members(Json& value, const Rename& rename) {
  bool changed = value.is_object() && rename_own(value, rename);
  for (auto& element : value) {
    changed = (element.is_structured() && rename_members(element, rename)) || changed;
  }
  return changed;
}

std::string text_of(const Json& value) {
  return value.is_string() ? value.get<std::string>() : json::document_text(value);
}

void for_each_value(Json& value, std::string_view kind, const VisitValue& visit) {
  if (value.is_object()) {
    for (auto& [name, member] : value.items()) {
      for_each_value(member, name == "value" ? kind : kind_of_field(name), visit);
    }
    for_each_named(value, visit);
  } else if (value.is_array()) {
    std::string_view label_kind;  // of the element before: ["#password", "…"]
    for (auto& element : value) {
      const bool is_held = !label_kind.empty() && element.is_string() && is_strong(label_kind, text_of(element));
      const auto element_kind = is_held ? label_kind : kind;
      label_kind = element.is_string() ? kind_of_label(element.get_ref<const std::string&>()) : std::string_view();
      for_each_value(element, element_kind, visit);
    }
  } else if (value.is_string() || value.is_number()) {
    visit(value, kind);
  }
}

std::string unescaped(std::string_view json) {
  std::string text;
  text.reserve(json.size());
  for (std::size_t at = 0; at < json.size(); ++at) {
    if (json[at] != '\\' || at + 1 == json.size()) {
      text.push_back(json[at]);
      continue;
    }
    const char escape = json[++at];
    std::uint32_t code_point = 0;
    if (escape == 'u' &&
        std::from_chars(json.data() + at + 1, json.data() + std::min(at + 5, json.size()), code_point, 16).ec ==
            std::errc()) {
      at += 4;
      append_code_point(text, code_point >= 0xD800 && code_point < 0xE000 ? U'?' : static_cast<char32_t>(code_point));
    } else {
      text.push_back(escape == 'n' ? '\n' : escape == 't' ? '\t' : escape == 'r' ? '\r' : escape);
    }
  }
  return text;
}

}  // namespace turnstream::secrets
