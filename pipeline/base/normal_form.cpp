#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>
#include <string>
#include <utility>

#include "pipeline/base/ascii_bytes.h"
#include "pipeline/base/utf8.h"

namespace turnstream {
namespace {

using ascii::ascii_lower;
using ascii::end_of_ascii;
using ascii::is_ascii_white_space;
using ascii::is_of;
using ascii::kEveryByte;
using ascii::kHighBits;
using ascii::kVisible;
using ascii::lower_word;
using ascii::word_at;

/// The byte in the normal form: a small letter for a capital, a blank for white space.
constexpr std::array<char, 256> make_normal_bytes() {
  std::array<char, 256> bytes{};
  for (std::size_t c = 0; c < bytes.size(); ++c) {
    bytes[c] = is_ascii_white_space(static_cast<char32_t>(c)) ? ' ' : ascii_lower(static_cast<char>(c));
  }
  return bytes;
}

/// A bit for each blank among eight bytes of ASCII.
constexpr std::uint64_t blanks_in(std::uint64_t word) {
  return ~((word ^ kEveryByte * ' ') + kEveryByte * 0x7f) & kHighBits;
}

/// Whether one of eight bytes of ASCII is below the blank: other white space, or a control character.
constexpr bool has_control(std::uint64_t word) {
  return ((word + kEveryByte * (0x80 - ' ')) & kHighBits) != kHighBits;
}

/// Writes a text in normal form, but its end. Eight bytes at once that need only small letters are written so. Otherwise each code
/// point is written, a blank also if it is not wanted: then the next one takes its place. So the loop over ASCII has no branch
/// that depends on the text.
class NormalWriter {
 public:
  explicit NormalWriter(std::size_t bytes_max) : out_(bytes_max + 1, '\0'), to_(out_.data()) {}

  void ascii(std::string_view text) {
    while (text.size() >= sizeof(std::uint64_t)) {
      const std::uint64_t word = word_at(text.data());
      const std::uint64_t blanks = blanks_in(word);
      const std::uint64_t behind_blank = blanks << 8 | (behind_visible_ ? 0 : std::uint64_t{0x80});
      if (has_control(word) || (blanks & behind_blank) != 0) {
        bytes(text.substr(0, sizeof word));
      } else {
        const std::uint64_t lower = lower_word(word);
        to_ = std::copy_n(reinterpret_cast<const char*>(&lower), sizeof lower, to_);
        behind_visible_ = blanks >> 63 == 0;
      }
      text.remove_prefix(sizeof word);
    }
    bytes(text);
  }
  void blank() {
    *to_ = ' ';
    to_ += behind_visible_ ? 1 : 0;
    behind_visible_ = false;
  }
  void visible(std::string_view bytes) {
    to_ = std::copy(bytes.begin(), bytes.end(), to_);
    behind_visible_ = true;
  }
  std::string take() {
    out_.resize(static_cast<std::size_t>(to_ - out_.data()));
    return std::move(out_);
  }

 private:
  void bytes(std::string_view text) {
    static constexpr std::array<char, 256> kNormalBytes = make_normal_bytes();
    for (const char c : text) {
      const bool visible = is_of(kVisible, c);
      *to_ = kNormalBytes[static_cast<unsigned char>(c)];
      to_ += visible || behind_visible_ ? 1 : 0;
      behind_visible_ = visible;
    }
  }

  std::string out_;
  char* to_;
  bool behind_visible_ = false;
};

}  // namespace

std::string normalise(std::string_view text) {
  const std::size_t ascii = end_of_ascii(text, 0);
  // The small letter of a code point of two bytes may have three.
  NormalWriter writer(text.size() + (text.size() - ascii) / 2);
  writer.ascii(text.substr(0, ascii));
  std::string lower;
  for (std::size_t at = ascii; at < text.size();) {
    const CodePoint point = code_point_at(text, at);
    if (is_white_space(point.value)) {
      writer.blank();
    } else {
      lower.clear();
      append_to_lower(lower, text.substr(at, point.size));
      writer.visible(lower);
    }
    at += point.size;
    const std::size_t end = end_of_ascii(text, at);
    writer.ascii(text.substr(at, end - at));
    at = end;
  }
  std::string normal = writer.take();
  const std::size_t last = normal.find_last_not_of(".! ");
  normal.resize(last == std::string::npos ? 0 : last + 1);
  return normal;
}

}  // namespace turnstream
