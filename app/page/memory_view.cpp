#include <nlohmann/json.hpp>
#include <optional>

#include "app/explain/json_text.h"
#include "app/http/http_query.h"
#include "app/http/url_text.h"
#include "app/page/page_frame.h"
#include "app/page/persona_parts.h"
#include "app/page/source_tree.h"
#include "app/page/views.h"
#include "pipeline/json/document.h"

namespace turnstream::app {
namespace {

using Json = nlohmann::json;

/// How it changed; null if memory knows no changes of it, as of a message.
Json history_of(recall::Recall& recall, const std::string& id, const MemoryPlace& place) {
  Json asked{{"persona_id", place.persona}, {"id", id}};
  if (!place.as_of.empty()) {
    asked["as_of"] = place.as_of;
  }
  const Result<std::string> answer = recall.timeline(json::document_text(asked));
  return answer.ok() ? member_in(json::parse_document(*answer), "entries") : Json();
}

void write_sources(Html& html, recall::Recall& recall, const Json& memory, const MemoryPlace& place) {
  html.open("section", {{"aria-labelledby", "sources-title"}});
  html.element("h2", "What it rests on", {{"id", "sources-title"}});
  SourceTree(recall, place, html).write(memory);
  html.open("p", {{"class", "origin"}});
  html.element(
      "a", "The whole explanation, read from the topics (JSON)",
      {{"href", "/v1/explain/" + url_escaped(text_in(memory, "id")) + "?persona=" + url_escaped(place.persona)}});
  html.close().close();
}

/// The memories that were made from a message.
void write_derived(Html& html, recall::Recall& recall, const Json& memory, const MemoryPlace& place) {
  const Json& derived = member_in(memory, "derived");
  if (!derived.is_array() || derived.empty()) {
    return;
  }
  html.open("section", {{"aria-labelledby", "derived-title"}});
  html.element("h2", "What rests on it", {{"id", "derived-title"}}).open("ul", {{"class", "memories"}});
  for (const Json& id : derived) {
    const auto found = recall.memory(place.persona, id.is_string() ? id.get<std::string>() : "", place.as_of);
    if (found.ok() && *found) {
      write_memory(html, json::parse_document(**found), place);
    }
  }
  html.close().close();
}

void write_changes(Html& html, const Json& history, const MemoryPlace& place) {
  if (history.is_null()) {
    return;
  }
  html.open("section", {{"id", "history"}, {"data-region", ""}, {"aria-labelledby", "history-title"}});
  html.element("h2", "How it changed", {{"id", "history-title"}});
  write_history(html, history, place);
  html.close();
}

HttpAnswer page_of_former(const Json& history, const MemoryPlace& place) {
  return page_of({"No longer in memory", place.persona, 404}, [&](Html& html) {
    write_persona_links(html, place, "/memory");
    html.element("p", "This memory has left. What is still known of it:", {{"class", "lead"}});
    write_changes(html, history, place);
  });
}

HttpAnswer page_of_present(recall::Recall& recall, const Json& memory, const Json& history, const MemoryPlace& place) {
  const std::string kind = kind_text(text_in(memory, "kind"));
  return page_of({"Why this " + kind + " of " + place.persona, place.persona}, [&](Html& html) {
    write_persona_links(html, place, "/memory");
    html.open("div", {{"id", "memory"}, {"class", "one"}, {"data-region", ""}});
    write_memories(html, Json::array({memory}), place, "");
    html.close();
    write_sources(html, recall, memory, place);
    write_derived(html, recall, memory, place);
    write_changes(html, history, place);
    write_dialogs(html);
  });
}

}  // namespace

HttpAnswer memory_page(const PageSources& sources, const HttpRequest& request) {
  const std::string as_of = first_value(request.query, "as_of");
  const std::string id = first_value(request.query, "id");
  const MemoryPlace place{request.parameter, as_of};
  const Result<std::optional<std::string>> found = sources.recall.memory(place.persona, id, as_of);
  if (!found.ok()) {
    return error_page(found.error(), place.persona);
  }
  const Json history = history_of(sources.recall, id, place);
  if (!*found) {
    return history.is_null() ? error_page(404, "The memory of this persona has nothing with this id.", place.persona)
                             : page_of_former(history, place);
  }
  return page_of_present(sources.recall, json::parse_document(**found), history, place);
}

}  // namespace turnstream::app
