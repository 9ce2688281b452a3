#pragma once
// LineSource: the turns of an input one by one, in their own bytes: the lines of NDJSON, objects that are spread over
// lines (pretty-printed), or the elements of a JSON array. An array is held in memory whole. What stands behind an
// array, and the bracket of one that is never closed, come as a last element, which is no JSON: whoever reads them
// refuses it.
//
// A line that begins with { and ends open goes on in the lines below, until its brackets close. Where they never do, or
// what follows cannot belong to it, it is a broken turn: it comes with the lines below that by their look (indented, or
// a closing bracket) belong to nothing else, to be refused by the number of its first line, and all other lines come as
// they would without it. No line that begins with { in the first column and is whole is ever taken for a part.
// Threads: one. Lifetime: borrows the stream.

#include <cstdint>
#include <deque>
#include <istream>
#include <optional>
#include <string>
#include <string_view>

namespace turnstream::app {

class LineSource {
 public:
  /// What is spread over lines is kept up to `joined_bytes_max` and a line: what is longer comes cut off, but longer
  /// than that. 0: every line stands alone.
  LineSource(std::istream& in, std::size_t joined_bytes_max) : in_(in), joined_bytes_max_(joined_bytes_max) {}

  /// The next turn, blank lines left out; absent at the end. Lives until the next call.
  std::optional<std::string_view> next();
  /// Of what next() gave last: the number of its first line, or the element's, from 1.
  [[nodiscard]] std::uint64_t number() const { return number_; }
  /// Bytes taken from the input.
  [[nodiscard]] std::uint64_t position() const { return position_; }

 private:
  void start();
  bool read_line(std::string& line);
  std::optional<std::string_view> next_record();
  /// Joins to text_ what belongs to it.
  void join();
  void join_broken();
  std::optional<std::string_view> next_element();
  std::optional<std::string_view> next_leftover();

  std::istream& in_;
  std::size_t joined_bytes_max_;
  bool started_ = false;
  bool is_array_ = false;
  std::string text_;               ///< the line, the joined lines, or the whole array
  std::deque<std::string> ahead_;  ///< lines that were read to see whether they belong to the one before
  std::uint64_t lines_ = 0;        ///< lines given out or joined
  std::size_t at_ = 0;
  bool is_closed_ = false;  ///< the array's end was seen: what follows is no element
  std::uint64_t number_ = 0;
  std::uint64_t position_ = 0;
};

}  // namespace turnstream::app
