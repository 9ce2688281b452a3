#include "pipeline/settings/shapes.h"

#include <algorithm>
#include <string_view>
#include <vector>

#include "pipeline/base/stemmers.h"

namespace turnstream::settings {
namespace {

bool is_word(std::string_view text, std::size_t length_max) {
  const auto allowed = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '.' || c == '_' ||
           c == '-';
  };
  return !text.empty() && text.size() <= length_max && text != "." && text != ".." &&
         std::all_of(text.begin(), text.end(), allowed);
}

bool is_number_up_to(std::string_view text, int max) {
  int number = 0;
  for (const char c : text) {
    if (c < '0' || c > '9') {
      return false;
    }
    number = number * 10 + (c - '0');
    if (number > max) {
      return false;
    }
  }
  return !text.empty();
}

std::vector<std::string_view> split(std::string_view text, char separator) {
  std::vector<std::string_view> parts;
  for (;;) {
    const std::size_t end = text.find(separator);
    parts.push_back(text.substr(0, end));
    if (end == std::string_view::npos) {
      return parts;
    }
    text.remove_prefix(end + 1);
  }
}

bool is_address(std::string_view text) {
  const std::size_t colon = text.rfind(':');
  return colon != std::string_view::npos && colon > 0 && is_number_up_to(text.substr(colon + 1), 65'535);
}

}  // namespace

bool is_name(const std::string& word) {
  return is_word(word, 100);
}

bool is_name_or_empty(const std::string& word) {
  return word.empty() || is_name(word);
}

bool is_topic(const std::string& word) {
  return is_word(word, 249);
}

bool is_listen_address(const std::string& word) {
  return word.empty() || is_address(word);
}

bool is_bootstrap(const std::string& word) {
  const std::vector<std::string_view> brokers = split(word, ',');
  return word.empty() || std::all_of(brokers.begin(), brokers.end(), is_address);
}

bool is_fault(const std::string& word) {
  const std::vector<std::string_view> parts = split(word, ':');
  return parts.size() == 4 && !parts[0].empty() && !parts[1].empty() &&
         (parts[2] == "transient" || parts[2] == "deterministic") && is_number_up_to(parts[3], 1'000'000);
}

bool is_language_name(const std::string& word) {
  return is_language(word);
}

bool is_persona_language(const std::string& word) {
  const std::size_t sign = word.rfind('=');
  return sign != std::string::npos && sign > 0 && is_language(std::string_view(word).substr(sign + 1));
}

}  // namespace turnstream::settings
