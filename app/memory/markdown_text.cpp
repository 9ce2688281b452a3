#include "app/memory/markdown_text.h"

#include <algorithm>
#include <cctype>
#include <cstddef>
#include <string_view>

namespace turnstream::app {
namespace {

constexpr std::string_view kDigits = "0123456789";
constexpr std::string_view kSigns = "\\`*[]<>#|~&$";
constexpr std::string_view kDoubleSigns = "=%";

bool is_word(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || (static_cast<unsigned char>(c) & 0x80U) != 0;
}

/// Whether Markdown, or a common extension of it, gives the character a meaning: to an underscore not inside a word, to
/// some only if there are two of them.
bool is_sign(const std::string& text, std::size_t i) {
  if (text[i] == '_') {
    return i == 0 || i + 1 == text.size() || !is_word(text[i - 1]) || !is_word(text[i + 1]);
  }
  if (kDoubleSigns.find(text[i]) != std::string_view::npos) {
    return (i > 0 && text[i - 1] == text[i]) || (i + 1 < text.size() && text[i + 1] == text[i]);
  }
  return kSigns.find(text[i]) != std::string_view::npos;
}

/// The place of a sign that would begin a list or a heading: the first of "- a", "+ a" and "=", the one behind the
/// digits of "12. a" and "12) a". npos: there is none.
std::size_t sign_of_line(const std::string& text) {
  const std::size_t at = std::min(text.find_first_not_of(kDigits), text.size());
  const std::string_view signs = at == 0 ? "-+=" : ".)";
  const bool is_there = at < text.size() && signs.find(text[at]) != std::string_view::npos;
  const bool counts = at == 0 || at + 1 >= text.size() || text[at + 1] == ' ';
  return is_there && counts ? at : std::string::npos;
}

}  // namespace

std::string plain_markdown(const std::string& text) {
  const std::size_t begins_list = sign_of_line(text);
  std::string out;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (i == begins_list || is_sign(text, i)) {
      out += '\\';
    }
    out += text[i] == '\n' || text[i] == '\r' ? ' ' : text[i];
  }
  return out;
}

}  // namespace turnstream::app
