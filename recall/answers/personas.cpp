#include "recall/answers/personas.h"

#include <algorithm>
#include <cstdint>
#include <map>
#include <optional>
#include <utility>

namespace turnstream::recall {
namespace {

void write_time(json::Writer& json, std::string_view name, const std::optional<EventTime>& time) {
  if (time) {
    json.time(name, time->value());
  } else {
    json.null(name);
  }
}

struct Said {
  std::int64_t messages = 0;
  MessageNumber last = 0;
  std::optional<MessageNumber> spoken;  ///< the last one that is not the agent's
};

/// The users who said something, the last one first.
std::vector<Said> users_of(const PersonaIndex& index) {
  std::map<NameNumber, Said> by_user;
  for (MessageNumber number = 0; number < index.messages().numbers(); ++number) {
    if (index.messages().is_live(number) && index.message(number).place.user != 0) {
      Said& said = by_user[index.message(number).place.user];
      ++said.messages;
      said.last = number;
      const bool is_spoken = static_cast<Side>(index.message(number).position % 2) == Side::kUser;
      said.spoken = is_spoken ? std::optional(number) : said.spoken;
    }
  }
  std::vector<Said> users;
  for (const auto& [user, said] : by_user) {
    users.push_back(said);
  }
  std::sort(users.begin(), users.end(), [](const Said& a, const Said& b) { return a.last > b.last; });
  return users;
}

/// How the user is called, if not by the id.
Status append_name(json::Writer& json, const PersonaMemory& memory, const Said& said) {
  if (!said.spoken) {
    return {};
  }
  TS_ASSIGN_OR_RETURN(const Message message, memory.message(*said.spoken));
  if (message.speaker != message.place.user_id) {
    json.string("user_name", message.speaker);
  }
  return {};
}

}  // namespace

void append_personas(std::string& out, const PersonaPage& page) {
  json::Writer json(out);
  json.begin_object().begin_array("personas");
  for (const PersonaSummary& persona : page.personas) {
    json.begin_object().string("persona_id", persona.persona).integer("messages", persona.messages);
    json.integer("memories", persona.memories);
    write_time(json, "since", persona.since);
    write_time(json, "last", persona.last);
    json.end_object();
  }
  json.end_array().string_or_null("next", page.next).end_object();
}

Result<bool> append_users(json::Writer& json, const PersonaMemory& memory, std::size_t count) {
  const std::vector<Said> users = users_of(memory.index());
  json.begin_array("users");
  for (std::size_t i = 0; i < std::min(users.size(), count); ++i) {
    TS_ASSIGN_OR_RETURN(const Message message, memory.message(users[i].last));
    json.begin_object().string("user_id", message.place.user_id).integer("messages", users[i].messages);
    TS_RETURN_IF_ERROR(append_name(json, memory, users[i]));
    json.time("last", message.time.value()).end_object();
  }
  json.end_array();
  return users.size() > count;
}

}  // namespace turnstream::recall
