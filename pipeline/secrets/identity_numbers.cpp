#include <algorithm>

#include "pipeline/secrets/characters.h"
#include "pipeline/secrets/shapes.h"
#include "pipeline/secrets/text_scan.h"

namespace turnstream::secrets {
namespace {

// A number of US social security: area, group and serial.
constexpr std::string_view kShape = "000-00-0000";
constexpr std::size_t kNameBytesMax = 40;  // between the name of a number and the number

bool has_shape(std::string_view number, char sign) {
  for (std::size_t i = 0; i < kShape.size(); ++i) {
    if (kShape[i] == '-' ? number[i] != sign : !is_digit(number[i])) {
      return false;
    }
  }
  return true;
}

/// Some numbers are never issued; this keeps many numbers of other kinds.
bool may_be_issued(std::string_view number) {
  const auto area = number.substr(0, 3);
  return area != "000" && area != "666" && area.front() != '9' && number.substr(4, 2) != "00" &&
         number.substr(7) != "0000";
}

/// Whether the text calls it "social", "social security" or "SSN" shortly before.
bool is_named(std::string_view text, std::size_t at) {
  const std::size_t begin = at - std::min(at, kNameBytesMax);
  const auto before = text.substr(begin, at - begin);
  return find_ignoring_case(before, "social", 0) != std::string_view::npos ||
         find_ignoring_case(before, "ssn", 0) != std::string_view::npos;
}

/// Whether one of the last words says that it is the number of something else: "part number is 123-45-6789".
bool is_of_other(std::string_view text, std::size_t at) {
  constexpr std::string_view kOthers =
      "call called case fax invoice item model order part phone product reference serial sku ticket tracking version";
  const std::size_t begin = at - std::min(at, kNameBytesMax);
  return has_word_of(kOthers, text.substr(begin, at - begin));
}

}  // namespace

void find_identity_numbers(std::string_view text, std::vector<Secret>& found) {
  constexpr std::size_t kSignAt = 3;
  for (std::size_t at = 0; at + kShape.size() <= text.size(); ++at) {
    if (!is_digit(text[at])) {
      continue;
    }
    const std::size_t end = at + kShape.size();
    const char sign = text[at + kSignAt];
    const bool alone = (at == 0 || (!is_letter_or_digit(text[at - 1]) && text[at - 1] != '-')) &&
                       (end == text.size() || (!is_letter_or_digit(text[end]) && text[end] != '-'));
    const auto number = text.substr(at, kShape.size());
    if (alone && (sign == '-' || sign == ' ') && has_shape(number, sign) && may_be_issued(number) &&
        (is_named(text, at) || (sign == '-' && !is_of_other(text, at)))) {
      found.push_back({at, end, "identity"});
    }
    while (at + 1 < text.size() && is_digit(text[at + 1])) {
      ++at;
    }
  }
}

}  // namespace turnstream::secrets
