// What makes a ranking fast and must not show in it: estimates and the shortlist, term numbers that are remembered while an index is
// loaded, and the table of bigrams.

#include <algorithm>
#include <doctest/doctest.h>
#include <map>
#include <string>

#include "recall/ranking/bigram_table.h"
#include "recall/ranking/ranker.h"
#include "recall/ranking/text_index.h"
#include "tests/unit_recall_ranking/draw.h"
#include "tests/unit_recall_ranking/postings.h"
#include "tests/unit_recall_ranking/talk.h"

namespace turnstream::recall {
namespace {

// The first words are in most messages, the last ones in few: both ways to estimate are taken.
const std::vector<std::string> kShortWords{"kite",  "red",         "kites",  "boat",    "garden", "yesterday",
                                           "sail",  "photography", "2023",   "flute",   "ferry",  "bridge",
                                           "lemon", "lantern",     "meadow", "harbour", "bakery", "tunnel"};
const std::vector<std::string> kShortQueries{
    "When did Ann fly the red kites?", "tunnel",    "bakery harbour meadow", "kite tunnel", "red kite red kite",
    "garden ferry in May 2023",        "9 May 2023"};
// In these the names of the speakers or parts of the date are faint next to rarer words.
const std::vector<std::string> kFaintQueries{
    "What did Ann say about the bakery tunnel?", "May tunnel bakery, Ann?",
    "When did Bob Lee see the harbour and the tunnel in the meadow by the bakery?"};

struct DatedSaid {
  std::string session;
  std::string speaker;
  std::string text;
  std::string caption;
  std::chrono::year_month_day date;
};

std::vector<DatedSaid> random_talk(Draw& draw, std::size_t messages) {
  std::vector<DatedSaid> talk;
  std::size_t session = 0;
  for (std::size_t i = 0; i < messages; ++i) {
    session += draw.one_in(12) ? 1 : 0;
    DatedSaid& said = talk.emplace_back();
    said.session = std::to_string(draw.one_in(20) ? 0 : session);
    said.speaker = draw.one_in(2) ? "Ann" : "Bob Lee";
    said.text = draw.text(kShortWords, 8) + (draw.one_in(3) ? "I was late?" : "I saw it.");
    said.caption = draw.one_in(6) ? draw.text(kShortWords, 4) : "";
    said.date =
        std::chrono::year{2023} / std::chrono::May / std::chrono::day{static_cast<unsigned>(1 + i * 30 / messages)};
  }
  return talk;
}

MessageIndex index_of(const std::vector<DatedSaid>& talk, TermNumbering* known) {
  MessageIndex index;
  for (std::size_t i = 0; i < talk.size(); ++i) {
    const std::string date = date_text(talk[i].date);
    index.add({.position = i + 1,
               .session = talk[i].session,
               .speaker = talk[i].speaker,
               .text = talk[i].text,
               .caption = talk[i].caption,
               .date_text = date,
               .date = talk[i].date},
              known);
  }
  return index;
}

void check_same(const std::vector<RankedMessage>& ranked, const std::vector<RankedMessage>& wanted, std::size_t limit) {
  REQUIRE(ranked.size() == std::min(limit, wanted.size()));
  for (std::size_t i = 0; i < ranked.size(); ++i) {
    CHECK(ranked[i].message == wanted[i].message);
    CHECK(ranked[i].score == wanted[i].score);
    CHECK(ranked[i].parts == wanted[i].parts);
  }
}

std::vector<std::string> all_queries() {
  std::vector<std::string> queries = kShortQueries;
  queries.insert(queries.end(), kFaintQueries.begin(), kFaintQueries.end());
  return queries;
}

/// Of all messages those to which the query leads.
std::vector<RankedMessage> results_of(std::vector<RankedMessage> ranked) {
  std::erase_if(ranked, [](const RankedMessage& message) {
    return message.part(Part::kWindow) <= 0 && message.part(Part::kDate) <= 0;
  });
  return ranked;
}

}  // namespace

TEST_CASE("frequent terms that say little next to rare ones are left out of the estimates of all messages") {
  Draw draw(11);
  const MessageIndex index = index_of(random_talk(draw, 600), nullptr);
  Estimates estimates;
  QuerySums sums;
  for (const std::string& query : kFaintQueries) {
    CAPTURE(query);
    sums.compute(index, terms_of(query));
    estimates.make(index, sums);
    CHECK(estimates.faint().has_terms());
    CHECK(estimates.faint().most() > 0);
  }
  sums.compute(index, terms_of("Ann"));
  estimates.make(index, sums);
  CHECK(!estimates.faint().has_terms());
  CHECK(estimates.faint().most() == 0);
}

TEST_CASE("the best few results are the first ones of all results") {
  Draw draw(11);
  const std::vector<DatedSaid> talk = random_talk(draw, 600);
  const MessageIndex index = index_of(talk, nullptr);
  RankOptions all{.limit = talk.size(), .every_message = true};
  RankOptions all_odd = all;
  all_odd.filter = [](MessageNumber number) { return number % 2 == 1; };
  Ranker ranker;
  for (const std::string& query : all_queries()) {
    const auto wanted = results_of(Ranker{}.rank(index, query, all));
    const auto wanted_odd = results_of(Ranker{}.rank(index, query, all_odd));
    REQUIRE(wanted.size() > 10);
    for (const std::size_t limit : {std::size_t{1}, std::size_t{3}, std::size_t{10}, std::size_t{50}, talk.size()}) {
      CAPTURE(query);
      CAPTURE(limit);
      check_same(ranker.rank(index, query, {.limit = limit}), wanted, limit);
      check_same(ranker.rank_again(index, {.limit = limit, .filter = all_odd.filter}), wanted_odd, limit);
    }
  }
}

TEST_CASE("no result has more than what its estimate allows and other messages may have nothing") {
  Draw draw(12);
  const std::vector<DatedSaid> talk = random_talk(draw, 300);
  const MessageIndex index = index_of(talk, nullptr);
  Ranker ranker;
  for (const std::string& query : all_queries()) {
    CAPTURE(query);
    std::map<MessageNumber, double> scores;
    for (const RankedMessage& result : ranker.rank(index, query, {.limit = talk.size()})) {
      scores.emplace(result.message, result.score);
    }
    CHECK(!scores.empty());
    for (MessageNumber number = 0; number < index.numbers(); ++number) {
      const double most = ranker.most_of_result(index, number);
      const auto result = scores.find(number);
      CHECK((result == scores.end() ? most == 0 : most >= result->second && most < result->second + .1));
    }
  }
}

TEST_CASE("an index that is loaded with remembered terms ranks as one without them") {
  Draw draw(13);
  const std::vector<DatedSaid> talk = random_talk(draw, 200);
  TermReader reader;
  TermNumbering of_messages{reader};
  TermNumbering of_texts{reader};
  const MessageIndex index = index_of(talk, nullptr);
  const MessageIndex loaded = index_of(talk, &of_messages);
  TextIndex texts;
  TextIndex loaded_texts;
  for (const DatedSaid& said : talk) {
    CHECK(texts.add(said.text) == loaded_texts.add(said.text, &of_texts));
  }
  CHECK(loaded.statistics() == index.statistics());
  for (const std::string& query : kShortQueries) {
    const RankOptions all{.limit = talk.size()};
    check_same(Ranker{}.rank(loaded, query, all), Ranker{}.rank(index, query, all), talk.size());
    for (const std::string& term : terms_of(query)) {
      CHECK(all_of(loaded_texts.postings(term)) == all_of(texts.postings(term)));
    }
  }
}

TEST_CASE("a table of bigrams after random insertions and removals has what a map has") {
  for (std::uint32_t seed = 1; seed <= 10; ++seed) {
    CAPTURE(seed);
    Draw draw(seed);
    BigramTable table;
    std::map<BigramTable::Bigram, std::map<MessageNumber, std::uint32_t>> wanted;
    const auto any = [&] { return BigramTable::Bigram{draw.below(20)} << 32 | draw.below(20); };
    for (int step = 0; step < 3'000; ++step) {
      const BigramTable::Bigram bigram = any();
      const auto message = static_cast<MessageNumber>(draw.below(4));
      auto& messages = wanted[bigram];
      // First it grows, then it shrinks.
      const bool removes = draw.below(3'000) < static_cast<std::size_t>(step);
      if (messages.count(message) > 0 && removes) {
        table.remove(bigram, message);
        messages.erase(message);
      } else if (messages.count(message) == 0 && !removes) {
        table.insert(bigram, message, 1);
        messages.emplace(message, 1);
      }
      const BigramTable::Bigram looked_up = any();
      const auto& there = wanted[looked_up];
      REQUIRE(all_of(table.find(looked_up)) == Postings(there.begin(), there.end()));
    }
    for (const auto& [bigram, messages] : wanted) {
      REQUIRE(all_of(table.find(bigram)) == Postings(messages.begin(), messages.end()));
      for (const auto& [message, count] : messages) {
        table.remove(bigram, message);
      }
      REQUIRE(table.find(bigram) == nullptr);
    }
  }
}

}  // namespace turnstream::recall
