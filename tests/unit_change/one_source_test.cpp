// Facts and patterns are two views of what was said, and never contradict each other.
#include <doctest/doctest.h>

#include "tests/labelled/labelled_file.h"
#include "tests/unit_change/two_views.h"

namespace turnstream::change {
namespace {

std::vector<std::string> labelled_texts() {
  std::vector<std::string> texts;
  const auto add = [&texts](const char* file, std::size_t columns, std::size_t first, std::size_t last) {
    for (const labelled::Row& row : labelled::read_rows(file, columns)) {
      for (std::size_t column = first; column <= last; ++column) {
        texts.push_back(labelled::unescaped(row[column]));
      }
    }
  };
  add("changes.tsv", 4, 1, 2);
  add("contradictions.tsv", 4, 1, 2);
  add("preferences.tsv", 3, 1, 1);
  add("facts.tsv", 3, 1, 1);
  add("instructions.tsv", 3, 1, 1);
  return texts;
}

}  // namespace

TEST_CASE("facts and patterns never contradict each other after a labelled change") {
  for (const char* file : {"changes.tsv", "contradictions.tsv"}) {
    for (const labelled::Row& row : labelled::read_rows(file, 4)) {
      TwoViews views;
      views.say(labelled::unescaped(row[1]), 0);
      CHECK_MESSAGE(views.contradiction().empty(), views.contradiction() << " after " << row[1]);
      views.say(labelled::unescaped(row[2]), kThreeWeeks);
      CHECK_MESSAGE(views.contradiction().empty(), views.contradiction() << " after " << row[1] << " / " << row[2]);
      CHECK_MESSAGE(views.disagreement().empty(), views.disagreement() << " after " << row[1] << " / " << row[2]);
    }
  }
}

TEST_CASE("facts and patterns of a persona that hears all labelled texts never contradict each other") {
  TwoViews views;
  std::int64_t after_ms = 0;
  for (const std::string& text : labelled_texts()) {
    views.say(text, after_ms += kMinute);
    if (after_ms % (20 * kMinute) == 0) {
      REQUIRE_MESSAGE(views.contradiction().empty(), views.contradiction() << " after " << text);
    }
  }
  CHECK(views.contradiction().empty());
  CHECK(views.facts().size() > 200);
  CHECK(views.patterns().size() > 100);
}

TEST_CASE("a taste that has ended in other words ends in both views") {
  TwoViews views;
  views.say("I love liquorice.", 0);
  views.say("I've gone off liquorice.", kThreeWeeks);
  CHECK(views.contradiction().empty());
  for (const auto& [id, fact] : views.facts()) {
    CHECK(fact.at("current") == false);
  }
}

TEST_CASE("what takes the place of a taste or denies it does so in both views") {
  struct Row {
    const char* before;
    const char* then;
    const char* gone;  ///< the key of the preference that no longer holds
  };
  for (const Row& row : {Row{"I prefer trains to planes.", "I prefer planes to trains.", "trains"},
                         Row{"I prefer mint.", "I prefer sage.", "mint"},
                         Row{"My favourite season is autumn.", "My favorite season is winter.", "autumn"},
                         Row{"Ich trinke lieber Saft.", "Ich trinke jetzt lieber Wasser.", "saft"},
                         Row{"We love fondue.", "I hate fondue.", "fondue"},
                         Row{"I prefer corner desks.", "Sorry, I meant quiet rooms, not corner desks.", "corner desks"},
                         Row{"I love Deezer.", "I switched from Deezer to Qobuz.", "deezer"},
                         Row{"My favourite fruit is papaya.", "I hate papaya.", "papaya"}}) {
    TwoViews views;
    views.say(row.before, 0);
    views.say(row.then, kThreeWeeks);
    CHECK_MESSAGE(views.contradiction().empty(), views.contradiction() << " after " << row.then);
    CHECK_MESSAGE(views.disagreement().empty(), views.disagreement() << " after " << row.then);
    for (const auto& each : views.patterns()) {
      const auto& pattern = each.second;
      const bool holds = pattern.at("key") == row.gone && pattern.at("polarity") == "positive";
      CHECK_FALSE_MESSAGE(holds, pattern.at("text").dump() << " after " << row.then);
    }
  }
}

TEST_CASE("a record that denies a taste ends it in both views") {
  for (const char* content :
       {"User dislikes barley", "User doesn't like barley", "User prefers oats", "User no longer likes barley"}) {
    TwoViews views;
    views.say("I like barley. I prefer barley.", 0);
    model::StateExport turn;
    turn.turn_id = "recorded";
    turn.agent_id = "helper";
    turn.session_id = "other";
    turn.timestamp = EventTime{kStart + kThreeWeeks};
    turn.turn_data.user_input = "ok";
    turn.tool_executions.push_back({});
    turn.tool_executions.back().tool_id = "remember";
    turn.tool_executions.back().memory_writes.push_back({});
    turn.tool_executions.back().memory_writes.back().type = "fact";
    turn.tool_executions.back().memory_writes.back().content = content;
    views.give(turn);
    CHECK_MESSAGE(views.contradiction().empty(), views.contradiction() << " after " << content);
    CHECK_MESSAGE(views.disagreement().empty(), views.disagreement() << " after " << content);
  }
}

TEST_CASE("a contradiction is found") {
  TwoViews views;
  views.say("I love opera.", 0, "one");
  views.say("I hate opera.", kMinute, "other");
  CHECK_FALSE(views.contradiction().empty());
  TwoViews orders;
  orders.say("Always use tabs.", 0, "one");
  orders.say("Always use spaces.", kMinute, "other");
  CHECK_FALSE(orders.contradiction().empty());
}

}  // namespace turnstream::change
