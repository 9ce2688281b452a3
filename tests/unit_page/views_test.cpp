// The views over memory that the product's stages made.
#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include "tests/unit_page/page_fixture.h"

namespace turnstream::app {
namespace {

using Json = nlohmann::json;

constexpr const char* kHostile = "Is <script>alert(\"1\")</script> & 'it' \xE2\x80\xAEgnp.exe harmless?";
constexpr const char* kHostileShown =
    "Is &lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt; &amp; &#39;it&#39; \\u202egnp.exe harmless?";

/// The list of facts in the page of a persona.
std::string facts_in(const std::string& body) {
  const std::size_t begin = body.find("id=\"list-facts\"");
  REQUIRE(begin != std::string::npos);
  return body.substr(begin, body.find("</section>", begin) - begin);
}

/// The turn with which page.js corrects a fact.
Json correction_at(int minute, const std::string& persona, const std::string& text) {
  Json turn = Remembering::turn_at(minute, persona, "", "");
  turn.erase("user_id");
  turn["session_id"] = "page";
  turn["turn_data"]["mode"] = "page";
  turn["tool_executions"] = {{{"tool_id", "page"},
                              {"status", "success"},
                              {"memory_writes", {{{"type", "fact"}, {"content", text}, {"tags", {"page"}}}}}}};
  turn["metadata"] = {{"tools_used", {"page"}}};
  return turn;
}

TEST_CASE_FIXTURE(Remembering, "the first page lists all personas with how much each remembers") {
  remember({turn_at(1, "helper", "The api port is 8080"), turn_at(2, "a\"><b>c", "I prefer TypeScript")});
  const HttpAnswer answer = page("/");
  CHECK(answer.status == 200);
  CHECK(answer.content_type == "text/html; charset=utf-8");
  CHECK(has(answer.body, "<a href=\"/p/helper\">helper</a>"));
  CHECK(has(answer.body, "<a href=\"/p/a%22%3E%3Cb%3Ec\">a&quot;&gt;&lt;b&gt;c</a>"));
  CHECK(has(answer.body, "<td class=\"number\">2</td>"));
  CHECK(has(answer.body, "<time datetime=\"2026-01-01T10:01:00.000Z\">1 Jan 2026, 10:01</time>"));
  CHECK_FALSE(has(answer.body, "<b>c"));
  CHECK_FALSE(has(page("/", "", {{"after", "helper"}}).body, "href=\"/p/helper\""));
  CHECK(has(answer.body, "<section id=\"personas\" data-region"));
}

TEST_CASE_FIXTURE(Remembering, "the page of a persona shows current facts with their rail and no former ones") {
  remember({turn_at(1, "helper", "The api port is 8080"), turn_at(2, "helper", "The api port is 9090")});
  const HttpAnswer answer = page("/p/{persona}", "helper");
  CHECK(answer.status == 200);
  CHECK(has(facts_in(answer.body), "api port is 9090"));
  CHECK(has(facts_in(answer.body), "“The api port is 9090”"));
  CHECK_FALSE(has(facts_in(answer.body), "api port is 8080"));
  CHECK(has(answer.body, "class=\"rail-now\""));
  CHECK(has(answer.body, "since <time datetime=\"2026-01-01T10:02:00.000Z\">"));
  CHECK(has(answer.body, "<strong dir=\"auto\">ann</strong> 4 messages"));
  CHECK(has(answer.body, "data-act=\"correct\""));
  const HttpAnswer past = page("/p/{persona}", "helper", {{"as_of", "2026-01-01T10:01:00Z"}});
  CHECK(has(past.body, "api port is 8080"));
  CHECK_FALSE(has(past.body, "data-act="));
}

TEST_CASE_FIXTURE(Remembering, "a search shows results with the parts of their scores as bars and numbers") {
  remember({turn_at(1, "helper", "The api port is 8080"), turn_at(2, "helper", "Is the bakery open?")});
  const HttpAnswer answer = page("/p/{persona}/search", "helper", {{"q", "api port"}});
  CHECK(has(answer.body, "The api port is 8080"));
  CHECK(has(answer.body, "<dt>window</dt>"));
  CHECK(has(answer.body, "class=\"bar-part\" width=\"100\""));
  CHECK(has(answer.body, "value=\"api port\""));
  const HttpAnswer facts = page("/p/{persona}/search", "helper", {{"q", "api port"}, {"kind", "fact"}});
  CHECK(has(facts.body, "api port is 8080"));
  CHECK_FALSE(has(facts.body, "said by "));
  CHECK(has(facts.body, "<option value=\"fact\" selected>"));
}

TEST_CASE_FIXTURE(Remembering, "a fact rests on the words of its turn and its history says what it replaced") {
  remember({turn_at(1, "helper", "The api port is 8080"), turn_at(2, "helper", "The api port is 9090")});
  const Json facts = results("api port", "fact");
  REQUIRE(facts.size() == 2);
  for (const Json& fact : facts) {
    const bool holds = fact.at("current");
    const HttpAnswer answer = page("/p/{persona}/memory", "helper", {{"id", fact.at("id").get<std::string>()}});
    CHECK(answer.status == 200);
    CHECK(has(answer.body, "<blockquote>"));
    CHECK(has(answer.body, holds ? "The api port is 9090" : "The api port is 8080"));
    CHECK(has(answer.body, "<code>/turn_data/user_input</code>"));
    CHECK(has(answer.body, "/v1/explain/" + fact.at("id").get<std::string>() + "?persona=helper"));
    CHECK(has(answer.body, "class=\"change began\""));
    CHECK(has(answer.body, "class=\"change ended\"") == !holds);
  }
  const HttpAnswer history = page("/p/{persona}/history", "helper");
  CHECK(has(history.body, "api port is 8080"));
  CHECK(has(history.body, "class=\"change ended\""));
}

TEST_CASE_FIXTURE(Remembering, "a fact rests on what was said in the turn of an item that has left memory") {
  const auto seen = [](const std::string& text) {
    return Json{{"id", text}, {"type", "observation"}, {"content", text}, {"importance", 0.2}};
  };
  std::vector<Json> turns{turn_at(1, "helper", "Please look at the settings", "They have a port.")};
  turns.front()["observations"] = Json::array({seen("The api port is 8080")});
  for (int minute = 2; minute < 8; ++minute) {
    turns.push_back(turn_at(minute, "helper", "Look on"));
    for (int number = 0; number < 30; ++number) {
      turns.back()["observations"].push_back(seen("Folder " + std::to_string(minute * 100 + number) + " was read"));
    }
  }
  remember(turns);
  const Json facts = results("api port", "fact");
  REQUIRE_FALSE(facts.empty());
  REQUIRE(facts[0].at("text") == "api port is 8080");
  const HttpAnswer answer = page("/p/{persona}/memory", "helper", {{"id", facts[0].at("id").get<std::string>()}});
  CHECK(has(answer.body, "The item has left memory. Said in its turn:"));
  CHECK(has(answer.body, "Please look at the settings"));
}

TEST_CASE_FIXTURE(Remembering, "the turn of a correction supersedes the fact and names its origin") {
  remember({turn_at(1, "helper", "The api port is 8080")});
  remember({correction_at(5, "helper", "api port is 7070")});
  const HttpAnswer answer = page("/p/{persona}", "helper");
  CHECK(has(facts_in(answer.body), "api port is 7070"));
  CHECK_FALSE(has(facts_in(answer.body), "api port is 8080"));
  for (const Json& fact : results("api port", "fact")) {
    CHECK(fact.at("current") == (fact.at("text") == "api port is 7070"));
    if (fact.at("current") == true) {
      const HttpAnswer why = page("/p/{persona}/memory", "helper", {{"id", fact.at("id").get<std::string>()}});
      CHECK(has(why.body, "<code>/tool_executions/0/memory_writes/0</code>"));
      CHECK(has(why.body, "session page"));
    }
  }
}

TEST_CASE_FIXTURE(Remembering, "hostile texts of a turn are shown as text in every view") {
  remember({turn_at(1, "helper", kHostile), turn_at(2, "helper", std::string("NUL is ") + '\0' + " here")});
  for (const HttpAnswer& answer : {page("/p/{persona}/search", "helper", {{"q", "harmless"}}),
                                   page("/p/{persona}/search", "helper", {{"q", kHostile}}),
                                   page("/p/{persona}/memory", "helper",
                                        {{"id", results("harmless", "message").at(0).at("id").get<std::string>()}})}) {
    CHECK(answer.status == 200);
    CHECK(has(answer.body, kHostileShown));
    CHECK_FALSE(has(answer.body, "<script>alert"));
    CHECK_FALSE(has(answer.body, "\xE2\x80\xAE"));
  }
  const HttpAnswer newest = page("/p/{persona}/search", "helper");
  CHECK(has(newest.body, "NUL is \\u0000 here"));
  CHECK(newest.body.find('\0') == std::string::npos);
}

TEST_CASE_FIXTURE(Remembering, "what is unknown or wrong is answered with a page that says so") {
  remember({turn_at(1, "helper", "The api port is 8080")});
  const HttpAnswer unknown = page("/p/{persona}/memory", "helper", {{"id", "<i>"}});
  CHECK(unknown.status == 404);
  CHECK(has(unknown.body, "The memory of this persona has nothing with this id."));
  CHECK(page("/p/{persona}", "helper", {{"as_of", "yesterday"}}).status == 400);
  CHECK(page("/p/{persona}/search", "helper", {{"q", std::string(9'000, 'x')}}).status == 400);
  const HttpAnswer stranger = page("/p/{persona}", "stranger");
  CHECK(stranger.status == 200);
  CHECK(has(stranger.body, "No facts are known."));
  failure = [] { return make_error("gone", Reaction::kStopProcess, "a topic is <gone>"); };
  const HttpAnswer stopped = page("/p/{persona}", "helper");
  CHECK(stopped.status == 503);
  CHECK(has(stopped.body, "a topic is &lt;gone&gt;"));
  CHECK_FALSE(has(stopped.body, "api port"));
}

TEST_CASE_FIXTURE(Remembering, "dead letters are listed with code and pointer and rule and place") {
  remember({turn_at(1, "helper", "The api port is 8080")});
  CHECK(has(page("/dead-letters").body, "There are none."));
  dead_letters = [](std::size_t count, const std::stop_token&) {
    CHECK(count == 50);
    StoredLetter stored;
    stored.letter.stage = "intake";
    stored.letter.reason = "schema";
    stored.letter.message = "duration_ms is less than 0 <b>";
    stored.letter.pointer = "/duration_ms";
    stored.letter.rule = "minimum 0";
    stored.letter.topic = "turns";
    stored.letter.partition = Partition{0};
    stored.letter.offset = Offset{17};
    stored.letter.persona_id = "helper";
    return Result<NewestLetters>(NewestLetters{{stored}, false});
  };
  const std::string body = page("/dead-letters").body;
  CHECK(has(body, "duration_ms is less than 0 &lt;b&gt;"));
  CHECK(has(body, "<span class=\"kind\">schema</span>"));
  CHECK(has(body, "<code>/duration_ms</code>"));
  CHECK(has(body, "<code>minimum 0</code>"));
  CHECK(has(body, "<code>turns[0]@17</code>"));
  CHECK(has(body, "<a href=\"/p/helper\">helper</a>"));
}

}  // namespace
}  // namespace turnstream::app
