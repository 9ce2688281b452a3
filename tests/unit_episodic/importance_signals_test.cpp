#include "stages/episodic/signals/importance_signals.h"

#include <doctest/doctest.h>
#include <set>
#include <string>

#include "stages/episodic/signals/forms.h"
#include "tests/unit_episodic/episodic_fixture.h"

namespace turnstream::episodic {
namespace {

std::int64_t weight_of(std::string_view user, std::string_view agent = {}) {
  model::TurnData turn;
  turn.user_input = user;
  turn.assistant_response = agent;
  return weight_of_words(turn);
}

}  // namespace

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

TEST_CASE("each form is found in its example") {
  for (const FormRow& row : form_rows()) {
    CAPTURE(row.form);
    CAPTURE(row.example);
    const language::Words words = language::words_of(row.example);
    CHECK(FormReader(words).holds(row.kind));
  }
}

TEST_CASE("a chat of nothing but small talk is worth half of one that says something") {
  for (const char* text : {"see ya!",
                           "Hi Bot!",
                           "Good morning!",
                           "Thanks, Tom!",
                           "Thank you so much, that was great help!",
                           "ok",
                           "Sure.",
                           "Yes please.",
                           "Got it.",
                           "I see.",
                           "Wow, cool!",
                           "You are so right.",
                           "How are you?",
                           "Congratulations!",
                           "Have a great day!",
                           "lol",
                           "👍",
                           "running",
                           "started",
                           "half way through"}) {
    CAPTURE(text);
    CHECK(weight_of(text) == -300'000);
    CHECK(weight_of(text, "You're welcome! Let me know if you need anything else.") == -300'000);
  }
}

TEST_CASE("a sentence with something in it keeps the base however it begins") {
  for (const char* text :
       {"Hey, prod is down", "Yes, the port is 8080", "Thanks, the parser works on the big file now",
        "Later the boat left", "Look at the third column of the sheet", "No, it is broken",
        "Great, Clara sails to Oslo", "Danke!", "TypeScript interfaces provide better type safety than any",
        "question number 7", "The ferry is ready", "first", "deploy step 3"}) {
    CAPTURE(text);
    CHECK(weight_of(text) == 0);
  }
  CHECK(weight_of("Thanks!", "The invoice of Globex is due on 12 June.") == 0);
}

TEST_CASE("a question alone is worth less unless the agent answers it") {
  CHECK(weight_of("What should I do?") == -100'000);
  CHECK(weight_of("What should I do?", "Of course!") == -100'000);
  CHECK(weight_of("What should I do?", "Pay the invoice of Globex first.") == 0);
  CHECK(weight_of("Is it 8080?") == 0);
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
  turn.observations[2].importance_millionths = 900'000;
  turn.goal_updates.resize(3);
  turn.goal_updates[0].notes = "started";
  turn.goal_updates[1].notes = "done";
  turn.goal_updates[1].status = model::GoalStatus::kCompleted;
  turn.goal_updates[2].notes = "book flights";
  const auto items = items_of(turn);
  REQUIRE(items.size() == 6);
  CHECK(items[0].item.ephemeral);
  CHECK_FALSE(items[1].item.ephemeral);
  CHECK_FALSE(items[2].item.ephemeral);
  CHECK(items[3].item.ephemeral);
  CHECK_FALSE(items[4].item.ephemeral);
  CHECK_FALSE(items[5].item.ephemeral);
}

TEST_CASE("the words of a text of any length cost a bounded time") {
  const std::string text(200'000, 'a');
  std::string words;
  while (words.size() < 200'000) {
    words += "my father and if my ";
  }
  CHECK(weight_of(text, text) == 0);
  CHECK(weight_of(words, words) >= 0);
}

}  // namespace turnstream::episodic
