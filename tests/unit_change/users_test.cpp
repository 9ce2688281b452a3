// Two users of one persona: what one of them says of themselves never touches the facts, patterns and instructions of the other one.
#include <algorithm>
#include <doctest/doctest.h>
#include <random>

#include "stages/common/change/telling.h"
#include "stages/common/language/instructions.h"
#include "stages/semantic/relations.h"
#include "tests/labelled/labelled_file.h"
#include "tests/unit_change/two_views.h"

namespace turnstream::change {
namespace {

using Json = nlohmann::json;

constexpr std::size_t kTurns = 200;
constexpr std::size_t kTurnsBetweenLooks = 5;
constexpr unsigned kSeeds = 12;

/// Whether the text says nothing of the world: what two users say of it is the persona's, and both may change it.
bool is_own(const std::string& text) {
  const std::vector<Telling> tellings = tellings_in(text);
  const bool own = std::all_of(tellings.begin(), tellings.end(), [](const Telling& telling) {
    return telling.reading.about_self &&
           std::all_of(telling.statements.begin(), telling.statements.end(), [](const language::ToldStatement& told) {
             return semantic::is_of_user(told.statement.subject);
           });
  });
  const std::vector<language::Instruction> orders = language::instructions_in(text);
  return own &&
         std::none_of(orders.begin(), orders.end(), [](const language::Instruction& order) { return order.for_all; });
}

/// Pairs of texts, of which the second one may change the first one; the second one can be empty.
std::vector<std::pair<std::string, std::string>> own_texts() {
  std::vector<std::pair<std::string, std::string>> texts;
  const auto add = [&texts](const std::string& first, const std::string& second) {
    if (is_own(first) && is_own(second)) {
      texts.emplace_back(first, second);
    }
  };
  for (const char* file : {"changes.tsv", "contradictions.tsv"}) {
    for (const labelled::Row& row : labelled::read_rows(file, 4)) {
      add(labelled::unescaped(row[1]), labelled::unescaped(row[2]));
    }
  }
  for (const char* file : {"preferences.tsv", "facts.tsv", "instructions.tsv"}) {
    for (const labelled::Row& row : labelled::read_rows(file, 3)) {
      add(labelled::unescaped(row[1]), "");
    }
  }
  for (const char* change : {"Never use emojis.", "You can use emojis again.", "Always use tabs.", "Always use spaces.",
                             "I meant spaces, not tabs.", "Forget what I said about tabs.", "Call me Max.",
                             "Never call me Max.", "I usually drive an old Trabant.", "I sold the Trabant.",
                             "My sister is called Katharina.", "It's Katrin, not Katharina."}) {
    texts.emplace_back(change, "");
  }
  const std::pair<const char*, const char*> kElided[] = {
      {"Engaged to Mateo, member of the rowing club.", "Broke up with Mateo and left the rowing club."},
      {"Based in Leeds.", "Finally out of Leeds!"},
      {"Training for the Boston marathon.", "Stopped training for the Boston marathon."},
      {"Allergic to peanuts, by the way.", "Not allergic to peanuts any more."},
      {"Working at Acme since May.", "Left Acme."},
      {"Can't eat gluten.", "Switched from oat milk to soy."}};
  for (const auto& [first, second] : kElided) {
    const auto& heard_first = first;
    CAPTURE(heard_first);
    CHECK(is_own(first));
    CHECK(is_own(second));
    texts.emplace_back(first, second);
  }
  return texts;
}

struct Said {
  model::User user;
  std::string text;
  std::int64_t after_ms = 0;
};

/// The two texts of a pair are said by one user, with what the other one says between them.
std::vector<Said> random_talk(const std::vector<std::pair<std::string, std::string>>& texts, unsigned seed) {
  std::mt19937_64 random(seed);
  const auto pick = [&random](std::size_t below) { return static_cast<std::size_t>(random() % below); };
  const model::User users[] = {{"u1", "Ann"}, {"u2", "Bob"}};
  std::vector<Said> talk;
  std::vector<std::string> waiting[2];
  // A few texts are said by both users again and again, so that their memories are about the same.
  std::vector<std::size_t> common(20);
  std::generate(common.begin(), common.end(), [&] { return pick(texts.size()); });
  for (std::size_t i = 0; i < kTurns; ++i) {
    const std::size_t user = pick(2);
    if (!waiting[user].empty() && pick(2) == 0) {
      talk.push_back({users[user], waiting[user].back(), 0});
      waiting[user].pop_back();
    } else {
      const auto& [first, second] = texts[pick(3) == 0 ? pick(texts.size()) : common[pick(common.size())]];
      talk.push_back({users[user], first, 0});
      if (!second.empty()) {
        waiting[user].push_back(second);
      }
    }
    const std::size_t late = pick(8) == 0 ? pick(6) : 0;
    talk.back().after_ms = static_cast<std::int64_t>(i + 6 - late) * kMinute;
  }
  return talk;
}

/// The memories of users without what differs between two personas.
std::map<std::string, Json> of_users(const TwoViews::Memories& memories) {
  std::map<std::string, Json> found;
  for (const auto& [id, memory] : memories) {
    if (!memory.contains("user_id")) {
      continue;
    }
    Json shown = memory;
    for (const char* member : {"id", "persona_id"}) {
      shown.erase(member);
    }
    for (Json& source : shown.at("sources")) {
      source.erase("id");
    }
    if (shown.contains("superseded_by") && shown["superseded_by"].is_string()) {
      const Json& newer = memories.at(shown["superseded_by"].get<std::string>());
      CHECK(newer.at("user_id") == memory.at("user_id"));
      shown["superseded_by"] = newer.at("text");
    }
    const std::string type = memory.contains("type") ? memory.at("type").get<std::string>() : "fact";
    const std::string key = memory.contains("key") ? memory.at("key").get<std::string>() : std::string();
    const bool is_new = found
                            .emplace(type + "/" + key + "/" + memory.at("text").get<std::string>() + " of " +
                                         memory.at("user_id").get<std::string>(),
                                     std::move(shown))
                            .second;
    CHECK(is_new);
  }
  return found;
}

}  // namespace

TEST_CASE("two users of one persona have the memories that they have as users of two personas") {
  const auto texts = own_texts();
  REQUIRE(texts.size() > 200);
  for (unsigned seed = 1; seed <= kSeeds; ++seed) {
    CAPTURE(seed);
    TwoViews together;
    TwoViews apart;
    std::size_t turns = 0;
    for (const Said& said : random_talk(texts, seed)) {
      CAPTURE(said.user.id);
      CAPTURE(said.text);
      together.say(said.text, said.after_ms, "helper", said.user);
      apart.say(said.text, said.after_ms, "helper of " + said.user.id, said.user);
      if (++turns % kTurnsBetweenLooks == 0) {
        REQUIRE(of_users(together.facts()) == of_users(apart.facts()));
        REQUIRE(of_users(together.patterns()) == of_users(apart.patterns()));
      }
    }
    CHECK(of_users(together.facts()).size() > 20);
    CHECK(of_users(together.patterns()).size() > 10);
  }
}

}  // namespace turnstream::change
