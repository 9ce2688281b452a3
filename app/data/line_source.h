#pragma once
// LineSource: splits an input into turns and gives the bytes of each. A turn is a line of NDJSON, an object that spans
// lines (pretty-printed), or an element of a JSON array. An array is kept in memory as a whole. If bytes follow the end
// of an array, the source gives them as a last element; if its closing bracket is missing, it gives "[". The parser
// refuses that element, because it is not valid JSON. An object that spans lines begins with a line that begins with {,
// does not end with }, and leaves brackets open. It ends with the line that closes them. If no line closes them, or if
// a following line cannot be part of the object, the turn is broken. Then:
// - The broken turn is given together with the following lines that cannot begin a turn (empty or indented lines and
//   closing brackets). The parser refuses it, and number() is that of its first line.
// - All other lines are given as if the broken turn were not there. A complete line that begins with { in the first
//   column is never part of another turn.
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
  /// are dropped; the turn is then longer than the limit, so that the caller refuses it. 0: no lines are joined.
  LineSource(std::istream& in, std::size_t joined_bytes_max) : in_(in), joined_bytes_max_(joined_bytes_max) {}

  /// The next turn, without blanks around it; absent at the end. Valid until the next call.
  std::optional<std::string_view> next();
  /// The number, from 1, of the last turn: that of its first line, or of its element in the array.
  [[nodiscard]] std::uint64_t number() const { return number_; }
  /// The number of bytes read from the input so far, those of lines that were read ahead included.
  [[nodiscard]] std::uint64_t position() const { return position_; }

 private:
  void start();
  bool read_line(std::string& line);
  std::optional<std::string_view> next_record();
  /// Appends the lines of the same turn to text_.
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
  std::uint64_t lines_ = 0;        ///< the number of lines given, joined or skipped as blank so far
  std::size_t at_ = 0;
  bool is_closed_ = false;  ///< the end of the array was read
  std::uint64_t number_ = 0;
  std::uint64_t position_ = 0;
};

}  // namespace turnstream::app
