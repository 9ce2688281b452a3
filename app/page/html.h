#pragma once
// Html: writes a page as HTML. All text and all values of attributes pass through escaped(); tags and names of attributes are words
// of the program. Threads: one at a time; escaped() any.

#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

namespace turnstream::app {

/// Any bytes as text of HTML, also between double quotes: & < > " ' become references. What a browser would hide or turn around
/// (control characters, marks of direction, invisible characters) and what is not valid UTF-8 is shown as an escape
/// (pipeline/base/shown_text.h). Line feeds and tabs stay; of CR LF the line feed.
[[nodiscard]] std::string escaped(std::string_view text);

struct HtmlAttribute {
  std::string_view name;
  std::string value;  ///< empty for attributes such as `hidden`
};
using HtmlAttributes = std::initializer_list<HtmlAttribute>;

class Html {
 public:
  /// Opens an element, in which all is until its close().
  Html& open(std::string_view tag, HtmlAttributes attributes = {});
  /// Closes the element that was opened last. Precondition: one is open.
  Html& close();
  /// A whole element with a text.
  Html& element(std::string_view tag, std::string_view text, HtmlAttributes attributes = {});
  /// An element without content and end tag, such as `input`.
  Html& single(std::string_view tag, HtmlAttributes attributes);
  Html& text(std::string_view text);

  /// The page. Precondition: all elements are closed.
  [[nodiscard]] std::string take();

 private:
  void begin(std::string_view tag, HtmlAttributes attributes);

  std::string out_ = "<!doctype html>\n";
  std::vector<std::string> open_;
};

}  // namespace turnstream::app
