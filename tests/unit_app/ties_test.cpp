#include "app/forget/ties.h"

#include <doctest/doctest.h>

#include "app/verbs/usual_ids.h"

namespace turnstream::app {
namespace {

using Ids = std::vector<std::string>;

model::Completion part(const std::string& id, const std::string& value, const std::string& persona = "helper") {
  model::Completion completion;
  completion.persona_id = persona;
  completion.changes = {{model::ChangeOp::kPut, "memory", id, value, false}};
  return completion;
}

std::string item(const std::string& turn, const std::string& user = "ann") {
  return R"({"context":{"user_id":")" + user + R"("},"provenance":{"turn_id":")" + turn + R"("},"sources":[]})";
}

std::string merge(const std::string& kept, const std::string& merged, const std::string& persona = "helper") {
  return R"({"type":"merge","persona_id":")" + persona + R"(","kept":")" + kept + R"(","merged":[")" + merged + "\"]}";
}

}  // namespace

TEST_CASE("a named memory ties the turns of its provenance and of its sources") {
  Ties ties("helper", {"f"}, std::nullopt);
  ties.take(part("a", item("T1")));
  ties.take(part("f", R"({"sources":[{"id":"x","turn_id":"T2","session_id":"s"},{"id":"y","turn_id":"T3"}]})"));
  CHECK(ties.ids() == Ids{"T2", "T3", "f"});
}

TEST_CASE("a named topic ties the turns of its facts") {
  Ties ties("helper", {"t"}, std::nullopt);
  ties.take(part("t", R"({"facts":[{"text":"x","sources":[{"id":"a","turn_id":"T1"}]},)"
                      R"({"text":"y","sources":[{"id":"b","turn_id":"T2"}]},7]})"));
  CHECK(ties.ids() == Ids{"T1", "T2", "t"});
}

TEST_CASE("merges are followed in both directions and in any order") {
  Ties ties("helper", {"c"}, std::nullopt);
  ties.take_event(merge("b", "c"));
  ties.take_event(merge("a", "b"));
  ties.take_event(merge("x", "y"));
  ties.take_event(merge("c", "z", "teacher"));
  ties.take(part("a", item("T1")));
  CHECK(ties.ids() == Ids{"T1", "a", "b", "c"});
}

TEST_CASE("a user ties all turns of which an item has the user") {
  Ties ties("helper", {}, "ann");
  ties.take(part("a", item("T1")));
  ties.take(part("b", item("T2", "bob")));
  ties.take(part("c", item("T3"), "teacher"));
  ties.take(part("d", R"({"text":"ann","provenance":{"turn_id":"T4"}})"));
  CHECK(ties.ids() == Ids{"T1"});
}

TEST_CASE("a user names the facts and patterns that say that they are of the user with their turns") {
  Ties ties("helper", {}, "ann");
  ties.take(part("f", R"({"kind":"fact","user_id":"ann","sources":[{"id":"x","turn_id":"T1","session_id":"s"}]})"));
  ties.take(part("g", R"({"kind":"fact","user_id":"bob","sources":[{"id":"y","turn_id":"T2","session_id":"s"}]})"));
  ties.take(part("p", R"({"kind":"pattern","user_id":"ann","user_name":"bob","sources":[]})"));
  ties.take(part("q", R"({"kind":"pattern","user_id":"ann","sources":[]})", "teacher"));
  CHECK(ties.ids() == Ids{"T1", "f", "p"});
}

TEST_CASE("a user ties the turns of the user in the log and no turn of another user in a shared item") {
  const auto turn = [](std::string_view id, std::optional<std::string_view> user, std::string_view persona = "helper") {
    model::StateExport made;
    made.turn_id = id;
    made.agent_id = persona;
    made.user_id = user;
    return made;
  };
  const std::string shared = R"({"context":{"user_id":"ann"},"provenance":{"turn_id":"T1"},)"
                             R"("sources":[{"id":"a","turn_id":"T1"},{"id":"b","turn_id":"T2"}]})";
  for (const auto& [user, named] : {std::pair("ann", "T1"), std::pair("bob", "T2")}) {
    Ties ties("helper", {}, user);
    ties.take(part("a", shared));
    ties.take_turn(turn("T1", "ann"));
    ties.take_turn(turn("T2", "bob"));
    ties.take_turn(turn("T3", std::nullopt));
    ties.take_turn(turn("T4", user, "teacher"));
    CHECK(ties.ids() == Ids{named});
  }
}

TEST_CASE("a user names no turn of another user on which a memory of the user rests") {
  const auto turn = [](std::string_view id, std::optional<std::string_view> user) {
    model::StateExport made;
    made.turn_id = id;
    made.agent_id = "helper";
    made.user_id = user;
    return made;
  };
  const std::string note = R"({"kind":"note","user_id":"ann","sources":[{"id":"a","turn_id":"T1"},)"
                           R"({"id":"b","turn_id":"T2"},{"id":"c","turn_id":"T3"},{"id":"d","turn_id":"T4"}]})";
  Ties ties("helper", {}, "ann");
  ties.take(part("n", note));
  ties.take_turn(turn("T1", "ann"));
  ties.take_turn(turn("T2", "bob"));
  ties.take_turn(turn("T3", std::nullopt));
  CHECK(ties.ids() == Ids{"T1", "T4", "n"});  // The log has T4 no longer.
  ties.take(part("i", item("T4", "bob")));
  CHECK(ties.ids() == Ids{"T1", "n"});
  Ties given("helper", {"T2"}, "ann");
  given.take(part("n", note));
  given.take_turn(turn("T2", "bob"));
  CHECK(given.ids() == Ids{"T1", "T2", "T3", "T4", "n"});
}

TEST_CASE("a user whose id has quotes or a backslash or a line break is found") {
  Ties ties("helper", {}, "he said \"x\" \\ \n");
  ties.take(part("a", item("T1", R"(he said \"x\" \\ \n)")));
  ties.take(part("b", item("T2", "he said")));
  CHECK(ties.ids() == Ids{"T1"});
}

TEST_CASE("ids in capitals are those of the records and other ids stay as they are") {
  const std::string id = "61e2e4d0-312c-5278-9766-75be294db30c";
  CHECK(in_usual_form({"61E2E4D0-312C-5278-9766-75BE294DB30C", id, "Turn-A", ""}) == Ids{id, id, "Turn-A", ""});
}

TEST_CASE("an item that messages name is in the list once") {
  const std::string id = "61e2e4d0-312c-5278-9766-75be294db30c";
  CHECK(in_usual_form({id + "#user", "a", id + "#assistant"}) == Ids{id, "a"});
  CHECK(in_usual_form({id, id + "@turn#user"}) == Ids{id});
  CHECK(in_usual_form({id + "#user", "61E2E4D0-312C-5278-9766-75BE294DB30C"}) == Ids{id});
}

TEST_CASE("damaged values tie nothing") {
  Ties ties("helper", {"a"}, "ann");
  ties.take(part("a", R"(["turn_id"])"));
  ties.take(part("a", R"({"provenance":5,"sources":[7],"turn_id":1})"));
  ties.take_event("nonsense");
  ties.take_event(R"({"type":"merge","persona_id":"helper","kept":5,"merged":"x"})");
  CHECK(ties.ids() == Ids{"a"});
}

}  // namespace turnstream::app
