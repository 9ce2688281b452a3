#include "pipeline/secrets/unrelated.h"

#include <algorithm>

#include "pipeline/secrets/text_scan.h"
#include "pipeline/secrets/values.h"

namespace turnstream::secrets {
namespace {

constexpr std::size_t kNearMax = 120;  // bytes between a noun and a value that no word relates to it

}  // namespace

void find_unrelated(std::string_view text, const Place& noun, std::vector<Secret>& found) {
  std::size_t words = 0;
  for (std::size_t at = noun.end; at < std::min(text.size(), noun.end + kNearMax);) {
    const bool is_quoted = has_at(text, at, "\"`'") && is_space(text[at - 1]);
    const std::size_t close = is_quoted ? find_near(text, text[at], at + 1) : std::string_view::npos;
    if (close != std::string_view::npos &&
        is_unrelated_secret(noun.kind, text.substr(at + 1, close - at - 1), words, true)) {
      found.push_back({at + 1, close, noun.kind});
      return;
    }
    const auto value = is_name_character(text[at]) ? value_at(text, at) : std::string_view();
    if (is_unrelated_secret(noun.kind, value, words, false)) {
      std::size_t next = at + value.size();
      skip_spaces(text, next);
      if (!is_unit(word_at(text, next))) {
        found.push_back({at, at + value.size(), noun.kind});
      }
      return;
    }
    words += value.empty() ? 0U : 1U;
    at += std::max<std::size_t>(value.size(), 1);
  }
}

void find_after_joined_nouns(std::string_view text, std::vector<Secret>& found) {
  constexpr std::string_view kNouns[] = {"パスワード", "密码", "密碼", "口令", "비밀번호"};
  constexpr std::size_t kGapBytesMax = 24;
  for (const auto noun : kNouns) {
    for (std::size_t at = text.find(noun); at != std::string_view::npos; at = text.find(noun, at + noun.size())) {
      std::size_t begin = at + noun.size();
      const std::size_t limit = std::min(text.size(), begin + kGapBytesMax);
      while (begin < limit && !is_letter_or_digit(text[begin])) {
        ++begin;
      }
      auto value = begin < limit ? value_at(text, begin) : std::string_view();
      value = value.substr(
          0, std::find_if(value.begin(), value.end(), [](char c) { return is_any(c, kHigh); }) - value.begin());
      if (!value.empty() && is_strong("password", value)) {
        found.push_back({begin, begin + value.size(), "password"});
      }
    }
  }
}

}  // namespace turnstream::secrets
