#pragma once
// LineSource: the turns of an input one by one: the lines of NDJSON, or the elements of a JSON array, in their own
// bytes. An array is held in memory whole. What stands behind an array, and the bracket of one that is never closed,
// come as a last element, which is no JSON: whoever reads them refuses it. Threads: one. Lifetime: borrows the stream.

#include <cstdint>
#include <istream>
#include <optional>
#include <string>
#include <string_view>

namespace turnstream::app {

class LineSource {
 public:
  explicit LineSource(std::istream& in) : in_(in) {}

  /// The next line or element, blank ones left out; absent at the end. Lives until the next call.
  std::optional<std::string_view> next();
  /// Of what next() gave last: the line's number, or the element's, from 1.
  [[nodiscard]] std::uint64_t number() const { return number_; }
  /// Bytes taken from the input.
  [[nodiscard]] std::uint64_t position() const { return position_; }

 private:
  std::optional<std::string_view> next_line();
  std::optional<std::string_view> next_element();
  std::optional<std::string_view> next_leftover();

  std::istream& in_;
  bool started_ = false;
  bool is_array_ = false;
  std::string text_;  ///< the line, or the whole array
  std::size_t at_ = 0;
  bool is_closed_ = false;  ///< the array's end was seen: what follows is no element
  std::uint64_t number_ = 0;
  std::uint64_t position_ = 0;
};

}  // namespace turnstream::app
