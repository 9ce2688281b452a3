#include <nlohmann/json.hpp>

#include "app/explain/json_text.h"
#include "app/http/http_query.h"
#include "app/http/url_text.h"
#include "app/page/page_frame.h"
#include "app/page/persona_parts.h"
#include "app/page/views.h"
#include "pipeline/json/document.h"

namespace turnstream::app {
namespace {

using Json = nlohmann::json;

void write_row(Html& html, const Json& persona) {
  const std::string name = text_in(persona, "persona_id");
  html.open("tr").open("th", {{"scope", "row"}, {"dir", "auto"}});
  html.element("a", name, {{"href", persona_path(name)}}).close();
  html.element("td", std::to_string(integer_in(persona, "messages")), {{"class", "number"}});
  html.element("td", std::to_string(integer_in(persona, "memories")), {{"class", "number"}});
  for (const char* time : {"since", "last"}) {
    html.open("td");
    write_time(html, text_in(persona, time));
    html.close();
  }
  html.close();
}

void write_table(Html& html, const Json& personas) {
  html.open("div", {{"class", "scroll"}, {"role", "region"}, {"aria-label", "Table of personas"}, {"tabindex", "0"}});
  html.open("table").element("caption", "In order of name");
  html.open("thead").open("tr");
  for (const char* head : {"Persona", "Messages", "Memories", "First message", "Last message"}) {
    html.element("th", head, {{"scope", "col"}});
  }
  html.close().close().open("tbody");
  for (const Json& persona : personas) {
    write_row(html, persona);
  }
  html.close().close().close();
}

}  // namespace

HttpAnswer personas_page(const PageSources& sources, const HttpRequest& request) {
  const Result<std::string> answer = sources.recall.personas(first_value(request.query, "after"));
  if (!answer.ok()) {
    return error_page(answer.error());
  }
  const Json page = json::parse_document(*answer);
  return page_of({"Personas"}, [&](Html& html) {
    html.element("p", "Whose memory this pipeline keeps. Choose one to see what is known, why, and since when.",
                 {{"class", "lead"}});
    html.open("div", {{"class", "columns"}})
        .open("section", {{"id", "personas"}, {"data-region", ""}, {"aria-labelledby", "personas-title"}});
    html.element("h2", "All personas", {{"id", "personas-title"}});
    const Json& personas = member_in(page, "personas");
    if (personas.empty()) {
      html.element("p", "No persona has memory yet. It appears here when its first turn is processed.",
                   {{"class", "none"}});
    } else {
      write_table(html, personas);
    }
    if (const std::string next = text_in(page, "next"); !next.empty()) {
      html.open("p").element("a", "More personas", {{"href", "/?after=" + url_escaped(next)}}).close();
    }
    html.close();
    write_feed(html, "");
    html.close();
  });
}

}  // namespace turnstream::app
