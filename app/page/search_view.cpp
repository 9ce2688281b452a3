#include <algorithm>
#include <nlohmann/json.hpp>

#include "app/explain/json_text.h"
#include "app/http/http_query.h"
#include "app/page/page_frame.h"
#include "app/page/persona_parts.h"
#include "app/page/views.h"
#include "pipeline/json/document.h"

namespace turnstream::app {
namespace {

using Json = nlohmann::json;

constexpr std::size_t kShownMax = 20;

/// What the fields ask for. To look at memories here does not count as an access.
Result<recall::RecallQuery> query_of(const HttpRequest& request, const std::string& as_of) {
  recall::RecallQuery query;
  query.persona_id = request.parameter;
  query.text = first_value(request.query, "q");
  query.limit = kShownMax;
  query.count = false;
  if (query.text.size() > recall::kQueryBytesMax) {
    return make_error(error_codes::kBadQuery, Reaction::kDeadLetter, "The question is too long.");
  }
  if (std::string kind = first_value(request.query, "kind"); !kind.empty()) {
    query.filter.kinds = {std::move(kind)};
  }
  if (!as_of.empty()) {
    TS_ASSIGN_OR_RETURN(query.as_of, recall::parse_as_of(as_of));
  }
  return query;
}

void write_results(Html& html, const Json& answer, const MemoryPlace& place, const std::string& asked) {
  const Json& results = member_in(answer, "results");
  html.open("section", {{"id", "results"}, {"data-region", ""}, {"aria-labelledby", "results-title"}});
  html.element("h2", asked.empty() ? "The most important and newest" : "What fits best", {{"id", "results-title"}});
  write_moment(html, answer, place);
  write_memories(html, results, place, "Nothing in this memory fits.");
  html.close();
}

}  // namespace

HttpAnswer search_page(const PageSources& sources, const HttpRequest& request) {
  const std::string as_of = first_value(request.query, "as_of");
  const MemoryPlace place{request.parameter, as_of};
  const Result<recall::RecallQuery> query = query_of(request, as_of);
  const Result<std::string> answer =
      query.ok() ? sources.recall.recall(*query, request.stop) : Result<std::string>(query.error());
  if (!answer.ok()) {
    return error_page(answer.error(), place.persona);
  }
  const Json found = json::parse_document(*answer);
  return page_of({"Search the memory of " + place.persona, place.persona}, [&](Html& html) {
    write_persona_links(html, place, "/search");
    write_search_form(html, place, query->text, first_value(request.query, "kind"));
    write_results(html, found, place, query->text);
    write_dialogs(html);
  });
}

}  // namespace turnstream::app
