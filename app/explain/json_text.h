#pragma once
// Reads members of JSON values and shows values as bounded text. A value of an unexpected form is not an error.
// Threads: any; pure.

#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace turnstream::app {

/// The first 8 × `code_points_max` bytes of the text in one line; if that has more than `code_points_max` code points,
/// it is cut there and gets an ellipsis. White space and control characters below 0x20 become single blanks; bytes that
/// are not UTF-8 are replaced.
[[nodiscard]] std::string one_line(std::string_view text, std::size_t code_points_max);

/// Appends blanks until the text has `width` code points; a longer text is unchanged.
[[nodiscard]] std::string padded(std::string text, std::size_t width);

/// The following three take both types of JSON: nlohmann::json and ordered_json.
/// The member with this name; null if `object` is not an object or has no such member.
template <typename Json>
[[nodiscard]] const Json& member_in(const Json& object, std::string_view name) {
  static const Json kNull;
  const auto member = object.find(std::string(name));
  return member == object.end() ? kNull : *member;
}

/// The string member with this name; empty if there is none.
template <typename Json>
[[nodiscard]] std::string text_in(const Json& object, std::string_view name) {
  const Json& member = member_in(object, name);
  return member.is_string() ? member.template get<std::string>() : std::string();
}

/// The integer member with this name; 0 if there is none.
template <typename Json>
[[nodiscard]] std::int64_t integer_in(const Json& object, std::string_view name) {
  const Json& member = member_in(object, name);
  return member.is_number_integer() ? member.template get<std::int64_t>() : 0;
}

/// The word printed for the kind of a change: "item" for `memory`, else the kind itself.
[[nodiscard]] inline std::string kind_text(const std::string& kind) {
  return kind == "memory" ? "item" : kind;
}

/// "1 item", "2 working entries", "3 facts": a number of memories of a kind of change.
[[nodiscard]] std::string count_of(const std::string& kind, std::int64_t count);

/// A short title for the value of a change: `api port is 8080`, `search → read`.
[[nodiscard]] std::string memory_title(std::string_view kind, const nlohmann::json& value);

/// The text at the pointer of a turn, for example `user: … · agent: …`. Absent if the turn has no such place.
[[nodiscard]] std::optional<std::string> excerpt_at(const nlohmann::json& turn, const std::string& pointer);

/// The first field of the value, in order of name and except `provenance`, that contains at any depth an id with this
/// beginning; and that id. Both are empty if there is none.
[[nodiscard]] std::pair<std::string, std::string> id_named_in(const nlohmann::json& value,
                                                              const std::string& beginning);

/// The JSON pointers of all places in a turn that may have become an item.
[[nodiscard]] std::vector<std::string> item_pointers(const nlohmann::json& turn);

/// The value, or a shorter form if it is long: `{"entries":17}`, `"The first words…"`.
[[nodiscard]] nlohmann::json shortened(const nlohmann::json& value);

/// An object whose members are shortened().
[[nodiscard]] nlohmann::json shortened_members(const nlohmann::json& object);

/// A value as text: a list of strings and intervals (`10:00 – 10:10`) as its entries, another list as its count.
[[nodiscard]] std::string readable(const nlohmann::json& value);

/// All members except the hidden ones, as one line of text: `confidence 0.8, current false`.
[[nodiscard]] std::string members_text(const nlohmann::json& object, std::size_t code_points_max,
                                       std::span<const std::string_view> hidden = {});

}  // namespace turnstream::app
