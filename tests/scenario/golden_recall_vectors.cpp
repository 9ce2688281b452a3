// Recall with a table of vectors: messages are found by their meaning, at the present and in the past, in an index that was kept up to
// date and in one that is loaded; the table is part of the digest; personas whose language its model does not know have none.
#include <doctest/doctest.h>
#include <memory>
#include <string>
#include <vector>

#include "tests/scenario/phase3.h"
#include "tests/scenario/recalled.h"
#include "tests/unit_recall_vectors/small_table.h"

namespace turnstream::scenario {
namespace {

using Json = nlohmann::json;
using Texts = std::vector<std::string>;

/// Boats are like ships, kites are not.
std::unique_ptr<recall::VectorTable> boats(float scale = 1) {
  return recall::small_table({{"boat", {100, 0, 0}, scale}, {"ship", {90, 30, 0}}, {"kite", {0, 0, 100}}});
}

recall::ReadModelConfig with(const recall::VectorTable& table) {
  recall::ReadModelConfig config;
  config.vectors = &table;
  return config;
}

Json messages_like(const std::string& persona, const std::string& query) {
  return {{"persona_id", persona}, {"query", query}, {"kinds", {"message"}}};
}

void publish_boat(Pipeline& pipeline, const std::string& persona) {
  pipeline.publish(said(persona, 1, "A red boat arrived", ""));
  pipeline.publish(said(persona, 2, "The kite is broken", "", "s2"));
  pipeline.drain();
}

}  // namespace

TEST_CASE("a message is found by its meaning and the answer says so") {
  Pipeline pipeline;
  const auto table = boats();
  store::MemoryStore store;
  Recalled recalled(pipeline, store, with(*table));
  publish_boat(pipeline, "helper");
  recalled.follow();
  const Json found = recalled.ask(messages_like("helper", "ship"));
  REQUIRE(texts_of(found) == Texts{"A red boat arrived"});
  const Json& parts = found.at("results").at(0).at("parts");
  CHECK(parts.at("vector").get<double>() > 7);
  CHECK_FALSE(parts.contains("window"));

  store::MemoryStore other_store;
  Recalled without(pipeline, other_store);
  without.follow();
  CHECK(without.ask(messages_like("helper", "ship")).at("results").empty());
}

TEST_CASE("an index that is kept up to date finds by meaning what one that is loaded finds and the past is as it was") {
  Pipeline pipeline;
  const auto table = boats();
  store::MemoryStore store;
  Recalled recalled(pipeline, store, with(*table));
  publish_boat(pipeline, "helper");
  recalled.follow();
  const Json before = recalled.ask(messages_like("helper", "ship"));
  pipeline.publish(said("helper", 3, "The boat left", ""));
  pipeline.drain();
  recalled.follow();
  const Json kept = recalled.ask(messages_like("helper", "ship"));
  CHECK(kept.at("results").size() == 2);

  store::MemoryStore other_store;
  Recalled loaded(pipeline, other_store, with(*table));
  loaded.follow();
  CHECK(loaded.ask(messages_like("helper", "ship")) == kept);

  Json past = messages_like("helper", "ship");
  past["as_of"] = std::to_string(before.at("log").at("partition").get<int>()) + "@" +
                  std::to_string(before.at("log").at("offset").get<std::int64_t>());
  CHECK(recalled.ask(past).at("results") == before.at("results"));
}

TEST_CASE("similar compares the vector of the whole text also if memory has none of its words") {
  Pipeline pipeline;
  const auto table = boats();
  store::MemoryStore store;
  Recalled recalled(pipeline, store, with(*table));
  publish_boat(pipeline, "helper");
  recalled.follow();
  const Json request{{"persona_id", "helper"}, {"text", "Ships ahoy: one ship"}, {"kinds", {"message"}}};
  CHECK(texts_of(recalled.similar(request)) == Texts{"A red boat arrived"});
  store::MemoryStore other_store;
  Recalled without(pipeline, other_store);
  without.follow();
  CHECK(without.similar(request).at("results").empty());
}

TEST_CASE("the digest names the table and the rows are the same with any") {
  Pipeline pipeline;
  const auto table = boats();
  const auto other_table = boats(.5F);
  publish_boat(pipeline, "helper");
  store::MemoryStore store;
  std::string without;
  std::string with_table;
  {
    Recalled recalled(pipeline, store);
    recalled.follow();
    without = recalled.digest();
  }
  {
    Recalled recalled(pipeline, store, with(*table));
    recalled.follow();
    with_table = recalled.digest();
    CHECK(texts_of(recalled.ask(messages_like("helper", "ship"))) == Texts{"A red boat arrived"});
  }
  CHECK(with_table != without);
  {
    Recalled recalled(pipeline, store, with(*other_table));
    recalled.follow();
    CHECK(recalled.digest() != with_table);
    CHECK(recalled.digest() != without);
  }
  Recalled recalled(pipeline, store);
  recalled.follow();
  CHECK(recalled.digest() == without);
}

TEST_CASE("personas with English or no language have vectors and others do not") {
  Pipeline pipeline;
  const auto table = boats();
  store::MemoryStore store;
  recall::ReadModelConfig config = with(*table);
  config.languages = recall::PersonaLanguages("english", {"de-*=german", "any-*=none"});
  Recalled recalled(pipeline, store, config);
  for (const char* persona : {"helper", "de-1", "any-1"}) {
    publish_boat(pipeline, persona);
  }
  recalled.follow();
  CHECK(texts_of(recalled.ask(messages_like("helper", "ship"))) == Texts{"A red boat arrived"});
  CHECK(texts_of(recalled.ask(messages_like("any-1", "ship"))) == Texts{"A red boat arrived"});
  CHECK(recalled.ask(messages_like("de-1", "ship")).at("results").empty());
}

}  // namespace turnstream::scenario
