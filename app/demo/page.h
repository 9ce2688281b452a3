#pragma once
// Page: the screen of the demonstration: headings and lines of at most 100 columns. On a terminal headings are bold and
// places of sources are dim. Borrows the streams. Threads: one.

#include <nlohmann/json_fwd.hpp>
#include <ostream>
#include <string>

namespace turnstream::app {

inline constexpr std::size_t kPageWidth = 100;

/// An RFC 3339 time as "7 Jan 08:05"; "now" if the value is not a string.
[[nodiscard]] std::string short_time(const nlohmann::json& time);
/// The first characters of an id, which `explain` takes for the whole.
[[nodiscard]] std::string short_id(const std::string& id);
class Page {
 public:
  /// `terminal`: where styles are written, the stream below `out`; null without styles.
  Page(std::ostream& out, std::ostream* terminal) : out_(out), terminal_(terminal) {}

  /// A line that begins with a title.
  void heading(const std::string& title, const std::string& rest);
  /// A line, cut at the width of the page.
  void line(const std::string& text) { line(text, ""); }
  /// A line with an end in the style of places.
  void line(const std::string& text, const std::string& place);
  /// Several lines, divided between words; those after the first begin below the end of `beginning`. The last of
  /// `lines_max` is cut.
  void paragraph(const std::string& beginning, const std::string& text, int lines_max);

 private:
  void styled(const char* style, const std::string& text);

  std::ostream& out_;
  std::ostream* terminal_;
};

}  // namespace turnstream::app
