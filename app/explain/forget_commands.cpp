#include "app/explain/forget_commands.h"

#include <nlohmann/json.hpp>

#include "app/explain/json_text.h"
#include "app/explain/record_finder.h"
#include "pipeline/base/number_text.h"
#include "pipeline/base/time_format.h"
#include "pipeline/codec/message_id.h"
#include "pipeline/json/document.h"
#include "pipeline/json/iso8601.h"

namespace turnstream::app {
namespace {

using Json = nlohmann::json;

/// Of more sessions, personas or ids than this, the others are passed over.
constexpr std::size_t kKeptMax = 10'000;

template <typename Map, typename Value>
void keep(Map& map, const typename Map::key_type& key, Value value) {
  if (map.size() < kKeptMax || map.count(key) > 0) {
    map[key] = std::move(value);
  }
}

}  // namespace

Report command_report(const Json& command, const Place& log, const std::string& log_time) {
  return {{"kind", text_in(command, "kind")},
          {"id", text_in(command, "command_id")},
          {"issued_by", text_or_null(text_in(command, "issued_by"))},
          {"issued_at", text_or_null(text_in(command, "issued_at"))},
          {"time", log_time},
          {"log", log}};
}

ForgetCommands::ForgetCommands(Question question) : question_(std::move(question)) {}

void ForgetCommands::take(const log::Record& record) {
  const std::string_view bytes = record.value.value_or(std::string_view());
  if (record.header("kind") != "command" || !holds(bytes, "forget")) {
    return;
  }
  const Json command = json::parse_document(bytes);
  const std::string persona = text_in(command, "persona_id");
  if (text_in(command, "kind") != "forget" || !question_.fits_persona(persona)) {
    return;
  }
  const std::int64_t time_ms = read_number(record.header("log_time").value_or(std::string_view())).value_or(0);
  const Report told = command_report(command, place_of(record), format_time(time_ms));
  const Json& args = member_in(command, "args");
  for (const Json& id : member_in(args, "ids")) {
    const std::string text = id.is_string() ? codec::usual_id(id.get_ref<const std::string&>()) : std::string();
    if (question_.fits_id(text) && named_.size() < kKeptMax) {
      named_.try_emplace({persona, text}, told);
    }
  }
  if (const std::string session = text_in(args, "session_id"); !session.empty()) {
    keep(sessions_, {persona, session}, Reach(time_ms, told));
  }
  if (member_in(args, "all") == true) {
    keep(personas_, persona, Reach(time_ms, told));
  }
}

Report ForgetCommands::reached(const Reach& reach, const std::string& timestamp) {
  const std::optional<EventTime> time = json::parse_iso8601(timestamp);
  return !time || time->value() <= reach.first ? reach.second : Report();
}

Report ForgetCommands::of_turn(const Owner& turn, const std::string& session, const std::string& timestamp) const {
  if (const auto named = named_.find(turn); named != named_.end()) {
    return named->second;
  }
  if (const auto found = sessions_.find({turn.first, session}); found != sessions_.end()) {
    if (Report command = reached(found->second, timestamp); !command.is_null()) {
      return command;
    }
  }
  const auto whole = personas_.find(turn.first);
  return whole == personas_.end() ? Report() : reached(whole->second, timestamp);
}

}  // namespace turnstream::app
