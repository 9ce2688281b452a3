#include "pipeline/secrets/value_taker.h"

#include <algorithm>
#include <array>
#include <optional>
#include <utility>

#include "pipeline/secrets/plain_words.h"
#include "pipeline/secrets/text_scan.h"
#include "pipeline/secrets/values.h"

namespace turnstream::secrets {
namespace {

constexpr std::size_t kPhraseWordsMax = 24;

bool is_plain_password(std::string_view word) {
  const auto ends_with = [&](std::string_view end) { return word.size() > end.size() + 2 && word.ends_with(end); };
  return word.size() >= 3 && std::all_of(word.begin(), word.end(), is_name_character) && !is_description(word) &&
         !ends_with("ed") && !ends_with("ing") && !ends_with("ly") && !ends_with("able") && !is_strong("key", word) &&
         word.front() != '-';
}

/// True for what code, not a value, begins with: ".method", "?query", "&other", "call(".
bool is_code(std::string_view text, std::size_t at, std::string_view value) {
  return is_in(value.front(), ".?&") || has_at(text, at + value.size(), "(");
}

std::size_t backslashes_before(std::string_view text, std::size_t at) {
  std::size_t count = 0;
  while (count < at && count < kStepMax && text[at - count - 1] == '\\') {
    ++count;
  }
  return count;
}

/// True if the word before `at` is a plural, "passwords" and not "pass".
bool ends_in_plural(std::string_view text, std::size_t at) {
  while (at > 0 && is_in(text[at - 1], " \"'*`")) {
    --at;
  }
  return at >= 2 && lower(text[at - 1]) == 's' && lower(text[at - 2]) != 's';
}

bool is_number(std::string_view value) {
  return std::all_of(value.begin(), value.end(), is_digit);
}

}  // namespace

bool ValueTaker::take(std::size_t at, std::string_view kind, Stated stated) {
  skip_spaces(text_, at);
  while (has_at(text_, at, "\\")) {
    ++at;  // an escaped quote of JSON inside JSON
  }
  if (take_quoted(at, kind, stated)) {
    return true;
  }
  const auto value = value_at(text_, at);
  if (value.empty() || is_placeholder(value) || is_code(text_, at, value)) {
    return false;
  }
  if (kind == "passphrase" && stated != Stated::kNo) {
    return take_phrase(at);
  }
  std::size_t next = at + value.size();
  skip_spaces(text_, next);
  if (is_strong(kind, value) && !(is_number(value) && is_unit(word_at(text_, next)))) {
    add(at, at + value.size(), kind);
    return true;
  }
  return (kind == "pin" && take_spaced_digits(at)) || take_plain(at, kind, stated);
}

bool ValueTaker::take_assigned(std::size_t at, std::string_view kind, Stated stated) {
  constexpr auto kSigns = std::to_array<std::string_view>({":=", "==", "=>", "->", "→", "=", ":"});
  const auto rest = window(text_, at);
  const auto sign = std::find_if(kSigns.begin(), kSigns.end(), [&](auto each) { return rest.starts_with(each); });
  if (sign == kSigns.end()) {
    return false;
  }
  const bool is_plural = ends_in_plural(text_, at);
  at += sign->size();
  skip_spaces(text_, at);
  while (has_at(text_, at, "*")) {
    ++at;
  }
  const bool is_list = has_at(text_, at, "[");
  if (is_list) {
    ++at;
    skip_spaces(text_, at);
  }
  const bool is_equal = sign->find('=') != std::string_view::npos && !has_at(text_, at, "\"'`");
  const bool is_code = is_equal && stated != Stated::kCertain && kind != "password" && kind != "passphrase";
  if (is_equal && text_[at - 1] == '=' && take_word(at, kind, stated)) {
    return true;  // "--password=mountaingoat shop"
  }
  if (take(at, kind, is_code ? Stated::kNo : stated)) {  // not "token = next", which is code
    if (is_list || (is_plural && kind != "pin" && kind != "cvv")) {
      take_others(kind, is_list);
    }
  }
  return true;
}

bool ValueTaker::take_value_member(std::size_t at, std::string_view kind) {
  constexpr std::string_view kValue = "value";
  while (has_at(text_, at, ",\" \t\r\n")) {
    ++at;
  }
  if (!window(text_, at).starts_with(kValue)) {
    return false;
  }
  at += kValue.size();
  skip_closing(text_, at);
  skip_spaces(text_, at);
  return take_assigned(at, kind, Stated::kYes);
}

bool ValueTaker::take_quoted(std::size_t at, std::string_view kind, Stated stated) {
  constexpr auto kQuotes = std::to_array<std::pair<std::string_view, std::string_view>>(
      {{"\"", "\""}, {"'", "'"}, {"`", "`"}, {"“", "”"}, {"‘", "’"}, {"„", "“"}, {"«", "»"}});
  const auto rest = window(text_, at);
  for (const auto& [open, close] : kQuotes) {
    if (!rest.starts_with(open)) {
      continue;
    }
    // The closing quote has as many backslashes before it as the opening one; a quote with more belongs to the value.
    const std::size_t escapes = backslashes_before(text_, at);
    std::size_t end = at + open.size();
    do {
      const std::size_t found = window(text_, at).find(close, end - at);
      if (found == std::string_view::npos) {
        return false;
      }
      end = at + found + close.size();
    } while (backslashes_before(text_, end - close.size()) > escapes);
    const std::size_t last = end - close.size();
    return take_whole(at + open.size(), last - std::min(last - at - open.size(), backslashes_before(text_, last)), kind,
                      stated);
  }
  return false;
}

bool ValueTaker::take_whole(std::size_t begin, std::size_t end, std::string_view kind, Stated stated) {
  const auto value = text_.substr(begin, end - begin);
  const bool is_password = kind == "password" || kind == "passphrase";
  const bool has_words = value.find(' ') != std::string_view::npos;
  const bool is_plain = stated != Stated::kNo && value.size() >= 3 &&
                        (is_password ? !is_description(value) : is_plain_field(kind, value));
  if (is_placeholder(value) || !(is_plain || (is_strong(kind, value) && (is_password || !has_words)))) {
    return false;
  }
  add(begin, end, kind);
  return true;
}

/// "4 8 2 1", "48-21"
bool ValueTaker::take_spaced_digits(std::size_t at) {
  std::size_t digits = 0;
  std::size_t end = at;
  for (std::size_t i = at; has_at(text_, i, "0123456789 -") && i < at + kStepMax; ++i) {
    if (is_digit(text_[i])) {
      ++digits;
      end = i + 1;
    }
  }
  if (digits < 4 || digits > 8) {
    return false;
  }
  add(at, end, "pin");
  return true;
}

/// All words up to punctuation: "correct horse battery staple".
bool ValueTaker::take_phrase(std::size_t at) {
  const auto first = word_at(text_, at);
  std::size_t next = at + first.size();
  skip_spaces(text_, next);
  const auto second = word_at(text_, next);
  if (is_function_word(first) || first.ends_with("ly") || is_unit(second) ||
      (is_remark(first) && (second.empty() || is_remark(second)))) {
    return false;
  }
  auto phrase = window(text_, at);
  phrase = phrase.substr(0, phrase.find_first_of(".,;:!?\n\r\"()"));
  if (phrase.size() == kStepMax) {
    return false;  // longer than any passphrase
  }
  while (!phrase.empty() && is_space(phrase.back())) {
    phrase.remove_suffix(1);
  }
  const auto words = static_cast<std::size_t>(std::count(phrase.begin(), phrase.end(), ' ')) + 1;
  if (phrase.empty() || words > kPhraseWordsMax ||
      (words == 1 && !is_strong("password", phrase) && !is_plain_password(phrase))) {
    return false;
  }
  add(at, at + phrase.size(), "passphrase");
  return true;
}

/// The other values of a list: `"passwords": ["a1b2", "c3d4"]`, "passwords: a1b2, c3d4".
void ValueTaker::take_others(std::string_view kind, bool is_bracketed) {
  constexpr int kValuesMax = 100;
  for (int values = 0; values < kValuesMax; ++values) {
    std::size_t at = found_.back().end;
    skip_closing(text_, at);
    if (!has_at(text_, at, ",")) {
      return;
    }
    ++at;
    skip_spaces(text_, at);
    const std::size_t quote = has_at(text_, at, "\"'") ? 1 : 0;
    const auto value = value_at(text_, at + quote);
    const std::size_t end = at + quote + value.size();
    if (value.empty() || !is_strong(kind, value) || value.find_first_of("=:") != std::string_view::npos ||
        has_at(text_, end + quote, ":")) {
      return;  // also the next member of an object
    }
    if (!is_bracketed && quote == 0 && end < text_.size() && !is_in(text_[end], ",.;\r\n")) {
      return;  // "…, 1500 Main Street"
    }
    add(at + quote, end, kind);
  }
}

/// One plain word that follows its sign without a space, of any ending.
bool ValueTaker::take_word(std::size_t at, std::string_view kind, Stated stated) {
  const auto value = value_at(text_, at);
  constexpr std::string_view kNames = "default key name pass secret token value";
  const bool is_word =
      !is_word_of(kNames, value) && std::all_of(value.begin(), value.end(), is_letter_or_digit) && value.size() >= 3;
  if (!(kind == "password" || (stated == Stated::kCertain && kind != "pin")) || !is_word || is_placeholder(value) ||
      is_description(value) || is_code(text_, at, value)) {
    return false;
  }
  add(at, at + value.size(), kind);
  return true;
}

bool ValueTaker::take_plain(std::size_t at, std::string_view kind, Stated stated) {
  if (stated == Stated::kNo || kind == "cvv" || kind == "basic") {
    return false;
  }
  std::size_t end = std::string_view::npos;
  if (kind == "pin") {
    end = end_of_digit_words(text_, at);
  } else {
    const bool is_clear = kind == "password" || (stated == Stated::kCertain && kind != "key");
    end = is_clear ? end_of_plain_words(text_, at) : end;
  }
  if (end == std::string_view::npos) {
    return false;
  }
  add(at, end, kind);
  return true;
}

}  // namespace turnstream::secrets
