#include "app/forget/forget_preview.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <set>

#include "app/explain/json_text.h"
#include "app/memory/persona_view.h"
#include "pipeline/json/document.h"

namespace turnstream::app {
namespace {

using Json = nlohmann::json;

/// What forget removes, by the kinds of changes: neither statistics nor sessions, which hold no text.
constexpr const char* kKinds[] = {"memory",  "episode", "fact",  "note",    "pattern", "skill",
                                  "insight", "topic",   "daily", "working", "grant"};

class Reach {
 public:
  Reach(const ForgetRequest& request, const std::vector<std::string>& ids)
      : all_(request.all), session_(request.session), ids_(ids.begin(), ids.end()) {}

  /// What rests on the memory with this id is reached, too.
  void add(const std::string& id) { ids_.insert(id); }

  [[nodiscard]] bool has(const std::string& id, const Json& memory) const {
    if (all_ || is_named(id) || is_session(text_in(memory, "session_id")) ||
        is_session(text_in(memory, "context_id")) || is_named(text_in(member_in(memory, "provenance"), "turn_id")) ||
        has_source(memory)) {
      return true;
    }
    const Json& facts = member_in(memory, "facts");
    const Json& items = member_in(memory, "item_ids");
    return std::any_of(facts.begin(), facts.end(), [this](const Json& fact) { return has_source(fact); }) ||
           std::any_of(items.begin(), items.end(),
                       [this](const Json& item) { return item.is_string() && is_named(item.get<std::string>()); });
  }

  /// Leaves of an entry of the daily log the lines that go. They are all lines if the entry is named.
  void keep_reached_lines(const std::string& id, Json& entry) const {
    const Json lists = member_in(entry, "line_sources");
    const Json sources = member_in(entry, "sources");
    if (all_ || is_named(id) || is_session(text_in(entry, "session_id")) || !lists.is_array()) {
      return;
    }
    Json lines = Json::array();
    for (std::size_t line = 0; line < lists.size() && line < entry["lines"].size(); ++line) {
      const Json& list = lists[line];
      const bool goes = std::any_of(list.begin(), list.end(), [&](const Json& position) {
        return position.is_number_unsigned() && position.get<std::size_t>() < sources.size() &&
               is_reached(sources[position.get<std::size_t>()]);
      });
      if (goes || list.empty()) {
        lines.push_back(entry["lines"][line]);
      }
    }
    entry["lines"] = std::move(lines);
  }

 private:
  [[nodiscard]] bool is_named(const std::string& id) const { return ids_.count(id) > 0; }
  [[nodiscard]] bool is_session(const std::string& id) const { return !session_.empty() && id == session_; }
  [[nodiscard]] bool is_reached(const Json& source) const {
    return source.is_object() && (is_named(text_in(source, "id")) || is_named(text_in(source, "turn_id")) ||
                                  is_session(text_in(source, "session_id")));
  }
  [[nodiscard]] bool has_source(const Json& memory) const {
    const Json& sources = member_in(memory, "sources");
    return std::any_of(sources.begin(), sources.end(), [this](const Json& source) { return is_reached(source); });
  }

  bool all_;
  std::string session_;
  std::set<std::string> ids_;
};

std::vector<ReachedMemory> reached_in(const PersonaView& view, const Reach& reach) {
  std::vector<ReachedMemory> reached;
  for (const std::string kind : kKinds) {
    for (const auto& [id, thing] : view.of_kind(kind)) {
      Json memory = json::parse_document(thing.value);
      if (!reach.has(id, memory)) {
        continue;
      }
      if (kind == "daily") {
        reach.keep_reached_lines(id, memory);
      }
      if (kind != "daily" || !member_in(memory, "lines").empty()) {
        reached.push_back({kind, id, memory_title(kind, memory)});
      }
    }
  }
  return reached;
}

}  // namespace

Result<std::vector<ReachedMemory>> find_reached(const Context& context, OpenLog& log, const ForgetRequest& request,
                                                const std::vector<std::string>& ids) {
  std::vector<ReachedMemory> reached;
  TS_ASSIGN_OR_RETURN(RecordFinder finder,
                      RecordFinder::open({log.client(), context.settings().topics.name_space, context.catalog,
                                          answer_timeout(context), context.unescaped_err(), false}));
  const Result<PersonaView> view = PersonaView::read(finder, request.persona);
  if (!view.ok()) {
    return view.error().code == error_codes::kNotFound ? Result(std::move(reached)) : view.error();
  }
  Reach reach(request, ids);
  for (bool is_more = true; is_more;) {
    const std::size_t before = reached.size();
    reached = reached_in(*view, reach);
    for (const ReachedMemory& one : reached) {
      if (one.kind != "daily") {  // Nothing rests on it, and it can stay with other lines.
        reach.add(one.id);
      }
    }
    is_more = reached.size() > before;
  }
  return reached;
}

}  // namespace turnstream::app
