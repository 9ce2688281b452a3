#include "pipeline/secrets/logins.h"

#include <algorithm>

#include "pipeline/secrets/text_scan.h"
#include "pipeline/secrets/value_taker.h"
#include "pipeline/secrets/values.h"

namespace turnstream::secrets {
namespace {

/// "with pass …", "use pass …"
bool follows_with(std::string_view text, const Place& noun) {
  const auto before = text.substr(0, noun.begin);
  return before.ends_with(" with ") || before.ends_with("use ");
}

}  // namespace

void take_login(std::string_view text, std::size_t at, std::vector<Secret>& found) {
  ValueTaker taker(text, found);
  const auto is_user = [](char c) { return is_letter(c) || is_in(c, ".@_-"); };
  for (std::size_t words = 0; words < 4; ++words) {
    const auto value = value_at(text, at);
    if (value.empty()) {
      return;
    }
    const auto name = value.substr(0, value.find(':'));
    const auto password = value.substr(std::min(name.size() + 1, value.size()));
    if (!name.empty() && std::all_of(name.begin(), name.end(), is_user) &&
        std::any_of(password.begin(), password.end(), is_letter) && is_strong("password", password)) {
      found.push_back({at + name.size() + 1, at + value.size(), "password"});
      return;
    }
    at += value.size();
    skip_spaces(text, at);
    if (window(text, at).starts_with("/ ") || window(text, at).starts_with("and ")) {
      taker.take(at + value_at(text, at).size(), "password", Stated::kNo);
      return;
    }
  }
}

void take_after_pass(std::string_view text, const Place& noun, std::size_t at, std::vector<Secret>& found) {
  ValueTaker taker(text, found);
  if (has_at(text, at, ":=")) {
    taker.take(at + 1, "password", has_word_before(text, noun, "user username login") ? Stated::kYes : Stated::kNo);
    return;
  }
  if (const auto value = value_at(text, at);
      (has_word_before(text, noun, "user username login account") || follows_with(text, noun)) &&
      is_unrelated_secret("password", value, 0, false)) {
    found.push_back({at, at + value.size(), "password"});
    return;
  }
  for (int words = 0; words < 2; ++words) {
    const auto word = word_at(text, at);
    at += word.size();
    skip_spaces(text, at);
    const auto value = value_at(text, at);
    const bool has_digit = std::any_of(value.begin(), value.end(), is_digit);
    const bool is_name = std::all_of(value.begin(), value.end(), is_name_character) &&
                         std::none_of(value.begin(), value.end(), is_upper);
    if (is_word_of("is be", word) && has_digit && !is_name) {
      taker.take(at, "password", Stated::kNo);
      return;
    }
  }
}

}  // namespace turnstream::secrets
