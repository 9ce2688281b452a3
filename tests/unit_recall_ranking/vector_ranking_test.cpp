// Rankings of messages that have vectors: the part of a vector, what it finds, and that the quick way to the best results finds the same.

#include <algorithm>
#include <cmath>
#include <doctest/doctest.h>
#include <memory>
#include <string>
#include <vector>

#include "recall/ranking/ranker.h"
#include "recall/ranking/recipe.h"
#include "recall/ranking/vectors/cosines.h"
#include "tests/unit_recall_ranking/draw.h"
#include "tests/unit_recall_ranking/talk.h"
#include "tests/unit_recall_vectors/small_table.h"

namespace turnstream::recall {
namespace {

const std::vector<SmallPiece> kPieces{{"boat", {127, 0, 0}},    {"ship", {127, 26, 0}}, {"kite", {0, 0, 127}},
                                      {"unlike", {-127, 0, 0}}, {"far", {47, 127, 0}},  {"near", {48, 127, 0}}};

/// The parts of vectors of all messages.
std::vector<double> parts_by_number(const MessageIndex& index, const std::string& query) {
  std::vector<RankedMessage> ranked = Ranker{}.rank(index, query, {.limit = index.size(), .every_message = true});
  std::sort(ranked.begin(), ranked.end(),
            [](const RankedMessage& a, const RankedMessage& b) { return a.message < b.message; });
  std::vector<double> parts;
  for (const RankedMessage& message : ranked) {
    parts.push_back(message.part(Part::kVector));
  }
  return parts;
}

/// Those to which a word, a date or their vector leads.
std::vector<RankedMessage> near_results_of(std::vector<RankedMessage> ranked) {
  std::erase_if(ranked, [](const RankedMessage& message) {
    return message.part(Part::kWindow) <= 0 && message.part(Part::kDate) <= 0 &&
           message.part(Part::kVector) < kWeights.vector * kNearCosine;
  });
  return ranked;
}

void check_near(const std::vector<RankedMessage>& ranked, const std::vector<RankedMessage>& wanted, std::size_t limit) {
  REQUIRE(ranked.size() == std::min(limit, wanted.size()));
  for (std::size_t i = 0; i < ranked.size(); ++i) {
    CHECK(ranked[i].message == wanted[i].message);
    CHECK(ranked[i].score == wanted[i].score);
  }
}

const std::vector<std::string> kVectorWords{"kite",    "red",     "boat",  "garden", "sail",   "flute",
                                            "ferry",   "bridge",  "lemon", "meadow", "bakery", "tunnel",
                                            "harbour", "lantern", "sea",   "ship"};
const std::vector<std::string> kVectorQueries{"When did Ann fly the red kites?",
                                              "tunnel",
                                              "What did Ann say about the bakery tunnel?",
                                              "ship",
                                              "garden ferry in May 2023",
                                              "sea",
                                              "May tunnel bakery Ann lantern"};

/// Each word but a few has a random vector.
std::unique_ptr<VectorTable> random_table(Draw& draw) {
  std::vector<SmallPiece> pieces;
  for (const std::string& word : kVectorWords) {
    SmallPiece piece{word, std::vector<std::int8_t>(5), static_cast<float>(1 + draw.below(8))};
    for (std::int8_t& value : piece.row) {
      value = static_cast<std::int8_t>(static_cast<int>(draw.below(255)) - 127);
    }
    if (word != "garden" && word != "bakery") {
      pieces.push_back(std::move(piece));
    }
  }
  return small_table(pieces);
}

void talk_at_random(Draw& draw, Talk& talk, std::size_t messages) {
  std::size_t session = 0;
  for (std::size_t i = 0; i < messages; ++i) {
    session += draw.one_in(12) ? 1 : 0;
    const auto day = std::chrono::day{static_cast<unsigned>(1 + i * 30 / messages)};
    talk.say_on(std::chrono::year{2023} / std::chrono::May / day, std::to_string(draw.one_in(20) ? 0 : session),
                draw.one_in(2) ? "Ann" : "Bob Lee",
                draw.text(kVectorWords, 8) + (draw.one_in(3) ? "I was late?" : "I saw it."),
                draw.one_in(6) ? draw.text(kVectorWords, 4) : "");
  }
}

}  // namespace

TEST_CASE("a message without a word of the query is found by its vector") {
  const auto table = small_table(kPieces);
  Talk talk(table.get());
  talk.say("a", "Ann", "The boat is late.");
  talk.say("b", "Ann", "The bakery is open.");
  talk.say("c", "Ann", "A kite!");
  const auto ranked = Ranker{}.rank(talk.index(), "ship");
  REQUIRE(numbers_of(ranked) == std::vector<MessageNumber>{0});
  const double part = 8.25 * 127 / std::sqrt(127. * 127 + 26 * 26);
  CHECK(ranked[0].part(Part::kVector) == doctest::Approx(part).epsilon(1e-12));
  CHECK(ranked[0].part(Part::kWindow) == 0);
  CHECK(ranked[0].score == doctest::Approx(part + .7).epsilon(1e-12));  // the first one of its session
}

TEST_CASE("a caption counts in the vector and a cosine of .35 makes a result") {
  const auto table = small_table(kPieces);
  Talk talk(table.get());
  talk.say("a", "Ann", "Look!", "near");
  talk.say("b", "Ann", "Look!", "far");
  CHECK(numbers_of(Ranker{}.rank(talk.index(), "boat")) == std::vector<MessageNumber>{0});
}

TEST_CASE("all messages have the part also if a word found them and it may be below 0") {
  const auto table = small_table(kPieces);
  Talk talk(table.get());
  talk.say("a", "Ann", "boat unlike unlike");
  talk.say("b", "Ann", "boat lantern");
  const auto ranked = Ranker{}.rank(talk.index(), "boat");
  REQUIRE(numbers_of(ranked) == std::vector<MessageNumber>{1, 0});
  CHECK(ranked[0].part(Part::kVector) == 8.25);
  CHECK(ranked[1].part(Part::kVector) == -8.25);
  Talk plain;
  plain.say("a", "Ann", "boat unlike unlike");
  plain.say("b", "Ann", "boat lantern");
  for (const RankedMessage& without : Ranker{}.rank(plain.index(), "boat")) {
    CHECK(without.part(Part::kVector) == 0);
    const RankedMessage& with = ranked[without.message == 1 ? 0 : 1];
    CHECK(with.score == without.score + with.part(Part::kVector));
  }
}

TEST_CASE("the vector of another text than the query can be compared") {
  const auto table = small_table(kPieces);
  Talk talk(table.get());
  talk.say("a", "Ann", "boat");
  talk.say("b", "Ann", "kite");
  const auto ranked = Ranker{}.rank(talk.index(), "boat", {.compared = "A kite"});
  REQUIRE(ranked.size() == 2);
  CHECK(ranked[0].message == 1);
  CHECK(ranked[0].part(Part::kVector) == 8.25);
  CHECK(ranked[1].part(Part::kVector) == 0);
}

TEST_CASE("a message has the vectors of its neighbours of one session with the weights of terms") {
  const auto table = small_table(kPieces);
  Talk talk(table.get());
  talk.say("a", "Ann", "kite");
  talk.say("b", "Ann", "kite");
  talk.say("a", "Bob", "boat");
  talk.say("b", "Bob", "bakery");
  const auto parts = parts_by_number(talk.index(), "kite");
  REQUIRE(parts.size() == 4);
  // (.6 · 127, 0, 127), the first number rounded
  CHECK(parts[0] == doctest::Approx(8.25 * 127 / std::sqrt(127. * 127 + 76 * 76)).epsilon(1e-12));
  CHECK(parts[1] == 8.25);
  // (127, 0, .7 · 127)
  CHECK(parts[2] == doctest::Approx(8.25 * 89 / std::sqrt(127. * 127 + 89 * 89)).epsilon(1e-12));
  CHECK(parts[3] == 8.25);
}

TEST_CASE("stop words and marks of the message and of the query do not count in the vector") {
  const auto table =
      small_table({{"boat", {127, 0, 0}}, {"the", {0, 127, 0}}, {"?", {0, 0, 127}}, {"with", {0, 127, 0}}});
  Talk talk(table.get());
  talk.say("a", "Ann", "The boat? With the ???");
  CHECK(parts_by_number(talk.index(), "boat with the?") == std::vector<double>{8.25});
  CHECK(parts_by_number(talk.index(), "With the?") == std::vector<double>{0});
}

TEST_CASE("a message that is removed lends nothing") {
  const auto table = small_table(kPieces);
  MessageIndex index({}, table.get());
  MessageIndex without({}, table.get());
  const std::vector<std::string> texts{"ship", "kite", "far", "boat", "near kite", "unlike", "ship", "kite far"};
  const auto said = [&](std::size_t number) {
    return NewMessage{.position = number,
                      .session = "a",
                      .speaker = "Ann",
                      .text = texts[number],
                      .caption = {},
                      .date_text = {},
                      .date = Talk::kDate};
  };
  for (std::size_t number = 0; number < texts.size(); ++number) {
    index.add(said(number));
    if (number != 3) {
      without.add(said(number));
    }
  }
  index.remove(3, said(3));
  CHECK(parts_by_number(index, "ship") == parts_by_number(without, "ship"));
}

TEST_CASE("a message that is removed is found no longer and the others keep their vectors") {
  const auto table = small_table(kPieces);
  MessageIndex index({}, table.get());
  const auto said = [](std::uint64_t position, std::string_view text) {
    return NewMessage{.position = position,
                      .session = "a",
                      .speaker = "Ann",
                      .text = text,
                      .caption = {},
                      .date_text = {},
                      .date = Talk::kDate};
  };
  index.add(said(1, "boat"));
  index.add(said(2, "ship"));
  index.remove(0, said(1, "boat"));
  index.add(said(3, "near"));
  CHECK(numbers_of(Ranker{}.rank(index, "unknown boat")) == std::vector<MessageNumber>{1, 2});
}

TEST_CASE("the best few results with vectors are the first ones of all results") {
  for (std::uint32_t seed = 31; seed < 35; ++seed) {
    CAPTURE(seed);
    Draw draw(seed);
    const auto table = random_table(draw);
    Talk talk(table.get());
    const std::size_t messages = 500;
    talk_at_random(draw, talk, messages);
    RankOptions all{.limit = messages, .every_message = true};
    RankOptions all_odd = all;
    all_odd.filter = [](MessageNumber number) { return number % 2 == 1; };
    Ranker ranker;
    for (const std::string& query : kVectorQueries) {
      const auto wanted = near_results_of(Ranker{}.rank(talk.index(), query, all));
      const auto wanted_odd = near_results_of(Ranker{}.rank(talk.index(), query, all_odd));
      for (const std::size_t limit : {std::size_t{1}, std::size_t{10}, std::size_t{50}, messages}) {
        CAPTURE(query);
        CAPTURE(limit);
        check_near(ranker.rank(talk.index(), query, {.limit = limit}), wanted, limit);
        check_near(ranker.rank_again(talk.index(), {.limit = limit, .filter = all_odd.filter}), wanted_odd, limit);
      }
    }
  }
}

TEST_CASE("no result with a vector has more than what is said that it may have") {
  Draw draw(35);
  const auto table = random_table(draw);
  Talk talk(table.get());
  talk_at_random(draw, talk, 300);
  Ranker ranker;
  for (const std::string& query : kVectorQueries) {
    CAPTURE(query);
    std::vector<bool> is_result(300);
    for (const RankedMessage& result : ranker.rank(talk.index(), query, {.limit = 300})) {
      is_result[result.message] = true;
      const double most = ranker.most_of_result(talk.index(), result.message);
      CHECK(most >= result.score);
      CHECK(most < result.score + .1);
      CHECK(ranker.may_reach(talk.index(), result.message, result.score));
    }
    for (MessageNumber number = 0; number < 300; ++number) {
      CHECK((is_result[number] || ranker.most_of_result(talk.index(), number) == 0));
    }
  }
}

TEST_CASE("the memory of an index counts its vectors") {
  const auto table = small_table(kPieces);
  Talk with(table.get());
  Talk without;
  for (int message = 0; message < 200; ++message) {
    with.say("a", "Ann", "boat");
    without.say("a", "Ann", "boat");
  }
  CHECK(with.index().memory_bytes() >= without.index().memory_bytes() + 200 * 2 * (3 + 8));
}

}  // namespace turnstream::recall
