#include "pipeline/secrets/json_values.h"

#include <algorithm>
#include <array>
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
#include "pipeline/secrets/text_scan.h"
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

/// The kinds of the secrets that labels of `object` name: `{"name": "DB_PASSWORD", "value": …}`, and, for a value that can be
/// nothing else, `{"label": "Password", "text": …}` of a form.
std::vector<std::string_view> kinds_of_labels(const Json& object) {
  std::vector<std::string_view> kinds;
  for (const char* const label : {"key", "name", "field", "label", "element", "selector", "locator", "target", "ref"}) {
    if (const auto named = object.find(label); named != object.end() && named->is_string()) {
      const auto kind = kind_of_label(named->get_ref<const std::string&>());
      if (!kind.empty() && std::find(kinds.begin(), kinds.end(), kind) == kinds.end()) {
        kinds.push_back(kind);
      }
    }
  }
  return kinds;
}

/// The kind of the secrets in an object with this name, each under a name of its own: {"passwords": {"wifi": …}}.
std::string_view kind_of_plural(std::string_view name) {
  const auto kind = name.ends_with('s') ? kind_of_field(name.substr(0, name.size() - 1)) : std::string_view();
  return kind == "login" || kind == "basic" ? std::string_view() : kind;
}

/// True for a member of such an object that says something of the others: "min_length", "userName".
bool is_about_others(std::string_view name) {
  constexpr auto kEndings = std::to_array<std::string_view>(
      {"at",   "by",     "count",  "date",   "description", "file", "format", "hash", "hint",
       "host", "_id",    "length", "level",  "_max",        "_min", "model",  "name", "owner",
       "path", "policy", "region", "status", "time",        "type", "url",    "user", "version"});
  std::string lowered(name);
  std::transform(lowered.begin(), lowered.end(), lowered.begin(), lower);
  return std::any_of(kEndings.begin(), kEndings.end(), [&](auto ending) { return lowered.ends_with(ending); });
}

/// True if the value can be nothing else than one of the secrets of such an object.
bool is_listed_secret(std::string_view kind, std::string_view value) {
  const auto has = [&](auto is_of) { return std::any_of(value.begin(), value.end(), is_of); };
  const bool is_mixed = has(is_upper) && has(is_lower);
  const bool is_random = has(is_digit) && (is_mixed || value.find_first_of("!#$%^&*~?+") != std::string_view::npos);
  return is_strong(kind, value) && (kind == "pin" || kind == "cvv" || kind == "password" || is_random);
}

/// ["anna", "…"], the name and the password of a user.
bool is_pair_of_login(std::string_view name, const Json& value) {
  constexpr std::string_view kNames = "auth basicauth basic_auth credentials http_auth login";
  return is_word_of(kNames, name) && value.is_array() && value.size() == 2 && value[0].is_string() &&
         value[1].is_string() && is_strong("password", value[1].get_ref<const std::string&>());
}

class Walker {
 public:
  explicit Walker(const VisitValue& visit) : visit_(visit) {}

  /// `listed`: the kind of the secrets that the object around `value` lists, or empty.
  void walk(Json& value, std::string_view kind, std::string_view listed) const {
    if (value.is_object()) {
      walk_object(value, kind, listed);
    } else if (value.is_array()) {
      walk_array(value, kind, listed);
    } else if (value.is_string() || value.is_number()) {
      visit_(value, kind);
    }
  }

 private:
  void walk_object(Json& object, std::string_view kind, std::string_view listed) const {
    const auto labels = kinds_of_labels(object);
    for (auto& [name, member] : object.items()) {
      const auto own = name == "value" ? kind : kind_of_field(name);
      const bool is_held = !labels.empty() && is_word_of("value val text content", name);
      const auto here = is_about_others(name) ? std::string_view() : listed;
      if (member.is_structured()) {
        const auto plural = kind_of_plural(name);
        walk(member, is_held && own.empty() && name == "value" ? labels.front() : own, plural.empty() ? here : plural);
        if (is_pair_of_login(name, member)) {
          visit_(member[1], "password");
        }
        continue;
      }
      walk(member, own, {});
      for (const auto label : labels) {
        if (is_held && (name == "value" || (member.is_string() && is_strong(label, text_of(member))))) {
          walk(member, label, {});
        }
      }
      if (own.empty() && !here.empty() && is_listed_secret(here, text_of(member))) {
        walk(member, here, {});
      }
    }
  }

  void walk_array(Json& array, std::string_view kind, std::string_view listed) const {
    std::string_view label_kind;  // of the element before: ["#password", "…"]
    for (auto& element : array) {
      const bool is_held = !label_kind.empty() && element.is_string() && is_strong(label_kind, text_of(element));
      const auto element_kind = is_held ? label_kind : kind;
      label_kind = element.is_string() ? kind_of_label(element.get_ref<const std::string&>()) : std::string_view();
      walk(element, element_kind, listed);
    }
  }

  const VisitValue& visit_;
};

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
  Walker(visit).walk(value, kind, {});
}

bool may_list_secrets(std::string_view json) {
  constexpr auto kEnds = std::to_array<std::string_view>(
      {"auth\"", "cvcs\"", "cvvs\"", "keys\"", "otps\"", "phrases\"", "pins\"", "secrets\"", "tokens\""});
  return std::any_of(kEnds.begin(), kEnds.end(), [&](auto end) { return json.find(end) != std::string_view::npos; });
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
