// The stream of changes: what it says of each turn and command, where it continues, and that it never says what was forgotten.
#include <algorithm>
#include <doctest/doctest.h>
#include <map>
#include <sstream>
#include <utility>

#include "recall/answers/change_stream.h"
#include "tests/scenario/phase3.h"
#include "tests/scenario/recalled.h"

namespace turnstream::scenario {
namespace {

using Json = nlohmann::json;

constexpr std::size_t kAllBytes = std::size_t{1} << 20;

struct Event {
  std::string name;
  std::string id;
  Json data;
};

std::vector<Event> events_in(const std::string& text) {
  std::vector<Event> events;
  std::istringstream lines(text);
  Event event;
  for (std::string line; std::getline(lines, line);) {
    if (line.empty() && !event.data.is_null()) {
      events.push_back(std::exchange(event, {}));
    } else if (line.starts_with("event: ")) {
      event.name = line.substr(7);
    } else if (line.starts_with("id: ")) {
      event.id = line.substr(4);
    } else if (line.starts_with("data: ")) {
      event.data = Json::parse(line.substr(6));
    }
  }
  return events;
}

/// Reads until there is nothing more, so many bytes at once.
std::string read_all(recall::ChangeStream& stream, std::size_t bytes_max = kAllBytes) {
  std::string all;
  for (;;) {
    std::string text;
    const auto events = stream.read(text, bytes_max);
    REQUIRE(events.ok());
    CHECK(*events == static_cast<std::int64_t>(events_in(text).size()));
    if (text.empty()) {
      return all;
    }
    all += text;
  }
}

recall::ChangeStream stream_after(Recalled& recalled, const std::string& id, const std::string& persona = "") {
  const auto position = recall::read_position(id);
  REQUIRE(position.has_value());
  return {recalled.model(), {persona, position}};
}

const std::string kBeginning = "0@-1.0";

std::vector<Event> events_after(Recalled& recalled, const std::string& id, const std::string& persona = "") {
  recall::ChangeStream stream = stream_after(recalled, id, persona);
  return events_in(read_all(stream));
}

}  // namespace

TEST_CASE("a stream says what became of a turn and then what it changed") {
  Pipeline pipeline;
  store::MemoryStore store;
  Recalled recalled(pipeline, store);
  recall::ChangeStream stream(recalled.model(), {"helper", std::nullopt});
  const std::string begin = read_all(stream);
  CHECK(begin == "retry: 2000\n\nid: 0@-1.0\n\n");

  const Json turn = said("helper", 1, "My favourite colour is teal", "Teal it is.");
  pipeline.publish(turn);
  pipeline.drain();
  recalled.follow();
  const std::vector<Event> events = events_in(read_all(stream));
  REQUIRE(events.size() > 3);
  CHECK(events[0].name == "turn");
  CHECK(events[0].data.at("turn_id") == turn["turn_id"]);
  CHECK(events[0].data.at("outcome") == "remembered");
  CHECK(events[0].data.at("stages").at("episodic").at("added").get<int>() > 0);
  CHECK(events[0].data.at("stages").size() == 6);
  const std::string place = "0@" + std::to_string(events[0].data.at("log").at("offset").get<int>()) + ".";
  std::map<std::string, int> kinds;
  std::vector<std::string> messages;
  for (std::size_t n = 0; n < events.size(); ++n) {
    CHECK(events[n].id == place + std::to_string(n));
    if (n > 0) {
      CHECK(events[n].name == "change");
      CHECK(events[n].data.at("op") == "add");
      ++kinds[events[n].data.at("kind").get<std::string>()];
    }
    if (n > 0 && events[n].data.at("kind") == "message") {
      messages.push_back(events[n].data.at("text").get<std::string>());
    }
  }
  CHECK(messages == std::vector<std::string>{"My favourite colour is teal", "Teal it is."});
  CHECK(kinds["preference"] + kinds["fact"] > 0);

  pipeline.publish(turn);
  pipeline.drain();
  recalled.follow();
  const std::vector<Event> repeated = events_in(read_all(stream));
  REQUIRE_FALSE(repeated.empty());
  CHECK(repeated[0].data.at("outcome") == "duplicate");
}

TEST_CASE("a stream that continues behind any event has exactly those that follow") {
  Pipeline pipeline({.partitions = 3});
  store::MemoryStore store;
  Recalled recalled(pipeline, store);
  for (int number = 0; number < 12; ++number) {
    const std::string persona = "persona" + std::to_string(number % 4);
    pipeline.publish(said(persona, number, "My favourite number is " + std::to_string(number), "Noted."));
  }
  pipeline.drain();
  recalled.follow();
  const std::vector<Event> all = events_after(recalled, kBeginning);
  REQUIRE(all.size() > 24);
  for (std::size_t i = 0; i < all.size(); ++i) {
    const std::vector<Event> rest = events_after(recalled, all[i].id);
    REQUIRE(rest.size() == all.size() - i - 1);
    for (std::size_t k = 0; k < rest.size(); ++k) {
      CHECK(rest[k].data == all[i + 1 + k].data);
    }
  }
  // The same in small parts, and of one persona alone.
  recall::ChangeStream slow = stream_after(recalled, kBeginning);
  std::size_t count = 0;
  for (const Event& event : events_in(read_all(slow, 1))) {
    count += event.name == "turn" || event.name == "change" ? 1 : 0;
  }
  CHECK(count == all.size());
  std::vector<Json> own;
  for (const Event& event : all) {
    if (event.data.at("persona_id") == "persona1") {
      own.push_back(event.data);
    }
  }
  const std::string partition = std::to_string(own.at(0).at("log").at("partition").get<int>());
  const std::vector<Event> alone = events_after(recalled, partition + "@-1.0", "persona1");
  REQUIRE(alone.size() == own.size());
  for (std::size_t i = 0; i < own.size(); ++i) {
    CHECK(alone[i].data == own[i]);
  }
}

TEST_CASE("an id that the journal does not know resets the stream to the present") {
  Pipeline pipeline;
  store::MemoryStore store;
  Recalled recalled(pipeline, store);
  pipeline.publish(said("helper", 1, "My favourite colour is teal", "Teal it is."));
  pipeline.drain();
  recalled.follow();
  for (const std::string id : {"0@999999.0", "7@0.0"}) {
    const std::vector<Event> events = events_after(recalled, id);
    REQUIRE(events.size() == 1);
    CHECK(events[0].name == "reset");
    CHECK(events[0].data == Json{{"reason", "unknown_id"}});
    CHECK(events_after(recalled, events[0].id).empty());
  }
  CHECK(events_after(recalled, "7@0.0", "helper").at(0).name == "reset");
}

TEST_CASE("a forget says what left and no stream says the text or the turn again") {
  const std::string word = "zqwvxjkprtmn";
  Pipeline pipeline;
  store::MemoryStore store;
  Recalled recalled(pipeline, store);
  const Json secret = said("helper", 1, "I prefer the " + word + " boat in the harbour", "The " + word + " is good.");
  pipeline.publish(secret);
  pipeline.publish(said("helper", 2, "My sister Anna moved to Porto last month.", "Good.", "s2"));
  pipeline.drain();
  recalled.follow();
  recall::ChangeStream early = stream_after(recalled, kBeginning);
  std::vector<std::string> ids;
  for (const Event& event : events_in(read_all(early))) {
    if (event.data.dump().find(word) != std::string::npos && event.data.at("kind") == "message") {
      ids.push_back(event.data.at("id").get<std::string>());
    }
  }
  REQUIRE(ids.size() == 2);

  send(pipeline, 1, "forget", {{"ids", {secret["turn_id"]}}});
  recalled.follow();
  const std::vector<Event> forgotten = events_in(read_all(early));
  CHECK(std::any_of(forgotten.begin(), forgotten.end(),
                    [](const Event& event) { return event.name == "turn" && event.data.at("outcome") == "command"; }));
  for (const std::string& id : ids) {
    const auto is_gone = [&](const Event& event) {
      return event.name == "change" && event.data.at("op") == "delete" && event.data.at("id") == id;
    };
    CHECK(std::count_if(forgotten.begin(), forgotten.end(), is_gone) == 1);
  }
  for (const Event& event : events_after(recalled, kBeginning)) {
    const std::string text = event.data.dump();
    CHECK(text.find(word) == std::string::npos);
    CHECK(text.find(secret["turn_id"].get<std::string>()) == std::string::npos);
    CHECK((event.name == "turn" || event.data.at("op") != "add" || event.data.at("kind") != "message" ||
           event.data.contains("text")));
  }

  send(pipeline, 2, "forget", {{"all", true}, {"confirm", "helper"}});
  recalled.follow();
  const std::vector<Event> left = events_after(recalled, kBeginning, "helper");
  REQUIRE(left.size() == 2);
  CHECK(left[0].data.at("outcome") == "command");
  CHECK(left[1].data.at("kind") == "persona");
  CHECK(left[1].data.at("id") == "helper");
}

TEST_CASE("a silent stream of one persona says how far it is when others have changed") {
  Pipeline pipeline;
  store::MemoryStore store;
  Recalled recalled(pipeline, store);
  recall::ChangeStream stream(recalled.model(), {"helper", std::nullopt});
  read_all(stream);
  std::string silent;
  stream.append_sign_of_life(silent);
  CHECK(silent == ": heartbeat\n\n");
  pipeline.publish(said("other", 1, "My favourite colour is teal", "Teal it is."));
  pipeline.drain();
  recalled.follow();
  CHECK(read_all(stream).empty());
  std::string told;
  stream.append_sign_of_life(told);
  REQUIRE(told.starts_with(": heartbeat\n\nid: 0@"));
  CHECK(told.ends_with("\n\n"));
  const std::string id = told.substr(17, told.size() - 19);
  CHECK(events_after(recalled, id, "helper").empty());
  CHECK(events_after(recalled, id).empty());
}

}  // namespace turnstream::scenario
