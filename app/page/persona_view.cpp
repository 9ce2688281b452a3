#include <algorithm>
#include <nlohmann/json.hpp>

#include "app/explain/json_text.h"
#include "app/http/http_query.h"
#include "app/http/url_text.h"
#include "app/page/page_frame.h"
#include "app/page/persona_parts.h"
#include "app/page/views.h"
#include "pipeline/json/document.h"
#include "recall/answers/about.h"

namespace turnstream::app {
namespace {

using Json = nlohmann::json;

/// A list of the page: of the answer of about(), or of all memories of a kind.
struct Section {
  std::string_view name;  ///< the member of about(), or the kind
  std::string_view title;
  std::string_view if_none;
  bool is_kind = false;
};

constexpr Section kSections[] = {
    {"instructions", "Instructions", "No instructions are known."},
    {"facts", "Facts", "No facts are known."},
    {"note", "Notes", "There are no notes yet. They are the best sentences of each session.", true},
    {"preferences", "Preferences", "No preferences are known."},
    {"habits", "Habits", "No habits are known."},
    {"topics", "Topics", "No topics are known."},
    {"insight", "Insights", "There are no insights yet. They are made when a session ends.", true},
    {"skill", "Skills", "No skills are known.", true},
};

/// The newest and most important memories of a kind, without notes that no longer hold. To look at them does not count as an
/// access.
Result<Json> of_kind(recall::Recall& recall, std::string_view kind, const MemoryPlace& place) {
  recall::RecallQuery query;
  query.persona_id = place.persona;
  query.filter.kinds = {std::string(kind)};
  query.filter.current = true;
  query.limit = recall::kAboutEntriesMax;
  query.count = false;
  if (!place.as_of.empty()) {
    TS_ASSIGN_OR_RETURN(query.as_of, recall::parse_as_of(place.as_of));
  }
  TS_ASSIGN_OR_RETURN(const std::string answer, recall.recall(query, {}));
  return member_in(json::parse_document(answer), "results");
}

void write_counts(Html& html, const Json& about) {
  const Json& counts = member_in(about, "counts");
  html.open("ul", {{"class", "counts"}, {"aria-label", "How much there is"}});
  for (const char* kind : {"message", "fact", "note", "pattern", "skill", "insight", "topic", "memory", "episode"}) {
    const std::int64_t count = integer_in(counts, kind);
    html.open("li").element("strong", std::to_string(count), {{"class", "number"}});
    html.text(" " + kind_text(kind) + (count == 1 ? "" : "s")).close();
  }
  html.close();
}

void write_users(Html& html, const Json& users, const MemoryPlace& place) {
  html.open("section", {{"id", "users"}, {"data-region", ""}, {"aria-labelledby", "users-title"}});
  html.element("h2", "Users", {{"id", "users-title"}});
  if (users.empty()) {
    html.element("p", "No turn names a user.", {{"class", "none"}});
  } else {
    html.open("ul", {{"class", "users"}});
  }
  for (const Json& user : users) {
    const std::string name = text_in(user, "user_id");
    const std::string shown = text_in(user, "user_name");
    html.open("li").element("strong", shown.empty() ? name : shown + " (" + name + ")", {{"dir", "auto"}});
    html.text(" " + std::to_string(integer_in(user, "messages")) + " messages, last ");
    write_time(html, text_in(user, "last"));
    if (place.as_of.empty()) {
      html.text(" ").open("button", {{"type", "button"},
                                     {"hidden", ""},
                                     {"data-act", "forget-user"},
                                     {"data-id", url_escaped(name)},
                                     {"data-text", name},
                                     {"aria-label", "Forget user " + name}});
      html.text("Forget").close();
    }
    html.close();
  }
  if (!users.empty()) {
    html.close();
  }
  html.close();
}

void write_past_form(Html& html, const MemoryPlace& place) {
  html.open("form", {{"class", "past"}, {"action", persona_path(place.persona)}}).open("p", {{"class", "field"}});
  html.element("label", "As memory was (UTC)", {{"for", "as-of"}});
  html.single("input", {{"id", "as-of"}, {"type", "datetime-local"}, {"name", "as_of"}, {"required", ""}}).close();
  html.element("button", "Show", {{"type", "submit"}}).close();
}

void write_forget_all(Html& html, const MemoryPlace& place) {
  if (!place.as_of.empty()) {
    return;
  }
  html.open("p", {{"class", "actions"}});
  html.open("button", {{"type", "button"},
                       {"hidden", ""},
                       {"class", "danger"},
                       {"data-act", "forget-all"},
                       {"data-id", ""},
                       {"data-text", place.persona}});
  html.text("Forget everything").close().close();
}

Status write_sections(Html& html, recall::Recall& recall, const Json& about, const MemoryPlace& place) {
  for (const Section& section : kSections) {
    const std::string id = "list-" + std::string(section.name);
    Json memories = section.is_kind ? Json() : member_in(about, section.name);
    if (section.is_kind) {
      TS_ASSIGN_OR_RETURN(memories, of_kind(recall, section.name, place));
    }
    const Json& cut = member_in(about, "cut");
    const bool is_cut = std::find(cut.begin(), cut.end(), section.name) != cut.end() ||
                        (section.is_kind && memories.size() == recall::kAboutEntriesMax);
    html.open("section", {{"id", id}, {"data-region", ""}, {"aria-labelledby", id + "-title"}});
    html.element("h2", section.title, {{"id", id + "-title"}});
    write_memories(html, memories, place, section.if_none);
    if (is_cut) {
      html.element("p", "There are more: search for them.", {{"class", "none"}});
    }
    html.close();
  }
  return {};
}

}  // namespace

HttpAnswer persona_page(const PageSources& sources, const HttpRequest& request) {
  const std::string as_of = first_value(request.query, "as_of");
  const MemoryPlace place{request.parameter, as_of};
  const Result<std::string> answer = sources.recall.about(place.persona, as_of);
  if (!answer.ok()) {
    return error_page(answer.error(), place.persona);
  }
  const Json about = json::parse_document(*answer);
  Status status;
  HttpAnswer page = page_of({place.persona, place.persona}, [&](Html& html) {
    write_persona_links(html, place, "");
    write_moment(html, about, place);
    html.open("div", {{"id", "counts"}, {"data-region", ""}});
    write_counts(html, about);
    html.close();
    write_search_form(html, place, "", "");
    html.open("div", {{"class", "columns"}}).open("div");
    status = write_sections(html, sources.recall, about, place);
    html.close().open("div", {{"class", "side"}});
    write_feed(html, place.persona);
    write_users(html, member_in(about, "users"), place);
    write_past_form(html, place);
    write_forget_all(html, place);
    html.close().close();
    write_dialogs(html);
  });
  return status.ok() ? page : error_page(status.error(), place.persona);
}

}  // namespace turnstream::app
