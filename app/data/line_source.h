#pragma once
// LineSource: splits an input into turns and gives the bytes of each. With joined_bytes_max 0 each line that is not empty
// is given as it is. Else, if the input begins with [, it is a JSON array,
// and each element is a turn. The array is kept in memory as a whole. If bytes follow its end, the source gives them as
// a last element; if its closing bracket is missing, it gives "[" as the last element. In any other input a turn is a
// line (NDJSON) or an object that spans lines (pretty-printed). Such an object begins with a line that begins with {,
// does not end with }, and leaves brackets open. It ends with the line that closes them. The turn is broken if no line
// closes them, if a following line cannot be part of the object, or if one is a whole object that begins in the first
// column. Then:
// - The broken turn is given together with the following lines that are empty, are indented, or begin with } or ]. The
//   parser refuses it, and number() is that of its first line.
// - All other lines, and all that are whole objects, are given as if the broken turn were not there.
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
  /// Lines of one object are joined until they have more than `joined_bytes_max` bytes. The other lines of the object
  /// are dropped; the caller must refuse such a turn, which is longer than the limit. 0: each line is given as it is, without its LF.
  LineSource(std::istream& in, std::size_t joined_bytes_max) : in_(in), joined_bytes_max_(joined_bytes_max) {}

  /// The next turn, without blanks around it (a line as it is: with them); absent at the end. Valid until the next call.
  std::optional<std::string_view> next();
  /// The number, from 1, of the last turn: that of its first line, or of its element in the array.
  [[nodiscard]] std::uint64_t number() const { return number_; }
  /// About the number of bytes read from the input so far, with those of lines that were read ahead.
  [[nodiscard]] std::uint64_t position() const { return position_; }

 private:
  void start();
  bool read_line(std::string& line);
  std::optional<std::string_view> next_line();
  std::optional<std::string_view> next_record();
  /// If the turn whose first line is in text_ spans lines, appends its other lines to text_.
  void join();
  void join_broken();
  std::optional<std::string_view> next_element();
  std::optional<std::string_view> next_leftover();

  std::istream& in_;
  std::size_t joined_bytes_max_;
  bool started_ = false;
  bool is_array_ = false;
  std::string text_;               ///< the line, the joined lines, or the whole array
  std::deque<std::string> ahead_;  ///< lines that were read ahead to find the end of the last turn
  std::uint64_t lines_ = 0;        ///< the number of lines given, joined, dropped or skipped so far
  std::size_t at_ = 0;
  bool is_closed_ = false;  ///< the array has no further element
  std::uint64_t number_ = 0;
  std::uint64_t position_ = 0;
};

}  // namespace turnstream::app
