#include "tests/simulation/talk.h"

#include <array>
#include <nlohmann/json.hpp>
#include <string_view>

#include "pipeline/base/check.h"
#include "pipeline/base/time_format.h"
#include "pipeline/base/uuid5.h"
#include "pipeline/codec/ids.h"

namespace turnstream::simulation {
namespace {

using Json = nlohmann::json;

constexpr std::size_t kTextBytes = 80;
constexpr int kSessions = 3;
constexpr int kLateMsMax = 3 * 86'400'000;

// Short lists, so that statements repeat and contradict each other. The ids of tools and the modes have one length.
constexpr std::array<std::string_view, 5> kTools{"grep", "make", "read", "find", "lint"};
constexpr std::array<std::string_view, 3> kModes{"chat", "code", "plan"};
constexpr std::array<std::string_view, 6> kThings{"TypeScript", "Rust", "tea", "dark mode", "Helix", "long meetings"};
constexpr std::array<std::string_view, 5> kCities{"Oslo", "Porto", "Lagos", "Lima", "Graz"};
constexpr std::array<std::string_view, 4> kPorts{"8080", "9090", "7070", "6060"};
constexpr std::array<std::string_view, 7> kWords{"kafka",   "broker",   "lantern", "violin",
                                                 "harbour", "compiler", "garden"};
// In a sentence, {T} stands for one of kThings, {C} for a city, {P} for a port, {W} for a word.
constexpr std::array<std::string_view, 14> kSaid{
    "I prefer {T} for {W} work.", "I love {T}.",     "I hate {T}.",    "I live in {C}.",        "I moved to {C}.",
    "I no longer live in {C}.",   "I like {T}.",     "I work at {W}.", "always run the {W}",    "never touch the {W}",
    "I don't like {T} any more.", "api port is {P}", "{W} and {W}?",   "my sister lives in {C}"};
constexpr std::array<std::string_view, 6> kNoted{"api port is {P}",         "the {W} depends on {W}",
                                                 "searched for {W} in {W}", "{W} near {W} with {W} behind {W}",
                                                 "default branch is {W}",   "{W} port is {P}"};

template <std::size_t n>
std::string_view one_of(Random& random, const std::array<std::string_view, n>& list) {
  return list[random.below(n)];
}

/// One of the sentences with its gaps filled, and with blanks at the end so that all texts have the same size.
template <std::size_t n>
std::string text(Random& words, const std::array<std::string_view, n>& sentences) {
  std::string filled(one_of(words, sentences));
  for (auto at = filled.find('{'); at != std::string::npos; at = filled.find('{', at)) {
    const char gap = filled[at + 1];
    filled.replace(at, 3,
                   gap == 'T'   ? one_of(words, kThings)
                   : gap == 'C' ? one_of(words, kCities)
                   : gap == 'P' ? one_of(words, kPorts)
                                : one_of(words, kWords));
  }
  TS_CHECK(filled.size() <= kTextBytes);
  filled.resize(kTextBytes, ' ');
  return filled;
}

std::string session(Random& shape) {
  return "s" + std::to_string(shape.below(kSessions));
}

Json observation(Random& shape, Random& words) {
  return {{"id", "o"},
          {"type", "observation"},
          {"content", text(words, kNoted)},
          {"source", "test"},
          {"confidence", shape.below(10) / 10.0},
          {"tags", Json::array()},
          {"ephemeral", shape.one_in(6)},
          {"references", Json::array({shape.one_in(2) ? "src/main.cpp" : "docs/plan.md"})}};
}

Json tool(Random& shape, Random& words) {
  constexpr std::array<std::string_view, 4> kStatus{"success", "success", "failure", "partial"};
  Json one{{"tool_id", one_of(words, kTools)},
           {"status", one_of(shape, kStatus)},
           {"inputs", {{"query", one_of(words, kPorts)}}},
           {"outputs", Json::object()},
           {"duration_ms", 3},
           {"tokens_used", 1},
           {"error", nullptr},
           {"observations_added", Json::array()},
           {"memory_writes", Json::array()}};
  if (one["status"] == "failure") {
    one["error"] = text(words, kNoted);
  }
  if (shape.one_in(4)) {
    one["observations_added"].push_back(observation(shape, words));
  }
  if (shape.one_in(4)) {
    one["memory_writes"].push_back({{"type", shape.one_in(2) ? "fact" : "task"}, {"content", text(words, kNoted)}});
  }
  return one;
}

std::string item_of(Random& shape, const Speaker& speaker, int number) {
  const auto turn = turn_id(shape.below(number + 1));
  return to_string(codec::memory_id(speaker.persona, turn, shape.one_in(2) ? "/turn_data" : "/observations/0"));
}

/// The id of something to forget: a turn, an item, or a memory derived from it.
std::string thing_of(Random& shape, const Speaker& speaker, int number) {
  switch (shape.below(4)) {
    case 0:
      return item_of(shape, speaker, number);
    case 1:
      return to_string(codec::fact_id(speaker.persona, {"api port", "is", one_of(shape, kPorts)}));
    case 2:
      return to_string(codec::pattern_id(speaker.persona, "tool", one_of(shape, kTools)));
    default:
      return turn_id(shape.below(number + 1));
  }
}

std::string command_of(Random& shape, const Speaker& speaker, int number, std::string_view kind, const Json& args) {
  const Json command{{"kind", kind},
                     {"command_id", "c" + std::to_string(number) + "-" + std::to_string(shape.below(1'000'000))},
                     {"persona_id", speaker.persona},
                     {"issued_by", "simulation"},
                     {"issued_at", nullptr},
                     {"caused_by", nullptr},
                     {"args", args}};
  return command.dump();
}

}  // namespace

std::string turn_id(int number) {
  if (number % 2 == 1) {
    return to_string(uuid5({}, "turn " + std::to_string(number)));
  }
  std::string digits = std::to_string(number);
  return "01JGFJJZ" + std::string(18 - digits.size(), '0') + digits;
}

std::string make_turn(Random& shape, Speaker& speaker, int number, std::int64_t time_ms) {
  Random& words = speaker.words;
  const std::int64_t late_ms = shape.one_in(8) ? shape.below(kLateMsMax) : 0;
  Json turn{{"turn_id", turn_id(number)},
            {"agent_id", speaker.persona},
            {"timestamp", format_time(time_ms - late_ms)},
            {"duration_ms", 5},
            {"session_id", session(shape)},
            {"turn_data",
             {{"user_input", shape.one_in(6) ? "" : text(words, kSaid)},
              {"assistant_response", shape.one_in(3) ? "" : text(words, kSaid)},
              {"urgency", "LOW"},
              {"mode", one_of(words, kModes)},
              {"parent_turn_id", nullptr}}},
            {"mentioned_me", shape.one_in(4)},
            {"error_recovered", shape.one_in(4)}};
  for (int i = shape.below(4); i > 0; --i) {
    turn["tool_executions"].push_back(tool(shape, words));
  }
  for (int i = shape.below(3); i > 0; --i) {
    turn["observations"].push_back(observation(shape, words));
  }
  if (shape.one_in(4)) {
    turn["errors"].push_back(text(words, kNoted));
  }
  if (shape.one_in(4)) {
    turn["goal_updates"].push_back(
        {{"goal_id", "g"}, {"status", "active"}, {"progress", 0.5}, {"notes", text(words, kNoted)}});
  }
  if (shape.one_in(4)) {
    turn["metadata"]["memories_recalled"] = Json::array({item_of(shape, speaker, number)});
  }
  return turn.dump();
}

std::string make_command(Random& shape, const Speaker& speaker, int number) {
  constexpr std::array<std::string_view, 4> kKinds{"forget", "forget", "unforget", "access"};
  const auto kind = one_of(shape, kKinds);
  Json args{{"ids", Json::array()}};
  if (kind == "access") {
    args["ids"].push_back(item_of(shape, speaker, number));
    args["counts"] = Json::array({1 + shape.below(20)});
  } else if (shape.one_in(6)) {
    args["all"] = true;
    if (kind == "forget") {
      args["confirm"] = speaker.persona;
      args["block"] = shape.one_in(2);
    }
  } else if (shape.one_in(6)) {
    args["session_id"] = session(shape);
  } else {
    args["ids"].push_back(thing_of(shape, speaker, number));
    args["ids"].push_back(thing_of(shape, speaker, number));
  }
  return command_of(shape, speaker, number, kind, args);
}

std::string make_sharing(Random& shape, const Speaker& speaker, std::string_view target, int number) {
  constexpr std::array<std::string_view, 6> kKinds{"sweep", "sweep", "sweep", "grant", "grant", "revoke"};
  const auto kind = one_of(shape, kKinds);
  if (kind == "sweep") {
    return command_of(shape, speaker, number, kind, {{"passes", Json::array({"consolidate"})}});
  }
  Json args{{"target", target}};
  if (shape.one_in(3)) {
    args["tags"] = Json::array({one_of(shape, kWords)});
  }
  return command_of(shape, speaker, number, kind, args);
}

std::string make_sweep(Random& shape, const Speaker& speaker, int number) {
  constexpr std::array<std::string_view, 5> kPasses{"consolidate", "consolidate", "topics", "flush", "verify"};
  return command_of(shape, speaker, number, "sweep", {{"passes", Json::array({one_of(shape, kPasses)})}});
}

std::string make_settings(Random& shape, int number) {
  const int items = shape.one_in(6) ? -1 : 3 + shape.below(12);  // a negative number is refused
  const Json values{{"episodic", {{"ring_items_max", items}}}, {"skill", {{"skills_max", 2 + shape.below(9)}}}};
  const Json command{{"kind", "settings"},
                     {"command_id", "s" + std::to_string(number) + "-" + std::to_string(shape.below(1'000'000))},
                     {"persona_id", nullptr},
                     {"args", {{"values", values}}}};
  return command.dump();
}

}  // namespace turnstream::simulation
