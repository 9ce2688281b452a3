#include "tests/bench/hostile_turns.h"

#include <array>

#include "app/data/ulid.h"
#include "tests/bench/hostile_texts.h"

namespace turnstream::bench {
namespace {

constexpr std::int64_t kStartMs = 1'760'000'000'000;
constexpr std::int64_t kIntervalMs = 10'000;
constexpr std::int64_t kLateMsMax = 30LL * 24 * 3'600'000;
constexpr std::int64_t kEarlyMsMax = 600'000;

constexpr std::array<std::string_view, 11> kShapes{"talk",     "answer",       "observation", "500 observations",
                                                   "flapping", "nearly equal", "colliding",   "tools",
                                                   "tags",     "outputs",      "updates"};

}  // namespace

/// The length of a text: short for most turns, as in real ones; one in fifty has the maximum.
std::size_t HostileTurns::text_bytes() {
  const std::size_t chance = random_.below(100);
  return chance < 60 ? 1 + random_.below(300) : chance < 90 ? random_.below(2'000) : chance < 98 ? 12'000 : 65'536;
}

std::string HostileTurns::text(std::size_t bytes) {
  HostileText made = hostile_text(random_, bytes);
  text_kind_ = made.kind;
  return std::move(made.text);
}

HostileTurn HostileTurns::next() {
  HostileTurn turn;
  turn.log_time_ms = kStartMs + turns_ * kIntervalMs;
  text_kind_.clear();
  // Every third turn is talk, because most rules read talk. The larger a shape is, the rarer it is.
  const std::size_t dice = random_.below(100);
  const auto any = static_cast<Shape>(random_.below(kShapes.size()));
  const bool large = any == Shape::kNotes || any == Shape::kTools || any == Shape::kUpdates || any == Shape::kTags;
  const Shape shape = dice < 33 || (large && dice < 90) ? Shape::kTalk : any;
  const bool late = random_.percent(50);
  const std::int64_t event_ms =
      turn.log_time_ms + (late ? -random_.between(0, kLateMsMax) : random_.between(0, kEarlyMsMax));
  json::Writer json(turn.json);
  json.begin_object().string("turn_id", app::make_ulid(turn.log_time_ms, "hostile/" + std::to_string(turns_)));
  json.string("agent_id", kHostilePersona).time("timestamp", event_ms);
  json.string("session_id", "s" + std::to_string(random_.percent(90) ? turns_ / 40 : turns_ % 100));
  append_body(json, shape);
  json.begin_object("metadata").begin_array("memories_recalled");
  if (random_.percent(10)) {
    json.string("fact");
  }
  json.end_array().end_object().end_object();
  turn.kind = std::string(kShapes[static_cast<std::size_t>(shape)]);
  turn.kind += text_kind_.empty() ? "" : ": " + text_kind_;
  ++turns_;
  return turn;
}

void HostileTurns::append_body(json::Writer& json, Shape shape) {
  json.begin_object("turn_data");
  const std::string said = shape == Shape::kTalk   ? text(text_bytes())
                           : shape == Shape::kFlap ? "the api port is " + hostile_value(random_)
                           : random_.percent(50)   ? "The api port is 8080."
                                                   : "";
  json.string("user_input", said);
  json.string("assistant_response", shape == Shape::kAnswer ? text(text_bytes()) : "Noted.");
  json.string("mode", random_.percent(90) ? "work" : "mode " + std::to_string(random_.below(100))).end_object();
  append_notes(json, shape);
  if (shape == Shape::kTools || shape == Shape::kOutputs) {
    append_tools(json, shape);
  }
  if (shape == Shape::kUpdates) {
    append_updates(json);
  }
}

void HostileTurns::append_observation(json::Writer& json, std::string_view content, std::size_t tags) {
  json.begin_object().string("id", "o" + std::to_string(random_.next() % 1'000'000)).string("type", "observation");
  json.string("content", content).millionths("confidence", random_.between(0, 10) * 100'000).begin_array("tags");
  for (std::size_t i = 0; i < tags; ++i) {
    json.string("tag" + std::to_string(random_.below(5'000)));
  }
  json.end_array().end_object();
}

void HostileTurns::append_notes(json::Writer& json, Shape shape) {
  json.begin_array("observations");
  if (shape == Shape::kNote) {
    append_observation(json, text(text_bytes()), 0);
  } else if (shape == Shape::kNear) {
    append_observation(json, nearly_equal_text(random_), 0);
  } else if (shape == Shape::kColliding) {
    append_observation(json, colliding_text(random_), 0);
  } else if (shape == Shape::kTags) {
    append_observation(json, "the api port is 8080", 2'000);
  } else if (shape == Shape::kNotes) {
    const std::size_t kind = random_.below(4);
    for (std::size_t i = 0; i < 500; ++i) {
      append_observation(json,
                         kind == 0   ? "the api port is " + std::to_string(random_.below(100'000))
                         : kind == 1 ? nearly_equal_text(random_)
                         : kind == 2 ? colliding_text(random_)
                                     : text(random_.below(60)),
                         random_.below(3));
    }
  }
  json.end_array();
}

void HostileTurns::append_tools(json::Writer& json, Shape shape) {
  const std::size_t count = shape == Shape::kTools ? 300 : 1;
  const std::size_t names = std::array<std::size_t, 3>{2, 20, 1'000'000}[random_.below(3)];
  json.begin_array("tool_executions");
  for (std::size_t i = 0; i < count; ++i) {
    const bool fails = random_.percent(30);
    json.begin_object().string("tool_id", "Tool  port " + std::to_string(random_.below(names)));
    json.string("status", fails ? "failure" : "success").begin_object("inputs").end_object();
    json.begin_object("outputs").string("text", shape == Shape::kOutputs ? text(text_bytes()) : "8080").end_object();
    if (fails) {
      json.string("error", "port " + hostile_value(random_) + " is taken");
    }
    json.begin_array("memory_writes");
    if (random_.percent(20)) {
      json.begin_object().string("type", "fact").string("content", "the api port is " + hostile_value(random_));
      json.end_object();
    }
    json.end_array().end_object();
  }
  json.end_array();
}

void HostileTurns::append_updates(json::Writer& json) {
  json.begin_array("goal_updates");
  for (std::size_t i = 0; i < 200; ++i) {
    json.begin_object().string("goal_id", "g" + std::to_string(random_.below(20))).string("status", "active");
    json.millionths("progress", 500'000).string("notes", "the api port is " + hostile_value(random_)).end_object();
  }
  json.end_array().begin_array("errors");
  for (std::size_t i = 0; i < 200; ++i) {
    json.string("port " + hostile_value(random_) + " is taken");
  }
  json.end_array().begin_array("warnings");
  for (std::size_t i = 0; i < 200; ++i) {
    json.string("");
  }
  json.end_array();
}

}  // namespace turnstream::bench
