// Facts and patterns are two views of what was said, and never contradict each other.
#include <algorithm>
#include <doctest/doctest.h>

#include "pipeline/base/utf8.h"
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
                         Row{"I prefer mint.", "I prefer sage to mint.", "mint"},
                         Row{"I prefer maps over satnavs.", "I prefer satnavs over maps these days.", "maps"},
                         Row{"I prefer Python for scripting.", "I prefer Ruby for scripting.", "python"},
                         Row{"My favourite season is autumn.", "My favorite season is winter.", "autumn"},
                         Row{"I love sauerkraut.", "I swapped sauerkraut for kimchi.", "sauerkraut"},
                         Row{"I love judo.", "I quit judo for boxing.", "judo"},
                         Row{"I like ginger beer.", "I drink cola instead of ginger beer these days.", "ginger beer"},
                         Row{"Ich liebe Deezer.", "Ich bin von Deezer zu Qobuz gewechselt.", "deezer"},
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

TEST_CASE("what is said of another object or of others or of one occasion ends no taste in either view") {
  struct Row {
    const char* before;
    const char* then;
    const char* holds;  ///< the key of the preference that holds
  };
  for (const Row& row :
       {Row{"I love driving.", "I hate driving at night.", "driving"},
        Row{"I love cycling.", "I hate cycling to the station.", "cycling"},
        Row{"I like cooking.", "I don't like cooking for crowds.", "cooking"},
        Row{"I love listening to audiobooks.", "I hate listening to lectures.", "listening to audiobooks"},
        Row{"I like oil for frying.", "I don't like oil for salads.", "oil for frying"},
        Row{"I like coffee.", "I don't like coffee when it's hot outside.", "coffee"},
        Row{"I like raclette.", "I don't like raclette tonight.", "raclette"},
        Row{"I prefer short emails.", "I prefer window seats.", "short emails"},
        Row{"I prefer cats to dogs.", "I prefer tea to coffee.", "cats"},
        Row{"I prefer juice. I love juice.", "I prefer milk to juice.", "juice"},
        Row{"My favourite colour is blue. I love blue.", "My favourite colour is red.", "blue"},
        Row{"My favourite cafe is Lotus.", "My favourite cafe is full.", "lotus"},
        Row{"My favourite team is Arsenal.", "My favourite team is losing.", "arsenal"},
        Row{"I love Deezer.", "Jonas switched from Deezer to Qobuz.", "deezer"},
        Row{"I love judo.", "My daughter gave up judo.", "judo"},
        Row{"I love rowing.", "My neighbour traded rowing for swimming.", "rowing"},
        Row{"Ich liebe Deezer.", "Karin ist von Deezer zu Qobuz gewechselt.", "deezer"},
        Row{"I love tea.", "Yesterday I had coffee instead of tea.", "tea"},
        Row{"I love Lisbon.", "I moved from Lisbon to Porto.", "lisbon"},
        Row{"I love Berlin.", "Finally out of Berlin!", "berlin"},
        Row{"I love swimming.", "I traded running for swimming.", "swimming"},
        Row{"I love food.", "I've gone off spicy food.", "food"},
        Row{"I love running.", "I gave up running in the rain.", "running"}}) {
    TwoViews views;
    views.say(row.before, 0);
    views.say(row.then, kThreeWeeks);
    CHECK_MESSAGE(views.contradiction().empty(), views.contradiction() << " after " << std::string(row.then));
    CHECK_MESSAGE(views.disagreement().empty(), views.disagreement() << " after " << std::string(row.then));
    const bool holds = std::any_of(views.patterns().begin(), views.patterns().end(), [&row](const auto& each) {
      return each.second.at("key") == row.holds && each.second.at("polarity") == "positive";
    });
    CHECK_MESSAGE(holds, std::string(row.holds) << " after " << std::string(row.then));
    const bool known = std::any_of(views.facts().begin(), views.facts().end(), [&row](const auto& each) {
      const std::string text = each.second.at("text");
      return each.second.at("current") == true && to_lower(text).find(row.holds) != std::string::npos;
    });
    CHECK_MESSAGE(known, "the fact " << std::string(row.holds) << " after " << std::string(row.then));
  }
}

TEST_CASE("a dislike that is over states nothing") {
  TwoViews views;
  views.say("I hate polka.", 0);
  views.say("I no longer hate polka.", kThreeWeeks);
  CHECK(views.patterns().empty());
  for (const auto& [id, fact] : views.facts()) {
    CHECK(fact.at("current") == false);
  }
}

TEST_CASE("of opposite tastes the one said last holds in any order of arrival") {
  TwoViews views;
  views.say("I love fondue.", kThreeWeeks);
  views.say("We hate fondue.", 0);
  CHECK(views.contradiction().empty());
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
