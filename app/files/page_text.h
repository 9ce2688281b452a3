#pragma once
// The parts of which pages are made: texts of memory that Markdown shows as they are, dates, links. Texts are one line,
// cut if they are long, and without characters that hide or turn other text. Threads: pure.

#include <cstddef>
#include <string>
#include <string_view>

#include "pipeline/base/strong_type.h"
#include "recall/documents/document.h"

namespace turnstream::app {

/// The text of a point of a list: at most 1,000 characters.
[[nodiscard]] std::string point_text(const std::string& text);
/// The text of a cell of a table, or a name: at most 120 characters.
[[nodiscard]] std::string short_text(const std::string& text);
/// "2026-01-01", in UTC.
[[nodiscard]] std::string date_text(EventTime time);

/// `words`: Markdown.
[[nodiscard]] std::string link_text(const std::string& words, const std::string& target);
/// A link to the place of the memory in the index. `up`: "" or "../", from the page to the persona's folder.
[[nodiscard]] std::string link_to_index(const recall::Document& document, std::string_view up);
/// The name of that place.
[[nodiscard]] std::string anchor_of(const recall::Document& document);

/// "3 lines", "1 line".
[[nodiscard]] std::string number_of(std::size_t count, const std::string& one);
/// "meta-insight", "former fact" …
[[nodiscard]] std::string kind_of(const recall::Document& document);
/// The name of the file without its folder and `.md`. Precondition: it ends with `.md`.
[[nodiscard]] std::string title_of(std::string_view path);
/// The number of lines of the text.
[[nodiscard]] std::size_t lines_in(std::string_view text);
/// The point of a list that shows the memory: text, date, how sure it is, the link.
[[nodiscard]] std::string point_of(const recall::Document& document, std::string_view up);
/// The points of a list that show each line of the text. A line of white space alone is left out.
[[nodiscard]] std::string points_of_lines(const std::string& text);

}  // namespace turnstream::app
