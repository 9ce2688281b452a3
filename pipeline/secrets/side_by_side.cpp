#include "pipeline/secrets/side_by_side.h"

#include "pipeline/secrets/plain_words.h"
#include "pipeline/secrets/text_scan.h"
#include "pipeline/secrets/values.h"

namespace turnstream::secrets {
namespace {

/// Nouns that "password" and "token" stand before: "password manager". Then no value follows.
constexpr std::string_view kCompounds =
    "alias app attack attempt auth authentication box breach button bucket cache change changes check checker count "
    "cracker criteria crypt database dialog endpoint entry error errors expiration expiry fatigue field fields file files "
    "flow form format generator grant guess guesses hash hasher hashes hashing header hint hints history holder hygiene "
    "input keeper key leak length limit link links list login management manager managers method model name number option "
    "options page parameter permission policies policy preset prompt prompts protection provider recovery refresh request "
    "requirement requirements reset resets reuse rotation rule rules safe screen security service setting settings setup "
    "sharing spray store strength support sync table test tests tool type update updates usage user users validation "
    "vault verification";

/// True if a word of the clause [at, end) shows that the noun is part of a longer one.
bool has_compound(std::string_view text, std::size_t at, std::size_t end) {
  while (at < end) {
    const auto word = word_at(text, at);
    if (word.empty() || is_word_of(kCompounds, word)) {
      return true;
    }
    at += word.size();
    skip_spaces(text, at);
  }
  return false;
}

constexpr std::string_view kAccounts = "account email login network ssid user username";

/// True if the noun begins a part of a list whose part before it names an account: "user demo, password …".
bool follows_sign(std::string_view text, const Place& noun) {
  return noun.begin > 1 && is_in(text[noun.begin - 2], ",/:|;") && text[noun.begin - 1] == ' ' &&
         has_word_before(text, noun, kAccounts);
}

/// "with the password", "try the password"; "user demo and password", but not "user and password".
bool is_given(std::string_view text, const Place& noun) {
  const auto word = word_before(text, noun.begin);
  if (is_word_of("the this", word)) {
    return is_word_of("with try use using", word_before(text, noun.begin - word.size() - 1));
  }
  return is_word_of("and with", word) && has_word_before(text, noun, kAccounts) &&
         !is_word_of(kAccounts, word_before(text, noun.begin - word.size() - 1));
}

}  // namespace

bool take_side_by_side(std::string_view text, const Place& noun, std::size_t at, std::vector<Secret>& found) {
  if (noun.kind == "pin") {
    const std::size_t end = end_of_digit_words(text, at);
    if (end != std::string_view::npos) {
      found.push_back({at, end, noun.kind});
    }
    return end != std::string_view::npos;
  }
  if (noun.kind != "password" && noun.kind != "passphrase") {
    return false;
  }
  if (noun.begin > 0 && text[noun.begin - 1] == '<' && has_at(text, noun.end, ">")) {
    const std::size_t close = find_near(text, '<', noun.end);
    const auto content = text.substr(noun.end + 1, close == std::string_view::npos ? 0 : close - noun.end - 1);
    if (content.starts_with("xs:") || !is_field_secret(noun.kind, content)) {
      return false;
    }
    found.push_back({noun.end + 1, close, noun.kind});
    return true;
  }
  const auto value = word_at(text, at);
  if (at == noun.end || value.empty() || has_at(text, at, "\"'`")) {
    return false;
  }
  const bool is_used = is_given(text, noun);
  if (!is_used && !follows_sign(text, noun)) {
    return false;
  }
  const std::size_t end = end_of_plain_words(text, at);
  const bool is_one = end == at + value.size();
  if (end == std::string_view::npos || (is_used && !is_one && noun.kind != "passphrase") ||
      has_compound(text, at, end)) {
    return false;
  }
  std::size_t next = end;
  skip_spaces(text, next);
  if (!is_used && (has_at(text, next, "?") || !(next >= text.size() || is_in(text[next], ",.;!\n\r)")))) {
    return false;
  }
  found.push_back({at, end, noun.kind});
  return true;
}

}  // namespace turnstream::secrets
