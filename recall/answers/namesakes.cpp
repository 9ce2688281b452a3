#include "recall/answers/namesakes.h"

#include <algorithm>
#include <utility>

namespace turnstream::recall {

void Namesakes::add(std::string user_id, std::string name) {
  if (!user_id.empty() && !name.empty() && name != user_id) {
    names_[std::move(user_id)] = std::move(name);
  }
}

std::string Namesakes::told_apart(std::string text, std::string_view user_id) const {
  const auto user = names_.find(user_id);
  if (user == names_.end() || !text.starts_with(user->second)) {
    return text;
  }
  const std::string& name = user->second;
  const bool is_whole =
      text.size() == name.size() || std::string_view(" :'").find(text[name.size()]) != std::string_view::npos;
  const bool is_shared = std::any_of(names_.begin(), names_.end(),
                                     [&](const auto& other) { return other.first != user_id && other.second == name; });
  if (is_whole && is_shared) {
    text.insert(name.size(), " (" + std::string(user_id) + ")");
  }
  return text;
}

}  // namespace turnstream::recall
