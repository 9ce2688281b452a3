#pragma once
// User: whose words a memory rests on. A persona talks with many people; what one of them says of themselves is a memory
// of this user, all else is the persona's. Threads: values; pure.

#include <string>
#include <string_view>

#include "pipeline/model/state_export.h"

namespace turnstream::model {

struct User {
  std::string id;    ///< the turn's user_id; empty: no user's, or one whom the turn does not name
  std::string name;  ///< the turn's user_name; empty: it has none but white space

  [[nodiscard]] bool known() const { return !id.empty(); }
  /// The word for the user in texts: the name, else the id.
  [[nodiscard]] std::string_view shown() const { return name.empty() ? std::string_view(id) : std::string_view(name); }
  friend bool operator==(const User&, const User&) = default;
};

/// The user of the turn; without user_id none, even if the turn has a user_name.
[[nodiscard]] inline User user_of(const StateExport& turn) {
  const std::string_view id = turn.user_id.value_or(std::string_view());
  const std::string_view name = turn.user_name.value_or(std::string_view());
  const bool is_blank = name.find_first_not_of(" \t\r\n") == std::string_view::npos;
  return id.empty() ? User() : User{std::string(id), is_blank ? std::string() : std::string(name)};
}

}  // namespace turnstream::model
