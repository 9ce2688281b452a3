#pragma once
// What JSON values of records look like to people: one line, bounded. Values are those of docs/topics.md; anything else
// is shown as what it is, never an error. Threads: any; pure.

#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace turnstream::app {

/// White space folded, cut to so many code points with an ellipsis, bytes that are no UTF-8 replaced.
[[nodiscard]] std::string one_line(std::string_view text, std::size_t code_points_max);

/// With blanks up to so many code points.
[[nodiscard]] std::string padded(std::string text, std::size_t width);

/// A member that is text; empty where it is not.
[[nodiscard]] std::string text_in(const nlohmann::json& object, std::string_view name);

/// What a thing (the value of a change) is best told by: `api port is 8080`, `search → read`.
[[nodiscard]] std::string thing_title(std::string_view kind, const nlohmann::json& value);

/// What stands at the pointer of a turn: `user: … · agent: …`. None where nothing does.
[[nodiscard]] std::optional<std::string> excerpt_at(const nlohmann::json& turn, const std::string& pointer);

/// The pointers of all that may have become an item.
[[nodiscard]] std::vector<std::string> item_pointers(const nlohmann::json& turn);

/// The value itself, or where it is long a part of it that says so: `{"entries":17}`, `"The first words…"`.
[[nodiscard]] std::string bounded_json(const nlohmann::json& value);

/// A value of bounded_json as people read it: intervals as `10:00 – 10:10`, lists as their count.
[[nodiscard]] std::string readable(std::string_view json);

}  // namespace turnstream::app
