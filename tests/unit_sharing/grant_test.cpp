#include <doctest/doctest.h>

#include "stages/consolidation/sharing/kept_grant.h"
#include "stages/consolidation/sharing/settings.h"
#include "tests/stage_checks/settings_check.h"
#include "tests/unit_sharing/sharing_fixture.h"

namespace turnstream::consolidation {
namespace {

using Json = nlohmann::json;
using Texts = std::vector<std::string>;

Json tagged(const std::string& tag) {
  return {{"tags", Json::array({tag})}};
}

}  // namespace

TEST_CASE("without a grant nothing is shared and no row of sharing is written") {
  SharingWorld world;
  world.insight("helper", "a", tagged("typescript"));
  CHECK(world.words.empty());
  CHECK(world.rows_under("helper", "sharing") == 0);
  CHECK(world.rows_under("helper", "~s") == 0);
}

TEST_CASE("a grant shares what is there and then each new insight and the target has it attributed") {
  SharingWorld world;
  world.insight("helper", "a", {{"tags", {"typescript"}}, {"domain", "code"}, {"importance", 700'000}});
  world.grant("helper", "teacher", {"typescript"});
  const Json grant{{"kind", "grant"},        {"id", "teacher"},          {"persona_id", "helper"},
                   {"tags", {"typescript"}}, {"domains", Json::array()}, {"granted_at", "2026-01-01T10:00:00.000Z"}};
  CHECK(world.grants["helper"]["teacher"] == grant);
  world.now_ms += 1000;
  world.insight("helper", "b", tagged("typescript"));
  CHECK(world.received("teacher") == Texts{"About a.", "About b."});

  const std::string source = world.id_of("helper", "a");
  for (const auto& [id, insight] : world.insights["teacher"]) {
    if (insight["source_insight_id"] == source) {
      CHECK(insight["persona_id"] == "teacher");
      CHECK(insight["source_persona_id"] == "helper");
      CHECK(insight["shared_at"] == "2026-01-01T10:00:00.000Z");
      CHECK(insight["sources"] == Json::array({{{"id", source}, {"turn_id", ""}, {"session_id", ""}}}));
      CHECK(insight["domain"] == "code");
      CHECK(insight["importance"] == 0.7);
      CHECK(insight["tags"] == Json::array({"typescript"}));
    }
  }
  const Json args = Json::parse(world.words[0].args);
  CHECK(args["insight"] == world.insights["helper"][source]);
  CHECK(args["grant"] == Json{{"tags", {"typescript"}}, {"domains", Json::array()}});
}

TEST_CASE("a grant covers any of its tags in any case and any of its domains and an empty list covers all") {
  SharingWorld world;
  world.insight("helper", "a", {{"tags", {"TypeScript", "build"}}, {"domain", "code"}});
  world.insight("helper", "b", {{"tags", {"build"}}, {"domain", "chat"}});
  world.insight("helper", "c", {{"tags", {"garden"}}, {"domain", "code"}});
  world.grant("helper", "one", {"typescript", "garden"});
  world.grant("helper", "two", {"build"}, {"code", "self"});
  world.grant("helper", "three", Json::array(), {"chat"});
  world.grant("helper", "four");
  CHECK(world.received("one") == Texts{"About a.", "About c."});
  CHECK(world.received("two") == Texts{"About a."});
  CHECK(world.received("three") == Texts{"About b."});
  CHECK(world.received("four") == Texts{"About a.", "About b.", "About c."});
}

TEST_CASE("of what is there a grant shares the most important that it covers") {
  SharingWorld world;
  world.set_settings(R"({"consolidation":{"shared_at_grant_max":2}})");
  const std::vector<std::pair<const char*, int>> all{
      {"a", 100'000}, {"b", 900'000}, {"c", 910'000}, {"d", 1'000'000}, {"e", 600'000}};
  for (const auto& [name, importance] : all) {
    world.insight("helper", name,
                  {{"tags", {std::string(name) == "d" ? "other" : "topic"}}, {"importance", importance}});
  }
  world.grant("helper", "teacher", {"topic"});
  CHECK(world.received("teacher") == Texts{"About b.", "About c."});
  CHECK(Json::parse(world.words[0].args)["insight"]["summary"] == "About c.");
  world.insight("helper", "f", {{"tags", {"topic"}}, {"importance", 1}});
  CHECK(world.received("teacher") == Texts{"About b.", "About c.", "About f."});
  world.grant("helper", "student", {"absent"});
  CHECK(world.received("student").empty());
}

TEST_CASE("a received insight is not shared on") {
  SharingWorld world;
  world.grant("teacher", "student");
  world.grant("helper", "teacher");
  world.insight("helper", "a");
  world.insight("teacher", "b");
  world.grant("teacher", "other");
  CHECK(world.received("teacher") == Texts{"About a."});
  CHECK(world.received("student") == Texts{"About b."});
  CHECK(world.received("other") == Texts{"About b."});
}

TEST_CASE("a grant of the same target replaces the former and sends nothing twice") {
  SharingWorld world;
  world.insight("helper", "a", tagged("typescript"));
  world.insight("helper", "b", tagged("garden"));
  world.insight("helper", "c", {{"tags", {"typescript", "garden"}}});
  world.grant("helper", "teacher", {"typescript"});
  CHECK(world.words_of("share") == 2);
  world.grant("helper", "teacher", {"typescript"});
  CHECK(world.words.size() == 2);
  world.grant("helper", "teacher", {"garden"});
  CHECK(world.received("teacher") == Texts{"About b.", "About c."});
  CHECK(world.words_of("share") == 3);
  CHECK(world.words_of("unshare") == 1);
  CHECK(world.grants["helper"].size() == 1);
  CHECK(world.grants["helper"]["teacher"]["tags"] == Json::array({"garden"}));
  world.insight("helper", "d", tagged("typescript"));
  CHECK(world.words.size() == 4);
}

TEST_CASE("a revoke takes back what was shared with that target alone and a second one changes nothing") {
  SharingWorld world;
  world.grant("helper", "teacher");
  world.grant("helper", "student");
  world.insight("helper", "a");
  world.insight("helper", "b");
  const auto outcome = world.send("helper", "revoke", {{"target", "teacher"}});
  REQUIRE(outcome.told.size() == 1);
  CHECK(Json::parse(outcome.told[0].args)["ids"].size() == 2);
  CHECK(outcome.removed() == 1);
  CHECK(world.grants["helper"].size() == 1);
  CHECK(world.insights["teacher"].empty());
  CHECK(world.received("student").size() == 2);
  CHECK(world.send("helper", "revoke", {{"target", "teacher"}}).changes.empty());
  world.insight("helper", "c");
  CHECK(world.insights["teacher"].empty());
  CHECK(world.received("student").size() == 3);
  world.send("helper", "revoke", {{"target", "student"}});
  CHECK(world.rows_under("helper", "~s") == 0);
  CHECK(world.rows_under("helper", "~g/") == 0);
  CHECK(world.rows_under("helper", "sharing") == 0);
}

TEST_CASE("extracted insights and insights of insights are shared and received ones and discoveries are not") {
  const KeptGrant grant{{"helper", "teacher", {}, {}, LogTime{0}}, 0, {}};
  for (const auto type : {model::InsightType::kExtracted, model::InsightType::kMeta, model::InsightType::kShared,
                          model::InsightType::kDiscovery}) {
    model::Insight insight;
    insight.type = type;
    const bool expected = type == model::InsightType::kExtracted || type == model::InsightType::kMeta;
    CHECK(covers(grant, insight) == expected);
    CHECK(filter_of(grant).may_accept(labels_of(insight)) == expected);
  }
}

TEST_CASE("a grant is refused that names the persona itself or an unknown domain or too many tags") {
  SharingWorld world;
  CHECK(world.refused("helper", "grant", {{"target", "helper"}}) == "/args/target");
  CHECK(world.refused("helper", "grant", {{"target", "teacher"}, {"domains", {"kitchen"}}}) == "/args/domains");
  CHECK(world.refused("helper", "grant", {{"target", "teacher"}, {"tags", Texts(101, "t")}}) == "/args/tags");
  CHECK(world.refused("helper", "grant", {{"target", "teacher"}, {"tags", {std::string(513, 't')}}}) == "/args/tags");
}

TEST_CASE("every default of sharing is the default in the field and lies within its range") {
  stage_checks::check_defaults(kSharingSettingFields);
  stage_checks::check_rows(kSharingSettingFields);
}

}  // namespace turnstream::consolidation
