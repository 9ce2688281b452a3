#include "app/page/memory_markup.h"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "app/explain/json_text.h"
#include "app/http/url_text.h"
#include "app/page/page_frame.h"
#include "app/page/validity_rail.h"
#include "pipeline/base/utf8.h"

namespace turnstream::app {
namespace {

using Json = nlohmann::json;

constexpr std::size_t kLabelCodePoints = 80;

/// A part of the score as a bar: full width is the largest part.
void write_part(Html& html, const std::string& name, double value, double largest) {
  const double share = largest > 0 ? std::abs(value) / largest : 0;
  html.open("div").element("dt", name).open("dd");
  html.open("svg", {{"class", value < 0 ? "bar minus" : "bar"},
                    {"viewBox", "0 0 100 6"},
                    {"preserveAspectRatio", "none"},
                    {"aria-hidden", "true"},
                    {"focusable", "false"}});
  html.element("rect", "", {{"class", "bar-line"}, {"width", "100"}, {"height", "6"}});
  html.element("rect", "", {{"class", "bar-part"}, {"width", number_text(share * 100)}, {"height", "6"}}).close();
  html.element("span", number_text(value), {{"class", "number"}}).close().close();
}

void write_parts(Html& html, const Json& memory) {
  const Json& parts = member_in(memory, "parts");
  if (!parts.is_object() || parts.empty()) {
    return;
  }
  double largest = 0;
  for (const Json& value : parts) {
    largest = std::max(largest, value.is_number() ? std::abs(value.get<double>()) : 0);
  }
  html.open("div", {{"class", "score"}}).open("p").text("Score ");
  html.element("strong", number_text(member_in(memory, "score")), {{"class", "number"}}).close();
  html.open("dl", {{"class", "parts"}});
  for (const auto& [name, value] : parts.items()) {
    write_part(html, name, value.is_number() ? value.get<double>() : 0, largest);
  }
  html.close().close();
}

/// The last moment at which the fact is known to have begun; empty for other memories.
std::string last_beginning(const Json& memory) {
  const Json& validity = member_in(memory, "validity");
  return validity.is_array() && !validity.empty() ? text_in(validity.back(), "from") : std::string();
}

std::string label_of(const std::string& text) {
  const std::string_view head = first_code_points(text, kLabelCodePoints);
  return std::string(head) + (head.size() < text.size() ? "…" : "");
}

/// "short-term memory"; empty for what is not an item.
std::string tier_text(std::string tier) {
  if (tier.empty() || tier == "none") {
    return tier.empty() ? "" : "the item has left memory";
  }
  std::replace(tier.begin(), tier.end(), '_', '-');
  return tier + " memory";
}

void write_detail(Html& html, std::string_view name, std::string_view value) {
  if (!value.empty()) {
    html.open("span").text(name).text(value).close();
  }
}

}  // namespace

void write_words(Html& html, const Json& memory) {
  const std::string text = text_in(memory, "text");
  const std::string caption = text_in(memory, "caption");
  html.open("p", {{"class", "words"}, {"dir", "auto"}});
  html.text(text.empty() ? text_in(memory, "subject") : text);
  html.text(member_in(memory, "truncated") == true ? "…" : "");
  if (!caption.empty()) {
    html.text(" ").element("span", "[image: " + caption + "]", {{"class", "caption"}});
  }
  for (const char* quote : {"evidence", "reply_to", "before"}) {
    if (const std::string words = text_in(memory, quote); !words.empty() && words != text) {
      html.text(" ").element("span", "“" + words + "”", {{"class", "caption"}});
    }
  }
  html.close();
}

void write_about(Html& html, const Json& memory) {
  const std::string kind = kind_text(text_in(memory, "kind"));
  const std::string type = text_in(memory, "type");
  html.open("p", {{"class", "about"}});
  html.element("span", kind, {{"class", "kind"}});
  write_detail(html, "", type == kind ? "" : type);
  html.open("span");
  write_time(html, text_in(memory, "time"));
  html.close();
  const std::string speaker = text_in(memory, "speaker");
  write_detail(html, "said by ", speaker);
  write_detail(html, "of user ", speaker.empty() ? text_in(memory, "user_id") : std::string());
  write_detail(html, "confidence ", number_text(member_in(memory, "confidence")));
  write_detail(html, "importance ", number_text(member_in(memory, "importance")));
  write_detail(html, "", tier_text(text_in(memory, "tier")));
  write_detail(html, "session ", text_in(memory, "session_id"));
  if (member_in(memory, "current") == false) {
    html.element("span", "no longer holds", {{"class", "past"}});
  }
  html.close();
}

void write_actions(Html& html, const Json& memory, const MemoryPlace& place) {
  if (!place.as_of.empty()) {
    return;
  }
  const std::string text = text_in(memory, "text");
  const std::string id = url_escaped(text_in(memory, "id"));
  if (text_in(memory, "kind") == "fact") {
    html.open("button", {{"type", "button"},
                         {"hidden", ""},
                         {"data-act", "correct"},
                         {"data-id", id},
                         {"data-text", text},
                         {"data-from", last_beginning(memory)},
                         {"aria-label", "Correct: " + label_of(text)}});
    html.text("Correct").close();
  }
  html.open("button", {{"type", "button"},
                       {"hidden", ""},
                       {"data-act", "forget"},
                       {"data-id", id},
                       {"data-text", label_of(text)},
                       {"aria-label", "Forget: " + label_of(text)}});
  html.text("Forget").close();
}

void write_memory(Html& html, const Json& memory, const MemoryPlace& place) {
  html.open("li", {{"class", "memory"}});
  write_words(html, memory);
  write_validity(html, member_in(memory, "validity"));
  write_about(html, memory);
  write_parts(html, memory);
  html.open("p", {{"class", "actions"}});
  html.element("a", "Why?",
               {{"href", memory_path(place.persona, text_in(memory, "id"), place.as_of)},
                {"aria-label", "Why? " + label_of(text_in(memory, "text"))}});
  write_actions(html, memory, place);
  html.close().close();
}

void write_memories(Html& html, const Json& memories, const MemoryPlace& place, std::string_view if_none) {
  if (!memories.is_array() || memories.empty()) {
    html.element("p", if_none, {{"class", "none"}});
    return;
  }
  html.open("ul", {{"class", "memories"}});
  for (const Json& memory : memories) {
    write_memory(html, memory, place);
  }
  html.close();
}

}  // namespace turnstream::app
