#include "recall/answers/about.h"

#include <map>
#include <utility>
#include <vector>

#include "pipeline/json/writer.h"
#include "recall/answers/lookup.h"
#include "recall/answers/personas.h"

namespace turnstream::recall {
namespace {

struct List {
  std::string_view name;
  std::string kind;
  std::string type;  ///< empty: all
};

void write_counts(json::Writer& json, const PersonaIndex& index) {
  std::map<std::string_view, std::int64_t> counts;
  for (DocumentNumber number = 0; number < index.document_numbers(); ++number) {
    if (index.document(number).is_live) {
      ++counts[name_in(kKinds, index.document(number).kind)];
    }
  }
  json.begin_object("counts").integer("message", static_cast<std::int64_t>(index.messages().size()));
  for (const auto& [kind, name] : kKinds) {
    json.integer(name, counts[name]);
  }
  json.end_object();
}

void write_since(json::Writer& json, const PersonaIndex& index) {
  for (MessageNumber number = 0; number < index.messages().numbers(); ++number) {
    if (index.messages().is_live(number)) {
      json.time("since", index.message(number).time.value());
      return;
    }
  }
  json.null("since");
}

}  // namespace

Status append_about(std::string& out, const Asked& asked, Searcher& searcher, const std::optional<std::string>& user) {
  const PersonaMemory& memory = asked.memory;
  const PersonaIndex& index = memory.index();
  json::Writer json(out);
  UsedIds used;  // to look at what is known does not count as an access
  json.begin_object();
  append_moment(json, asked);
  write_since(json, index);
  write_counts(json, index);
  const List lists[] = {{"instructions", "instruction", ""},     {"facts", "fact", ""},
                        {"preferences", "preference", ""},       {"habits", "habit", ""},
                        {"capabilities", "skill", "capability"}, {"topics", "topic", ""}};
  std::vector<std::string_view> cut;
  for (const List& list : lists) {
    RecallQuery query;
    query.filter.kinds = {list.kind};
    query.filter.current = true;
    query.filter.user_id = user;
    if (!list.type.empty()) {
      query.filter.types = {list.type};
    }
    query.limit = kAboutEntriesMax + 1;
    std::vector<Found> entries = searcher.search(index, query);
    if (entries.size() > kAboutEntriesMax) {
      entries.pop_back();
      cut.push_back(list.name);
    }
    json.begin_array(list.name);
    for (Found& found : entries) {
      found.parts.clear();
      TS_RETURN_IF_ERROR(append_result(json, memory, found, used));
    }
    json.end_array();
  }
  TS_ASSIGN_OR_RETURN(const bool has_more_users, append_users(json, memory, kAboutEntriesMax));
  if (has_more_users) {
    cut.push_back("users");
  }
  json.begin_array("cut");
  for (const std::string_view name : cut) {
    json.string(name);
  }
  json.end_array().end_object();
  return {};
}

Result<bool> append_memory(std::string& out, const PersonaMemory& memory, const std::string& id) {
  TS_ASSIGN_OR_RETURN(const std::optional<Found> found, find_memory(memory, id));
  if (!found) {
    return false;
  }
  json::Writer json(out);
  UsedIds used;
  TS_RETURN_IF_ERROR(append_result(json, memory, *found, used));
  return true;
}

}  // namespace turnstream::recall
