#include <doctest/doctest.h>

#include "pipeline/codec/ids.h"
#include "tests/unit_metas/meta_fixture.h"

namespace turnstream::consolidation {
namespace {

using Json = nlohmann::json;

const std::vector<std::string> kWine{"wine", "cellar", "porto"};
const std::vector<std::string> kTrain{"train", "station", "delay"};

/// Three insights about wine with different importance, and two about trains.
struct Cellar : MetaFixture {
  Cellar() {
    set_settings(R"({"episodic":{"tags_max":3}})");
    items_of[0] = tagged("Ann keeps 40 bottles of Dao in the cellar.", kWine, 0, 450'000);
    items_of[1] = tagged("The cellar in Porto is flooded since May.", kWine, 1, 480'000);
    tagged("The night train to Faro left 20 minutes late.", kTrain, 2);
    items_of[2] = tagged("Bruno sold the wine press to Globex.", kWine, 3, 420'000);
    tagged("Platform 4 of the station is closed.", kTrain, 4);
    consolidate(kSecond);
  }
  std::string items_of[3];
};

}  // namespace

TEST_CASE_FIXTURE(Cellar, "a meta-insight has the best sentences of its three most important sources in their order") {
  sweep_metas(kMinute);
  REQUIRE(metas().size() == 1);
  const Json meta = metas()[0];
  CHECK(meta["summary"] ==
        "The cellar in Porto is flooded since May. Ann keeps 40 bottles of Dao in the cellar. Bruno sold the wine "
        "press to Globex.");
  CHECK(meta["importance"] == 0.9);
  CHECK(meta["tags"] == Json{"wine", "cellar", "porto"});
  CHECK(meta["domain"] == "chat");
  CHECK(meta["derived_by"]["method"] == "extractive");
  CHECK(meta["access_count"] == 0);
  CHECK(meta["last_accessed_at"].is_null());
  Ids expected;
  for (const Json& insight : of_type("extracted")) {
    if (insight["tags"][0] == "wine") {
      expected.insert(insight["id"].get<std::string>());
    }
  }
  CHECK(source_ids(meta) == expected);
  for (const Json& source : meta["sources"]) {
    CHECK(source["turn_id"] == "");
    CHECK(source["session_id"] == "");
  }
  const std::vector<std::string> sorted(expected.begin(), expected.end());
  CHECK(meta["id"] == to_string(codec::insight_id("helper", sorted)));
  CHECK(events_of("meta") == std::vector<Json>{meta});
}

TEST_CASE_FIXTURE(Cellar, "the same insights make no second meta-insight") {
  sweep_metas(kMinute);
  const auto again = sweep_metas(2 * kMinute);
  CHECK(again.changes.empty());
  CHECK(again.events.empty());
}

TEST_CASE_FIXTURE(Cellar, "a meta-insight whose sources are among those of a new one goes") {
  sweep_metas(kMinute);
  const Json before = metas()[0];
  tagged("Our cellar has a new door of oak.", kWine, 2 * kMinute);
  consolidate(3 * kMinute);
  const auto outcome = sweep_metas(4 * kMinute);
  REQUIRE(metas().size() == 1);
  CHECK(metas()[0]["sources"].size() == 4);
  CHECK(insights.count(before["id"]) == 0);
  CHECK(outcome.removed() == 1);
  CHECK(outcome.added() == 1);
}

TEST_CASE_FIXTURE(Cellar, "a meta-insight whose sources all stand in a kept one is not made") {
  tagged("Our cellar has a new door of oak.", kWine, kMinute);
  consolidate(2 * kMinute);
  sweep_metas(3 * kMinute);
  REQUIRE(metas().size() == 1);
  CHECK(metas()[0]["sources"].size() == 4);
  // Only the three that are used last are looked at.
  set_settings(R"({"episodic":{"tags_max":3},"consolidation":{"meta_insights_max":3}})");
  std::string ids;
  for (const auto& source : source_ids(metas()[0])) {
    ids += std::string(ids.empty() ? "\"" : ",\"") + source + "\"";
  }
  command("access", R"({"ids":[)" + ids + "]}", 4 * kMinute);
  CHECK(sweep_metas(5 * kMinute).changes.empty());
}

TEST_CASE_FIXTURE(Cellar, "the insights that were used last are looked at and those never accessed by their age") {
  set_settings(R"({"episodic":{"tags_max":3},"consolidation":{"meta_insights_max":3}})");
  tagged("The last tram of the night is line 28.", kTrain, kMinute);
  consolidate(2 * kMinute);
  sweep_metas(3 * kMinute);
  CHECK(metas().empty());  // one about trains and two others, by id
  std::string ids;
  for (const Json& insight : of_type("extracted")) {
    ids += insight["tags"][0] == "wine"
               ? std::string(ids.empty() ? "\"" : ",\"") + insight["id"].get<std::string>() + "\""
               : "";
  }
  command("access", R"({"ids":[)" + ids + "]}", 4 * kMinute);
  sweep_metas(5 * kMinute);
  REQUIRE(metas().size() == 1);
  CHECK(metas()[0]["tags"][0] == "wine");
}

TEST_CASE_FIXTURE(Cellar, "a sweep with a time looks only at insights from then on") {
  command("sweep", R"({"passes":["meta"],"since":"2026-01-01T10:00:02.000Z"})", kMinute);
  CHECK(metas().empty());
  command("sweep", R"({"passes":["meta"],"since":"2026-01-01T10:00:01.000Z"})", kMinute);
  CHECK(metas().size() == 1);
}

TEST_CASE_FIXTURE(Cellar, "forgetting an item or an insight takes the meta-insight along and bars its sentences") {
  for (const bool by_item : {true, false}) {
    CAPTURE(by_item);
    Cellar cellar;
    cellar.sweep_metas(kMinute);
    const std::string insight = cellar.id_of("The cellar in Porto is flooded since May.");
    cellar.command("forget", R"({"ids":[")" + (by_item ? cellar.items_of[1] : insight) + R"("]})", 2 * kMinute);
    CHECK(cellar.metas().empty());
    CHECK(cellar.insights.count(insight) == 0);
    CHECK((!by_item || !cellar.rows_contain("flooded")));  // what an item that stays says may wait for its topic
    cellar.tagged("Our cellar has a new door of oak.", kWine, 3 * kMinute);
    cellar.consolidate(4 * kMinute);
    cellar.sweep_metas(5 * kMinute);
    REQUIRE(cellar.metas().size() == 1);  // of what is not forgotten
    CHECK(cellar.metas()[0]["sources"].size() == 3);
    CHECK(cellar.metas()[0]["summary"].get<std::string>().find("flooded") == std::string::npos);
  }
}

TEST_CASE_FIXTURE(Cellar, "a meta-insight goes with a source that leaves because there are too many") {
  // Without the source, a forget of the source's turn would not find it.
  sweep_metas(kMinute);
  REQUIRE(metas().size() == 1);
  set_settings(R"({"episodic":{"tags_max":3},"consolidation":{"insights_max":3}})");
  command("access", R"({"ids":[")" + id_of("The cellar in Porto is flooded since May.") + R"("]})", 2 * kMinute);
  CHECK(summaries() == std::vector<std::string>{"Ann keeps 40 bottles of Dao in the cellar.",
                                                "The cellar in Porto is flooded since May."});
  REQUIRE(events_of("quota").size() == 1);
  CHECK(events_of("quota")[0]["items"].size() == 4);
}

TEST_CASE_FIXTURE(Cellar, "a meta-insight that is forgotten itself is not made again from the same sources") {
  sweep_metas(kMinute);
  command("forget", R"({"ids":[")" + metas()[0]["id"].get<std::string>() + R"("]})", 2 * kMinute);
  CHECK(metas().empty());
  CHECK(of_type("extracted").size() == 5);
  sweep_metas(3 * kMinute);
  CHECK(metas().empty());
}

TEST_CASE_FIXTURE(Cellar, "an access counts at the meta-insight") {
  sweep_metas(kMinute);
  const std::string id = metas()[0]["id"];
  command("access", R"({"ids":[")" + id + R"("],"counts":[2]})", 2 * kMinute);
  CHECK(insights[id]["access_count"] == 2);
  CHECK(insights[id]["last_accessed_at"] == "2026-01-01T10:02:00.000Z");
}

TEST_CASE("a summary has at most three hundred characters and no sentence that is cut behind the first") {
  MetaFixture fixture;
  for (const char* name : {"amber", "birch", "cedar"}) {
    std::string words;
    for (int i = 0; i < 15; ++i) {
      words += std::string(" ") + name + std::to_string(i);
    }
    fixture.tagged("The rack holds" + words + " in room 9.", kTrain, 0);
  }
  fixture.consolidate(kSecond);
  REQUIRE(fixture.insights.size() == 3);
  fixture.set_settings(R"({"consolidation":{"meta_similarity":0.01}})");
  fixture.sweep_metas(kMinute);
  REQUIRE(fixture.metas().size() == 1);
  const std::string summary = fixture.metas()[0]["summary"];
  CHECK(summary.size() <= 300);
  CHECK(summary.substr(summary.size() - 10) == "in room 9.");
}

TEST_CASE("the name of who said a sentence stands before it") {
  MetaFixture fixture;
  fixture.set_settings(R"({"consolidation":{"meta_similarity":0.01}})");
  fixture.say("I moved to Porto in May 2024.", "", 0);
  fixture.say("My sister lives in Porto since 2019.", "", 1);
  fixture.say("I bought a boat in Porto for 900 euros.", "", 2);
  fixture.consolidate(kSecond);
  fixture.sweep_metas(kMinute);
  REQUIRE(fixture.metas().size() == 1);
  const std::string summary = fixture.metas()[0]["summary"];
  CHECK(summary.find("Ann: I moved to Porto in May 2024.") != std::string::npos);
  CHECK(summary.find("Ann, 1 January 2026: I bought a boat in Porto for 900 euros.") != std::string::npos);
}

TEST_CASE("a grant shares a meta-insight only if it covers each of its sources") {
  for (const auto& [tag, shared] : {std::pair("wine", true), {"porto", false}}) {
    const std::string granted = tag;
    CAPTURE(granted);
    MetaFixture fixture;
    fixture.set_settings(R"({"episodic":{"tags_max":3}})");
    fixture.tagged("Ann keeps 40 bottles of Dao in the cellar.", {"wine", "cellar", "porto"}, 0);
    fixture.tagged("The cellar in Porto is flooded since May.", {"wine", "cellar", "porto"}, 1);
    fixture.tagged("Bruno sold the wine press to Globex.", {"wine", "cellar", "press"}, 2);
    fixture.consolidate(kSecond);
    fixture.command("grant", R"({"target":"teacher","tags":[")" + granted + R"("],"domains":[]})", 2 * kSecond);
    const auto outcome = fixture.sweep_metas(3 * kSecond);
    REQUIRE(fixture.metas().size() == 1);
    CHECK(fixture.metas()[0]["tags"] == Json{"wine", "cellar", "porto"});
    CHECK(outcome.told.size() == (shared ? 1 : 0));
    const auto again = fixture.command("grant", R"({"target":"school","tags":[")" + granted + R"("]})", 4 * kSecond);
    CHECK(again.told.size() == (shared ? 4 : 2));
  }
}

TEST_CASE("what another persona shares is not among the sources of a meta-insight") {
  Cellar cellar;
  for (int i = 0; i < 5; ++i) {
    const std::string number = std::to_string(i);
    cellar.command("share",
                   R"({"source_persona_id":"teacher","grant":{"kind":"grant","id":"helper","persona_id":"teacher",)"
                   R"("target":"helper","tags":[],"domains":[],"granted_at":"2026-01-01T10:00:00.000Z"},"insight":)"
                   R"({"kind":"insight","type":"extracted","id":"0f3c2a1e-1c2d-5e3f-8a9b-0c1d2e3f4a5)" +
                       number + R"(","persona_id":"teacher","summary":"Cellar )" + number +
                       R"( of the school is locked.","sources":[],"domain":"chat","importance":0.9,)"
                       R"("tags":["wine","cellar","porto"],"confidence":0.7,"extracted_at":"2026-01-01T10:00:00.000Z",)"
                       R"("last_accessed_at":null,"access_count":0,"derived_by":{"method":"extractive","model":null,)"
                       R"("effect_id":null},"log":{"partition":0,"offset":1}}})",
                   kSecond);
  }
  REQUIRE(cellar.of_type("shared").size() == 5);
  cellar.sweep_metas(kMinute);
  REQUIRE(cellar.metas().size() == 1);
  CHECK(cellar.metas()[0]["sources"].size() == 3);
}

}  // namespace turnstream::consolidation
