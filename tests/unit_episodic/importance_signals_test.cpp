#include "stages/episodic/signals/importance_signals.h"

#include <doctest/doctest.h>
#include <set>
#include <string>

#include "tests/unit_episodic/episodic_fixture.h"
#include "tests/unit_episodic/weights.h"

namespace turnstream::episodic {
TEST_CASE("each signal is found in its example and gives it its weight") {
  std::set<std::string_view> names;
  for (const ImportanceSignal& signal : importance_signals()) {
    CAPTURE(signal.name);
    CHECK(names.insert(signal.name).second);
    model::TurnData turn;
    turn.user_input = signal.example;
    CHECK(has_signal(signal, turn));
    if (signal.effect != Effect::kMakesUp) {
      CHECK(weight_of(signal.example) == signal.weight);
    }
  }
}

TEST_CASE("numbers dates and paths make up for small talk but add nothing to a chat that says something") {
  CHECK(weight_of("See you at 5!") == -200'000);
  CHECK(weight_of("See you on Sunday!") == -200'000);
  CHECK(weight_of("See you on Sunday at 5!") == -100'000);
  CHECK(weight_of("The lamp in room 7 is green") == 0);
}

TEST_CASE("of the signals that raise only the highest counts") {
  CHECK(weight_of("My father died on 3 May 2024, I live in Porto now.") == 200'000);
  CHECK(weight_of("I live in Porto and I work at Globex.") == 150'000);
  CHECK(weight_of("Hi! I live in Porto.") == 150'000);
}

TEST_CASE("a taste is worth the base") {
  CHECK(weight_of("I prefer TypeScript for large codebases", "Noted.") == 0);
  CHECK(weight_of("I like tea.") == 0);
}

TEST_CASE("what is asked or joked or said by the agent neither instructs nor is an event of the user's life") {
  for (const char* text : {"Did your father die?", "Never mind.", "I always wanted to say that.", "Should we use tabs?",
                           "Imagine my father died.", "She said \"never push\" to him."}) {
    CAPTURE(text);
    CHECK(weight_of(text) <= 0);
  }
  CHECK(weight_of("The weather is fine here.", "My father died last week.") == 0);
  CHECK(weight_of("Why is it red?", "The build failed because the disk was full.") == 200'000);
}

TEST_CASE("in another language only paths are looked for and in German what is stated and ordered raises") {
  CHECK(weight_of("Never push to main.") == 200'000);
  CHECK(weight_of(
            "Mon chef disait encore à la réunion d'hier soir: never push to main, mais personne ne le croyait.") == 0);
  CHECK(weight_of("Ich wohne in Köln.") == 150'000);
  CHECK(weight_of("Schick mir nie Werbung.") == 200'000);
}

TEST_CASE("a farewell stays in the ring and a death is promoted at once") {
  EpisodicFixture memory;
  const auto farewell = items_put(memory.chat("see ya!", 0)).at(0);
  CHECK(farewell.importance == 300'000);
  CHECK(farewell.tier == model::Tier::kShortTerm);
  const auto put = items_put(memory.chat("My father died last week.", kSecond));
  REQUIRE(put.size() == 1);
  CHECK(put[0].importance == 800'000);
  CHECK(put[0].tier == model::Tier::kLongTerm);
  memory.ticks(kSecond, 2 * kMinute);
  CHECK(memory.ring_size() == 1);
}

TEST_CASE("a status line is ephemeral unless the producer gives its importance") {
  auto turn = empty_turn("t");
  turn.observations = {observation("half way through"), observation("The build takes four minutes"),
                       observation("running")};
  for (const char* news : {"Waiting for Petra", "visa pending", "Nothing containing nuts for Mia", "Building 7"}) {
    turn.observations.push_back(observation(news));
  }
  turn.observations[2].importance_millionths = 900'000;
  turn.goal_updates.resize(3);
  turn.goal_updates[0].notes = "started";
  turn.goal_updates[1].notes = "done";
  turn.goal_updates[1].status = model::GoalStatus::kCompleted;
  turn.goal_updates[2].notes = "book flights";
  const auto items = items_of(turn);
  REQUIRE(items.size() == 10);
  for (std::size_t i = 0; i < items.size(); ++i) {
    CAPTURE(i);
    CHECK(items[i].item.ephemeral == (i == 0 || i == 7));
  }
}

TEST_CASE("only the beginning of a text is read so that a text of any length costs a bounded time") {
  const std::string filler(7000, 'a');
  CHECK(weight_of(filler + ". My father died.") == 200'000);
  CHECK(weight_of(filler + filler + ". My father died.") == 0);
  CHECK(weight_of("Why is it red?", filler + ". The build failed because the disk was full.") == 0);
}

}  // namespace turnstream::episodic
