#include "app/files/page_text.h"

#include <algorithm>
#include <sstream>

#include "app/explain/json_text.h"
#include "app/files/file_name.h"
#include "app/memory/markdown_text.h"
#include "pipeline/base/decimal.h"
#include "pipeline/base/shown_text.h"
#include "pipeline/base/time_format.h"
#include "pipeline/base/utf8.h"

namespace turnstream::app {
namespace {

using recall::Document;
using recall::Kind;

constexpr std::size_t kPointCharacters = 1'000;
constexpr std::size_t kShortCharacters = 120;
constexpr std::size_t kDateCharacters = 10;
constexpr std::string_view kEnding = ".md";
constexpr std::size_t kShortId = 8;

std::string plain_line(const std::string& text, std::size_t characters_max) {
  return plain_markdown(shown_text(one_line(text, characters_max)));
}

}  // namespace

std::string point_text(const std::string& text) {
  return plain_line(text, kPointCharacters);
}

std::string short_text(const std::string& text) {
  return plain_line(text, kShortCharacters);
}

std::string date_text(EventTime time) {
  return format_time(time.value()).substr(0, kDateCharacters);
}

std::string link_text(const std::string& words, const std::string& target) {
  return "[" + words + "](" + link_target(target) + ")";
}

std::string anchor_of(const Document& document) {
  return file_name_of(document.id);
}

std::string link_to_index(const Document& document, std::string_view up) {
  return link_text(short_text(document.id.substr(0, kShortId)),
                   std::string(up) + "memory-index.md#" + anchor_of(document));
}

std::string number_of(std::size_t count, const std::string& one) {
  return std::to_string(count) + " " + one + (count == 1 ? "" : "s");
}

std::string kind_of(const Document& document) {
  switch (document.kind) {
    case Kind::kFact:
      return document.holds ? "fact" : "former fact";
    case Kind::kNote:
      return document.holds ? "note" : "former note";
    case Kind::kPattern:
    case Kind::kSkill:
      return short_text(document.type);
    case Kind::kInsight:
      return document.type == "extracted" ? "insight" : short_text(document.type) + "-insight";
    case Kind::kDaily:
      return "daily entry";
    default:
      return std::string(name_in(recall::kKinds, document.kind));
  }
}

std::string title_of(std::string_view path) {
  const std::size_t name = path.find_last_of('/') + 1;  // 0 without a folder
  return std::string(path.substr(name, path.size() - name - kEnding.size()));
}

std::size_t lines_in(std::string_view text) {
  return text.empty() ? 0 : 1 + static_cast<std::size_t>(std::count(text.begin(), text.end(), '\n'));
}

std::string point_of(const Document& document, std::string_view up) {
  const bool is_note = document.kind == Kind::kNote;
  std::string point = "- " + (is_note ? point_text(document.speaker) + ": " : std::string());
  point += point_text(document.text) + " — " + date_text(document.time);
  const bool has_evidence = document.kind == Kind::kFact && !document.quote.empty();
  if (has_evidence && normalise(document.quote) != normalise(document.text)) {
    point += ", “" + point_text(document.quote) + "”";
  }
  if (document.confidence < kMillion) {
    point += document.kind == Kind::kSkill ? ", proficiency " : ", confidence ";
    point += format_millionths(document.confidence);
  }
  return point + " (" + link_to_index(document, up) + ")\n";
}

std::string points_of_lines(const std::string& text) {
  std::string points;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    if (const std::string shown = point_text(line); !shown.empty()) {
      points += "- " + shown + "\n";
    }
  }
  return points;
}

}  // namespace turnstream::app
