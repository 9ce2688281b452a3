#include "app/page/html.h"

#include <algorithm>
#include <utility>

#include "pipeline/base/check.h"
#include "pipeline/base/shown_text.h"

namespace turnstream::app {
namespace {

std::string_view reference_of(char c) {
  switch (c) {
    case '&':
      return "&amp;";
    case '<':
      return "&lt;";
    case '>':
      return "&gt;";
    case '"':
      return "&quot;";
    case '\'':
      return "&#39;";
    default:
      return {};
  }
}

/// Without tabs, which stay as they are.
void append_escaped(std::string& out, std::string_view text) {
  for (const char c : shown_lines(text)) {
    const std::string_view reference = reference_of(c);
    if (reference.empty()) {
      out.push_back(c);
    } else {
      out.append(reference);
    }
  }
}

}  // namespace

std::string escaped(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  while (!text.empty()) {
    const std::size_t end = std::min(text.find_first_of("\t\r"), text.size());
    append_escaped(out, text.substr(0, end));
    text.remove_prefix(end);
    if (text.empty()) {
      break;
    }
    if (text.front() == '\t') {
      out.push_back('\t');
    } else if (!text.starts_with("\r\n")) {
      append_escaped(out, text.substr(0, 1));
    }
    text.remove_prefix(1);
  }
  return out;
}

void Html::begin(std::string_view tag, HtmlAttributes attributes) {
  out_.append("<").append(tag);
  for (const HtmlAttribute& attribute : attributes) {
    out_.append(" ").append(attribute.name);
    if (!attribute.value.empty()) {
      out_.append("=\"").append(escaped(attribute.value)).append("\"");
    }
  }
  out_.append(">");
}

Html& Html::open(std::string_view tag, HtmlAttributes attributes) {
  begin(tag, attributes);
  open_.emplace_back(tag);
  return *this;
}

Html& Html::close() {
  TS_CHECK(!open_.empty());
  out_.append("</").append(open_.back()).append(">\n");
  open_.pop_back();
  return *this;
}

Html& Html::element(std::string_view tag, std::string_view text, HtmlAttributes attributes) {
  begin(tag, attributes);
  out_.append(escaped(text)).append("</").append(tag).append(">");
  return *this;
}

Html& Html::single(std::string_view tag, HtmlAttributes attributes) {
  begin(tag, attributes);
  return *this;
}

Html& Html::text(std::string_view text) {
  out_.append(escaped(text));
  return *this;
}

std::string Html::take() {
  TS_CHECK(open_.empty());
  return std::exchange(out_, {});
}

}  // namespace turnstream::app
