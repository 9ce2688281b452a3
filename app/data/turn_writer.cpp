#include "app/data/turn_writer.h"

#include <algorithm>

#include "app/data/phrases.h"
#include "pipeline/base/check.h"

namespace turnstream::app {
namespace {

/// The average size of turns without filler is about this. Filler goes into tools, which three of four turns have.
constexpr std::int64_t kPlainTurnBytes = 1'670;

/// The element of a list that a persona uses; it is the same in each of its turns.
template <typename Array>
std::string_view own(const Array& array, std::int64_t persona, std::uint64_t list) {
  return array[Random{static_cast<std::uint64_t>(persona) * 31 + list}.below(std::size(array))];
}

std::string persona_name(std::int64_t persona) {
  const auto index = static_cast<std::size_t>(persona);
  std::string name{phrases::kPersonas[index % std::size(phrases::kPersonas)]};
  const std::size_t round = index / std::size(phrases::kPersonas);
  return round == 0 ? name : name + "-" + std::to_string(round + 1);
}

}  // namespace

TurnWriter::TurnWriter(const TurnWriterOptions& options) : options_(options), random_(options.seed) {
  CHECK(options.turn_bytes_avg > 0 && options.observations_max >= 0);
}

std::string TurnWriter::fill(std::string_view phrase, std::int64_t persona) {
  std::string out;
  out.reserve(phrase.size() + 40);
  for (std::size_t i = 0; i < phrase.size(); ++i) {
    if (phrase[i] != '{') {
      out.push_back(phrase[i]);
      continue;
    }
    switch (phrase[i + 1]) {
      case 'p':
        out.append(own(phrases::kProjects, persona, 1));
        break;
      case 'l':
        out.append(own(phrases::kLanguages, persona, 2));
        break;
      case 't':
        out.append(own(phrases::kPlaces, persona, 3));
        break;
      case 'f':
        out.append(random_.pick(phrases::kFiles));
        break;
      case 'c':
        out.append(random_.pick(phrases::kColleagues));
        break;
      case 's':
        out.append(random_.pick(phrases::kServices));
        break;
      case 'w':
        out.append(random_.pick(phrases::kTopics));
        break;
      default:
        out.append(std::to_string(random_.between(3, 9'000)));
    }
    i += 2;
  }
  return out;
}

void TurnWriter::append(std::string& out, WrittenSession& session, std::int64_t time_ms) {
  ++turns_;
  const std::string turn_id =
      make_turn_id(options_.turn_ids, time_ms, std::to_string(options_.seed) + "/" + std::to_string(turns_));
  const std::int64_t filler =
      random_.between(0, std::max<std::int64_t>(0, (options_.turn_bytes_avg - kPlainTurnBytes) * 8 / 3));
  tools_.clear();
  failed_ = false;

  json::Writer json(out);
  json.begin_object().string("turn_id", turn_id).string("agent_id", persona_name(session.persona));
  json.time("timestamp", time_ms).integer("duration_ms", random_.between(400, 28'000));
  json.string("session_id", "s" + std::to_string(session.number));
  json.string("user_id", "user-" + std::to_string(session.persona % 97 + 1));
  json.string("domain", random_.percent(60) ? "code" : "chat");
  append_turn_data(json, session);
  append_tools(json, session, static_cast<std::size_t>(filler));
  json.begin_array("observations");
  for (std::size_t i = random_.below(static_cast<std::size_t>(options_.observations_max) + 1); i > 0; --i) {
    append_observation(json, session, i);
  }
  json.end_array();
  append_updates(json, session);
  append_metadata(json);
  if (session.failed_before && !failed_ && !tools_.empty()) {
    json.boolean("error_recovered", true);
    session.failed_before = false;
  }
  session.failed_before = session.failed_before || failed_;
  json.end_object();
  session.last_turn_id = turn_id;
  --session.turns_left;
}

void TurnWriter::append_turn_data(json::Writer& json, const WrittenSession& session) {
  std::string answer = fill(random_.pick(phrases::kAnswers), session.persona);
  for (std::size_t i = random_.below(7); i > 0; --i) {
    answer += " " + fill(random_.pick(phrases::kDetails), session.persona);
  }
  json.begin_object("turn_data");
  json.string("user_input", fill(random_.pick(phrases::kQuestions), session.persona));
  json.string("assistant_response", answer);
  const std::size_t urgency = random_.below(10);
  json.string("urgency", urgency == 0 ? "HIGH" : urgency < 7 ? "MEDIUM" : "LOW");
  json.string("mode", random_.percent(70) ? "work" : "reflect");
  if (session.last_turn_id.empty()) {
    json.null("parent_turn_id");
  } else {
    json.string("parent_turn_id", session.last_turn_id);
  }
  json.end_object();
}

void TurnWriter::append_tools(json::Writer& json, WrittenSession& session, std::size_t filler_bytes) {
  const std::size_t count = random_.below(4);
  json.begin_array("tool_executions");
  for (std::size_t i = 0; i < count; ++i) {
    const std::string_view tool = random_.pick(phrases::kTools);
    tools_.push_back(tool);
    const bool fails = random_.percent(9);
    failed_ = failed_ || fails;
    json.begin_object().string("tool_id", tool);
    json.string("status", fails ? "failure" : random_.percent(4) ? "partial" : "success");
    json.begin_object("inputs").string("path", random_.pick(phrases::kFiles));
    json.string("query", fill("{w} {p}", session.persona)).end_object();
    append_outputs(json, session, filler_bytes / count);
    json.integer("duration_ms", random_.between(20, 9'000)).integer("tokens_used", random_.between(0, 2'500));
    if (fails) {
      json.string("error", fill(random_.pick(phrases::kErrors), session.persona));
    } else {
      json.null("error");
    }
    json.begin_array("observations_added");
    if (random_.percent(15)) {
      append_observation(json, session, 10 + i);
    }
    json.end_array().begin_array("memory_writes");
    if (random_.percent(12)) {
      json.begin_object().string("type", "fact");
      json.string("content", fill(random_.pick(phrases::kObservations), session.persona));
      json.millionths("importance", random_.between(3, 9) * 100'000).end_object();
    }
    json.end_array().end_object();
  }
  json.end_array();
}

void TurnWriter::append_outputs(json::Writer& json, const WrittenSession& session, std::size_t filler_bytes) {
  std::string text;
  while (text.size() < filler_bytes + 60) {
    text += fill(random_.pick(phrases::kLines), session.persona);
    text.push_back('\n');
  }
  json.begin_object("outputs").string("text", text).integer("matches", random_.between(0, 40)).end_object();
}

void TurnWriter::append_observation(json::Writer& json, const WrittenSession& session, std::size_t number) {
  json.begin_object().string("id", "o" + std::to_string(turns_) + "-" + std::to_string(number));
  json.string("type", "observation");
  json.string("content", fill(random_.pick(phrases::kObservations), session.persona));
  json.string("source", random_.percent(50) ? "user" : "tool");
  json.millionths("confidence", random_.between(5, 10) * 100'000);
  json.begin_array("tags").string(random_.pick(phrases::kTopics)).end_array();
  if (random_.percent(20)) {
    json.boolean("ephemeral", true);
  }
  if (random_.percent(10)) {
    json.begin_array("references").string(random_.pick(phrases::kFiles)).end_array();
  }
  json.end_object();
}

void TurnWriter::append_updates(json::Writer& json, const WrittenSession& session) {
  json.begin_array("goal_updates");
  if (random_.percent(25)) {
    json.begin_object().string("goal_id", "goal-" + std::to_string(session.number));
    json.string("status", session.turns_left == 1 ? "completed" : "active");
    json.millionths("progress", session.turns_left == 1 ? 1'000'000 : random_.between(1, 9) * 100'000);
    json.string("notes", fill(random_.pick(phrases::kNotes), session.persona)).end_object();
  }
  json.end_array().begin_array("action_updates");
  if (random_.percent(18)) {
    json.begin_object().string("action_id", "action-" + std::to_string(turns_));
    json.string("status", failed_ ? "failed" : "completed");
    json.begin_object("result").string("summary", fill(random_.pick(phrases::kNotes), session.persona)).end_object();
    json.end_object();
  }
  json.end_array().begin_array("errors");
  if (failed_) {
    json.string(fill(random_.pick(phrases::kErrors), session.persona));
  }
  json.end_array().begin_array("warnings");
  if (random_.percent(8)) {
    json.string(fill(random_.pick(phrases::kWarnings), session.persona));
  }
  json.end_array();
}

void TurnWriter::append_metadata(json::Writer& json) {
  json.begin_object("metadata").begin_array("daemons_activated").end_array().begin_array("tools_used");
  for (const std::string_view tool : tools_) {
    json.string(tool);
  }
  json.end_array().begin_array("memory_types_accessed").string("episodic").end_array();
  json.integer("budget_used", random_.between(500, 6'000)).integer("budget_total", 8'000).end_object();
}

}  // namespace turnstream::app
