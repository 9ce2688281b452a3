#include "pipeline/secrets/repeats.h"

#include <doctest/doctest.h>
#include <string>

#include "pipeline/secrets/mask.h"
#include "tests/unit_secrets/shown.h"

namespace turnstream::secrets {
namespace {

std::string repeated(std::string_view part, std::size_t bytes) {
  std::string text;
  while (text.size() < bytes) {
    text += part;
  }
  return text;
}

/// What is masked of `answer` if the user says `said` in the same turn.
std::string answered(std::string_view said, std::string_view answer) {
  model::StateExport turn;
  turn.turn_data.user_input = said;
  turn.turn_data.assistant_response = answer;
  TurnMask mask;
  return std::string(mask.masked(turn).turn_data.assistant_response);
}

TEST_CASE("all values of a set are found in one pass and in any case of letters") {
  const Repeats repeats({{"Hunter2go", "password"}, {"hunter2", "token"}, {"er2", "pin"}, {"HUNTER2GO", "key"}});
  std::vector<Secret> found;
  repeats.find("a hUNTER2GO, hunter2g, xer2 er2", found);
  CHECK(joined(found) == std::vector<Secret>{{2, 11, "password"}, {13, 20, "token"}, {28, 31, "pin"}});
}

TEST_CASE("of a long value its beginning is found and what follows as far as it is equal") {
  const std::string value = repeated("aB1xQ7", 600);
  const Repeats repeats({{value, "key"}});
  std::vector<Secret> found;
  repeats.find("see " + value.substr(0, 500) + "! " + value + " " + value.substr(0, 255), found);
  CHECK(found == std::vector<Secret>{{4, 504, "key"}, {506, 1106, "key"}});
}

TEST_CASE("the steps for a text are linear in its length for all values") {
  constexpr std::size_t kBytes = 200'000;
  const std::string run = repeated("aB1", kBytes / 2);
  const std::string run_x = run + "x";
  const std::string run_y = run + "y";
  std::vector<std::string> prefixes;
  for (std::size_t i = 1; i <= kRepeatedMax; ++i) {
    prefixes.push_back(repeated("a1", 2 * i + 4));
  }
  const std::vector<std::vector<Repeats::Value>> sets{
      {{run, "key"}}, {{run_x, "key"}, {run_y, "key"}}, {{"aaa", "pin"}, {"a1a", "pin"}}, [&] {
        std::vector<Repeats::Value> values;
        for (const auto& prefix : prefixes) {
          values.push_back({prefix, "key"});
        }
        return values;
      }()};
  const std::vector<std::string> texts{run + "x " + run + "y", repeated("aB1aB2", kBytes), repeated("a", kBytes),
                                       repeated("a1", kBytes)};
  for (const auto& values : sets) {
    for (const auto& text : texts) {
      std::vector<Secret> found;
      CHECK(Repeats(values).find(text, found) <= 100 * text.size());
      CHECK(found.size() <= text.size());
    }
  }
}

TEST_CASE("a short secret is masked in the other texts of its turn as a whole token") {
  CHECK(answered("My PIN is 4821.", "I'll enter 4821") == "I'll enter [masked:pin]");
  CHECK(answered("My PIN is 4821.", "Press # after 4821, then *4821#.") ==
        "Press # after [masked:pin], then *[masked:pin]#.");
  CHECK(answered("the card's cvv 318", "Used 318.") == "Used [masked:cvv].");
  CHECK(answered("the wifi password is tulip", "Tulip, noted. tulips are nice") ==
        "[masked:password], noted. tulips are nice");
  CHECK(answered("My PIN is 2024.", "Set on 2024-05-01 and 01.05.2024: 2024 it is") ==
        "Set on 2024-05-01 and 01.05.2024: [masked:pin] it is");
  for (const std::string text : {"order 148213", "4821.50 EUR", "1,4821", "x4821", "4821kg", "4821_a"}) {
    CAPTURE(text);
    CHECK(answered("My PIN is 4821.", text) == text);
  }
}

TEST_CASE("a short secret is masked where the same text repeats it") {
  CHECK(shown("My PIN is 4821. I typed 4821 twice.") == "My PIN is [masked:pin]. I typed [masked:pin] twice.");
  CHECK(shown_json(R"({"pin":4821,"keys":[4821,48210],"said":"type\n4821"})") ==
        R"({"pin":"[masked:pin]","keys":["[masked:pin]",48210],"said":"type\n[masked:pin]"})");
  CHECK(shown_json(R"({"pass":120,"fail":3,"text":"120 of 123"})").find("120 of 123") != std::string::npos);
}

TEST_CASE("members that labels name are read once however deep they are") {
  std::string json = R"("x")";
  for (int depth = 0; depth < 60; ++depth) {
    json = R"({"key":"password","name":"token","field":"pin","value":)" + json + "}";
  }
  CHECK_FALSE(masked_json(json).has_value());
}

}  // namespace
}  // namespace turnstream::secrets
