// The ranking: its parts computed by hand, order, ties, filters. locomo_ranking_test.py compares it with the reference.

#include "recall/ranking/ranker.h"

#include <cmath>
#include <doctest/doctest.h>
#include <numeric>

#include "tests/unit_recall_ranking/talk.h"

namespace turnstream::recall {
namespace {

std::vector<RankedMessage> rank(const Talk& talk, std::string_view query, const RankOptions& options = {}) {
  return Ranker{}.rank(talk.index(), query, options);
}

/// The result for the message, whose parts must add up to its score.
RankedMessage result_for(const Talk& talk, std::string_view query, MessageNumber message) {
  for (const RankedMessage& ranked : rank(talk, query, {.limit = 100, .every_message = true})) {
    if (ranked.message == message) {
      CHECK(std::accumulate(ranked.parts.begin(), ranked.parts.end(), 0.) == doctest::Approx(ranked.score));
      return ranked;
    }
  }
  FAIL("the message was not found");
  return {};
}

}  // namespace

TEST_CASE("the parts of text are BM25 as computed by hand") {
  Talk talk;
  talk.say("a", "Ann", "kite kite");
  talk.say("b", "Bob", "sail boat");
  const auto ranked = rank(talk, "kites");
  REQUIRE(numbers_of(ranked) == std::vector<MessageNumber>{0});
  // The term is in one of two messages and of two sessions, so all rarities are ln 2 and cancel out. All lengths are the
  // average, so the norms are k1: .9 and 1.2. The term stands twice.
  CHECK(ranked[0].part(Part::kWindow) == doctest::Approx(9 * 2 / 2.9).epsilon(1e-12));
  CHECK(ranked[0].part(Part::kPrefix) == doctest::Approx(3.5 * 2 / 2.9).epsilon(1e-12));
  CHECK(ranked[0].part(Part::kSession) == doctest::Approx(3 * 2 * 2.2 / 3.2 / 1.9).epsilon(1e-12));
  CHECK(ranked[0].part(Part::kFirst) == .7);
  CHECK(ranked[0].part(Part::kBigram) == 0);
  CHECK(ranked[0].score == doctest::Approx(9 * 2 / 2.9 + 3.5 * 2 / 2.9 + 3 * 2 * 2.2 / 3.2 / 1.9 + .7).epsilon(1e-12));
}

TEST_CASE("rarities and lengths count as computed by hand") {
  Talk talk;
  talk.say("a", "Ann", "kite");             // 2 terms
  talk.say("b", "Ann", "red kite flying");  // 4 terms
  talk.say("c", "Ann", "boat boat boat");   // 4 terms; the average is 10 / 3
  const double kite = std::log(1 + 1.5 / 2.5);
  const double red = std::log(1 + 2.5 / 1.5);
  const double norm = .9 * (.6 + .4 * 4 / (10. / 3));
  const RankedMessage second = result_for(talk, "a red kite", 1);
  CHECK(second.part(Part::kWindow) == doctest::Approx(9 / (1 + norm)).epsilon(1e-12));
  CHECK(second.part(Part::kBigram) ==
        doctest::Approx(3 * red / (1 + .9 * (.6 + .4 * 4 / (10. / 3))) / (kite + red)).epsilon(1e-12));
  CHECK(second.part(Part::kSession) ==
        doctest::Approx(3 * 2.2 / (1 + 1.2 * (.25 + .75 * 4 / (10. / 3))) / 1.9).epsilon(1e-12));
  const RankedMessage first = result_for(talk, "a red kite", 0);
  CHECK(first.part(Part::kWindow) ==
        doctest::Approx(9 * kite / (1 + .9 * (.6 + .4 * 2 / (10. / 3))) / (kite + red)).epsilon(1e-12));
}

TEST_CASE(
    "a message lends its terms to later neighbours with .7 and to earlier ones with .6 and no further than four") {
  Talk talk;
  for (int i = 0; i < 11; ++i) {
    talk.say("a", "Ann", i == 5 ? "kite" : "boat");
  }
  const auto ranked = rank(talk, "kite", {.limit = 100});
  CHECK(numbers_of(ranked).size() == 9);
  CHECK(result_for(talk, "kite", 5).part(Part::kWindow) > result_for(talk, "kite", 6).part(Part::kWindow));
  CHECK(result_for(talk, "kite", 6).part(Part::kWindow) > result_for(talk, "kite", 4).part(Part::kWindow));
  CHECK(result_for(talk, "kite", 0).part(Part::kWindow) == 0);
  CHECK(result_for(talk, "kite", 10).part(Part::kWindow) == 0);
  // In the middle all windows are alike but for the ends of the session: the sum of the weights of each is exact.
  const IndexedMessage& next = talk.index().message(6);
  const double average = static_cast<double>(talk.index().statistics().window_length) / 11;
  const double norm = .9 * (.6 + .4 * static_cast<double>(next.window_length) / average);
  CHECK(result_for(talk, "kite", 6).part(Part::kWindow) == doctest::Approx(9 * .7 / (.7 + norm)).epsilon(1e-12));
}

TEST_CASE("neighbours of another session lend nothing even if their messages stand between") {
  Talk talk;
  talk.say("a", "Ann", "boat");
  talk.say("b", "Ann", "kite");
  talk.say("a", "Ann", "boat");
  CHECK(numbers_of(rank(talk, "kite")) == std::vector<MessageNumber>{1});
  talk.say("b", "Ann", "boat");
  CHECK(numbers_of(rank(talk, "kite")) == std::vector<MessageNumber>{1, 3});
}

TEST_CASE("of equal scores the earlier message is first and the limit cuts behind it") {
  Talk talk;
  talk.say("z", "Ann", "kite");
  talk.say("y", "Ann", "kite");
  talk.say("x", "Ann", "kite");
  const auto ranked = rank(talk, "kite");
  CHECK(numbers_of(ranked) == std::vector<MessageNumber>{0, 1, 2});
  CHECK(rounded_score(ranked[0].score) == rounded_score(ranked[2].score));
  CHECK(numbers_of(rank(talk, "kite", {.limit = 2})) == std::vector<MessageNumber>{0, 1});
  CHECK(rank(talk, "kite", {.limit = 0}).empty());
}

TEST_CASE("scores are rounded half away from zero") {
  CHECK(rounded_score(1.0000000004) == 1'000'000'000);
  CHECK(rounded_score(.5e-9) == 1);
  CHECK(rounded_score(-.5e-9) == -1);
}

TEST_CASE("a query without terms and dates has no results and an empty index has none either") {
  Talk talk;
  CHECK(rank(talk, "kite in 2023").empty());
  CHECK(rank(talk, "kite", {.every_message = true}).empty());
  talk.say("a", "Ann", "kite");
  CHECK(rank(talk, "").empty());
  CHECK(rank(talk, "when was it?").empty());
  CHECK(rank(talk, "dragon").empty());
  CHECK(result_for(talk, "", 0).score == .7);
}

TEST_CASE("a prefix alone makes no result") {
  Talk talk;
  talk.say("a", "Ann", "photography");
  CHECK(rank(talk, "photographs").empty());
  CHECK(result_for(talk, "photographs", 0).part(Part::kPrefix) > 0);
}

TEST_CASE("a caption is found like the text and its bigrams do not reach into the text") {
  Talk talk;
  talk.say("a", "Ann", "Look: a red", "kite over a lake");
  talk.say("b", "Bob", "boats");
  CHECK(numbers_of(rank(talk, "lake")) == std::vector<MessageNumber>{0});
  CHECK(result_for(talk, "red kite", 0).part(Part::kBigram) == 0);
  CHECK(result_for(talk, "kite lake", 0).part(Part::kBigram) == 0);  // "over" stands between
  CHECK(result_for(talk, "kites over", 0).part(Part::kBigram) > 0);
}

TEST_CASE("a bigram that stands twice in the query counts twice and a term once") {
  Talk talk;
  talk.say("a", "Ann", "red kite");
  talk.say("b", "Ann", "boats");
  const RankedMessage once = result_for(talk, "red kite", 0);
  const RankedMessage twice = result_for(talk, "red kite red kite", 0);
  CHECK(twice.part(Part::kBigram) == doctest::Approx(2 * once.part(Part::kBigram)));
  CHECK(twice.part(Part::kWindow) == once.part(Part::kWindow));
}

TEST_CASE("the answer to a question gains what the question has and loses nothing") {
  Talk talk;
  talk.say("a", "Ann", "Did you fly the kite?");
  talk.say("a", "Bob", "Yes!");
  talk.say("b", "Ann", "kite");
  talk.say("b", "Bob", "Yes!");
  // The question has 3 terms, a message 9 / 4 in the mean.
  CHECK(result_for(talk, "kite", 1).part(Part::kReply) ==
        doctest::Approx(4.5 / (1 + .9 * (.6 + .4 * 3 / (9. / 4)))).epsilon(1e-12));
  CHECK(result_for(talk, "kite", 3).part(Part::kReply) == 0);
  CHECK(result_for(talk, "kite", 2).part(Part::kReply) == 0);  // the first of its session
  CHECK(result_for(talk, "kite", 0).part(Part::kQuestion) == -.8);
  CHECK(result_for(talk, "kite", 1).part(Part::kQuestion) == 0);
}

TEST_CASE("the speaker that a query names and the first person and a time count") {
  Talk talk;
  talk.say("a", "Ann", "I flew a kite yesterday");
  talk.say("a", "Bob", "kite");
  const RankedMessage first = result_for(talk, "When did Ann fly?", 0);
  CHECK(first.part(Part::kSpeaker) == 1);
  CHECK(first.part(Part::kFirstPerson) == .7);
  CHECK(first.part(Part::kWhen) == 1.75);
  const RankedMessage second = result_for(talk, "When did Ann fly?", 1);
  CHECK(second.part(Part::kSpeaker) == 0);
  CHECK(second.part(Part::kFirstPerson) == 0);
  CHECK(second.part(Part::kWhen) == 0);
  CHECK(result_for(talk, "Why did Ann and Bob fly?", 0).part(Part::kSpeaker) == 0);
  CHECK(result_for(talk, "Why did Ann fly?", 0).part(Part::kWhen) == 0);
}

TEST_CASE("a date alone makes results") {
  Talk talk;
  talk.say("a", "Ann", "kite");
  talk.say_on(Talk::kDate + std::chrono::months{3}, "b", "Ann", "boat");
  CHECK(numbers_of(rank(talk, "8 August 2023")) == std::vector<MessageNumber>{1});
  CHECK(result_for(talk, "8 August 2023", 1).part(Part::kDate) == 2.5 * 1.5);
  CHECK(numbers_of(rank(talk, "the kite in 2023")) == std::vector<MessageNumber>{0, 1});
}

TEST_CASE("a filter removes results and changes no score of the others") {
  Talk talk;
  talk.say("a", "Ann", "a kite?");
  talk.say("a", "Bob", "blue kite");
  talk.say("a", "Ann", "boat");
  const auto all = rank(talk, "kite");
  const auto filtered = rank(talk, "kite", {.limit = 1, .filter = [](MessageNumber number) { return number == 2; }});
  REQUIRE(numbers_of(filtered) == std::vector<MessageNumber>{2});
  CHECK(all.size() == 3);
  CHECK(filtered[0].score == result_for(talk, "kite", 2).score);
  CHECK(filtered[0].part(Part::kWindow) > 0);
}

TEST_CASE("one ranker gives the same results for several indexes in any order") {
  Talk large;
  Talk small;
  for (int i = 0; i < 20; ++i) {
    large.say(i % 2 == 0 ? "a" : "b", "Ann", i % 8 < 2 ? "red kite?" : "no", i % 8 < 2 ? "photographs of a boat" : "");
  }
  small.say("a", "Bob", "red photography");
  Ranker ranker;
  for (const std::string_view query : {"red kite", "photographs", "", "boats in 2023", "no red kite"}) {
    for (const Talk* talk : {&large, &small, &large, &large}) {
      const auto ranked = ranker.rank(talk->index(), query, {.limit = 50, .every_message = true});
      const auto wanted = rank(*talk, query, {.limit = 50, .every_message = true});
      REQUIRE(ranked.size() == wanted.size());
      for (std::size_t i = 0; i < ranked.size(); ++i) {
        CHECK(ranked[i].message == wanted[i].message);
        CHECK(ranked[i].score == wanted[i].score);
        CHECK(ranked[i].parts == wanted[i].parts);
      }
    }
  }
}

}  // namespace turnstream::recall
