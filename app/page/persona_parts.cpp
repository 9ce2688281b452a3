#include "app/page/persona_parts.h"

#include <array>
#include <nlohmann/json.hpp>
#include <utility>

#include "app/explain/json_text.h"
#include "app/http/url_text.h"
#include "app/page/page_frame.h"

namespace turnstream::app {
namespace {

using Json = nlohmann::json;

/// Those of recall, with the words for people.
constexpr std::array<std::pair<std::string_view, std::string_view>, 14> kKinds{{{"", "everything"},
                                                                                {"message", "messages"},
                                                                                {"fact", "facts"},
                                                                                {"note", "notes"},
                                                                                {"instruction", "instructions"},
                                                                                {"preference", "preferences"},
                                                                                {"habit", "habits"},
                                                                                {"skill", "skills"},
                                                                                {"insight", "insights"},
                                                                                {"topic", "topics"},
                                                                                {"memory", "items"},
                                                                                {"pattern", "patterns"},
                                                                                {"daily", "daily log"},
                                                                                {"episode", "episodes"}}};

void write_link(Html& html, std::string_view text, const std::string& path, bool is_here) {
  if (is_here) {
    html.element("a", text, {{"href", path}, {"aria-current", "page"}});
  } else {
    html.element("a", text, {{"href", path}});
  }
}

void write_field(Html& html, std::string_view label, const std::string& id, HtmlAttributes attributes) {
  html.open("p", {{"class", "field"}}).element("label", label, {{"for", id}}).single("input", attributes).close();
}

void write_buttons(Html& html, std::string_view submit, std::string_view style) {
  html.open("p", {{"class", "choices"}}).open("button", {{"type", "submit"}, {"class", std::string(style)}});
  html.text(submit).close().open("button", {{"type", "button"}, {"data-close", ""}}).text("Cancel").close().close();
}

void write_correct_dialog(Html& html) {
  html.open("dialog", {{"id", "correct"}, {"aria-labelledby", "correct-title"}}).open("form", {{"method", "dialog"}});
  html.element("h2", "Correct a fact", {{"id", "correct-title"}});
  html.element(
      "p",
      "Say what is true now, in a sentence of the same form. It becomes a new turn from this page; the former fact "
      "stays in the history and no longer holds.");
  html.open("p", {{"class", "field"}}).element("label", "What is true", {{"for", "correct-text"}});
  html.element("textarea", "", {{"id", "correct-text"}, {"rows", "3"}, {"required", ""}, {"dir", "auto"}}).close();
  html.element("div", "", {{"class", "outcome"}, {"role", "status"}});
  write_buttons(html, "Correct", "strong");
  html.close().close();
}

void write_forget_dialog(Html& html) {
  html.open("dialog", {{"id", "forget"}, {"aria-labelledby", "forget-title"}}).open("form", {{"method", "dialog"}});
  html.element("h2", "Forget", {{"id", "forget-title"}});
  html.element("p", "", {{"id", "forget-what"}, {"class", "words"}, {"dir", "auto"}});
  html.element("p", "", {{"id", "forget-reach"}});
  html.open("p", {{"class", "field"}}).open("label", {{"for", "forget-word"}}).text("To confirm, type ");
  html.element("strong", "", {{"id", "forget-wanted"}}).close();
  html.single("input", {{"id", "forget-word"}, {"autocomplete", "off"}, {"spellcheck", "false"}, {"required", ""}})
      .close();
  html.element("div", "", {{"class", "outcome"}, {"role", "status"}});
  write_buttons(html, "Forget", "danger");
  html.close().close();
}

void write_entry(Html& html, const Json& entry, const MemoryPlace& place) {
  html.open("li", {{"class", "change " + text_in(entry, "change")}}).open("p", {{"class", "about"}});
  html.element("span", text_in(entry, "change"), {{"class", "kind"}}).open("span");
  write_time(html, text_in(entry, "time"));
  html.close().element("span", kind_text(text_in(entry, "kind"))).open("span").text("confidence ");
  html.text(number_text(member_in(entry, "confidence"))).close().open("span").text("log ");
  const Json& log = member_in(entry, "log");
  html.element("code", std::to_string(integer_in(log, "partition")) + "@" + std::to_string(integer_in(log, "offset")));
  html.close().close();
  write_words(html, entry);
  html.open("p", {{"class", "actions"}});
  html.element("a", "Open",
               {{"href", memory_path(place.persona, text_in(entry, "id"), place.as_of)},
                {"aria-label", "Open: " + one_line(text_in(entry, "text"), 60)}});
  html.close().close();
}

}  // namespace

void write_persona_links(Html& html, const MemoryPlace& place, std::string_view here) {
  html.open("nav", {{"class", "views"}, {"aria-label", "Views of this persona"}});
  write_link(html, "What is known", persona_path(place.persona, "", place.as_of), here.empty());
  write_link(html, "Search", persona_path(place.persona, "/search", place.as_of), here == "/search");
  write_link(html, "History", persona_path(place.persona, "/history", place.as_of), here == "/history");
  html.close();
}

void write_search_form(Html& html, const MemoryPlace& place, const std::string& query, const std::string& kind) {
  html.open("form", {{"class", "search"}, {"role", "search"}, {"action", persona_path(place.persona, "/search")}});
  write_field(html, "Search this memory", "q", {{"id", "q"}, {"type", "search"}, {"name", "q"}, {"value", query}});
  html.open("p", {{"class", "field"}}).element("label", "Kind", {{"for", "kind"}});
  html.open("select", {{"id", "kind"}, {"name", "kind"}});
  for (const auto& [name, words] : kKinds) {
    if (name == kind) {
      html.open("option", {{"value", std::string(name)}, {"selected", ""}});
    } else {
      html.open("option", {{"value", std::string(name)}});
    }
    html.text(words).close();
  }
  html.close().close();
  if (!place.as_of.empty()) {
    html.single("input", {{"type", "hidden"}, {"name", "as_of"}, {"value", place.as_of}});
  }
  html.element("button", "Search", {{"type", "submit"}}).close();
}

void write_moment(Html& html, const Json& answer, const MemoryPlace& place) {
  const Json& log = member_in(answer, "log");
  html.open("p", {{"class", "moment"}})
      .text(place.as_of.empty() ? "Now, up to record " : "As memory was after record ");
  html.element("code", std::to_string(integer_in(log, "partition")) + "@" + std::to_string(integer_in(log, "offset")));
  html.text(" of the log.");
  for (const Json& stage : member_in(answer, "waits_for")) {
    html.text(" It waits for ").text(stage.is_string() ? stage.get<std::string>() : "").text(".");
  }
  if (!place.as_of.empty()) {
    html.text(" ").element("a", "Back to the present", {{"href", persona_path(place.persona)}});
  }
  html.close();
}

void write_feed(Html& html, const std::string& persona) {
  html.open("section", {{"class", "feed"}, {"aria-labelledby", "feed-title"}});
  html.element("h2", "Live", {{"id", "feed-title"}});
  html.element("p", "Turns appear here as they pass the three phases. This needs JavaScript.",
               {{"id", "feed-state"}, {"class", "none"}});
  html.element("button", "Memory has changed: show it", {{"id", "show-changes"}, {"type", "button"}, {"hidden", ""}});
  html.open("div", {{"id", "feed"},
                    {"role", "log"},
                    {"aria-live", "polite"},
                    {"aria-label", "Turns"},
                    {"tabindex", "0"},
                    {"hidden", ""},
                    {"data-of", url_escaped(persona)}});
  html.close().close();
}

void write_dialogs(Html& html) {
  write_correct_dialog(html);
  write_forget_dialog(html);
}

void write_history(Html& html, const Json& entries, const MemoryPlace& place) {
  if (!entries.is_array() || entries.empty()) {
    html.element("p", "No changes are known.", {{"class", "none"}});
    return;
  }
  html.open("ol", {{"class", "history"}, {"reversed", ""}});
  for (auto entry = entries.rbegin(); entry != entries.rend(); ++entry) {
    write_entry(html, *entry, place);
  }
  html.close();
}

}  // namespace turnstream::app
