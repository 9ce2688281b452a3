#include <nlohmann/json.hpp>

#include "app/explain/json_text.h"
#include "app/http/http_query.h"
#include "app/page/page_frame.h"
#include "app/page/persona_parts.h"
#include "app/page/views.h"
#include "pipeline/json/document.h"

namespace turnstream::app {

HttpAnswer history_page(const PageSources& sources, const HttpRequest& request) {
  const std::string as_of = first_value(request.query, "as_of");
  const MemoryPlace place{request.parameter, as_of};
  nlohmann::json asked{{"persona_id", place.persona}, {"limit", 100}};
  if (!as_of.empty()) {
    asked["as_of"] = as_of;
  }
  const Result<std::string> answer = sources.recall.timeline(json::document_text(asked));
  if (!answer.ok()) {
    return error_page(answer.error(), place.persona);
  }
  const nlohmann::json timeline = json::parse_document(*answer);
  return page_of({"How the memory of " + place.persona + " changed", place.persona}, [&](Html& html) {
    write_persona_links(html, place, "/history");
    write_moment(html, timeline, place);
    html.open("section", {{"id", "history"}, {"data-region", ""}, {"aria-labelledby", "history-title"}});
    html.element("h2", "The last changes of facts, instructions, preferences and habits", {{"id", "history-title"}});
    write_history(html, member_in(timeline, "entries"), place);
    html.close();
  });
}

}  // namespace turnstream::app
