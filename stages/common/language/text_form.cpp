#include "stages/common/language/text_form.h"

namespace turnstream::language {

std::string folded(std::string_view text) {
  std::string line(text.size(), ' ');
  std::size_t size = 0;
  for (const char c : text) {
    const bool blank = c == ' ' || c == '\t' || c == '\r' || c == '\n';
    if (!blank || (size > 0 && line[size - 1] != ' ')) {
      line[size++] = blank ? ' ' : c;
    }
  }
  line.resize(size > 0 && line[size - 1] == ' ' ? size - 1 : size);
  return line;
}

std::string with_plain_apostrophes(std::string_view text) {
  constexpr std::string_view kTypographic = "’";
  if (text.find(kTypographic) == std::string_view::npos) {
    return std::string(text);
  }
  std::string plain;
  for (std::size_t at = 0; at < text.size();) {
    const bool found = text.substr(at, kTypographic.size()) == kTypographic;
    plain.push_back(found ? '\'' : text[at]);
    at += found ? kTypographic.size() : 1;
  }
  return plain;
}

}  // namespace turnstream::language
