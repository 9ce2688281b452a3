// The message index: postings, lengths, sessions, speakers, dates.

#include <cmath>
#include <doctest/doctest.h>

#include "recall/ranking/recipe.h"
#include "tests/unit_recall_ranking/postings.h"
#include "tests/unit_recall_ranking/talk.h"

namespace turnstream::recall {
namespace {

/// The window length of a message from the lengths in its session, computed from the definition.
std::uint64_t window_length_of(const MessageIndex& index, MessageNumber number) {
  const IndexedMessage& message = index.message(number);
  const std::vector<MessageNumber>& session = index.sessions()[message.session].messages;
  std::uint64_t length = 0;
  for (int distance = -4; distance <= 4; ++distance) {
    const int place = static_cast<int>(message.place) + distance;
    if (place >= 0 && place < static_cast<int>(session.size())) {
      length += kWindowWeights[static_cast<std::size_t>(distance + 4)] * index.message(session[place]).length;
    }
  }
  return length;
}

}  // namespace

TEST_CASE("window weights are powers of .7 and .6 in whole numbers") {
  for (std::size_t distance = 0; distance <= kNeighbours; ++distance) {
    const auto power = static_cast<double>(distance);
    CHECK(static_cast<double>(kWindowWeights[kNeighbours - distance]) == doctest::Approx(1e4 * std::pow(.7, power)));
    CHECK(static_cast<double>(kWindowWeights[kNeighbours + distance]) == doctest::Approx(1e4 * std::pow(.6, power)));
  }
}

TEST_CASE("terms come from date speaker text and caption and bigrams from text and caption alone") {
  MessageIndex index;
  index.add({.position = 7,
             .session = "s",
             .speaker = "Ann",
             .text = "Kites! Red kites",
             .caption = "a photo of kites",
             .date_text = "8 May 2023"});
  CHECK(all_of(index.term_postings("kite")) == Postings{{0, 3}});
  CHECK(all_of(index.term_postings("ann")) == Postings{{0, 1}});
  CHECK(all_of(index.term_postings("2023")) == Postings{{0, 1}});
  CHECK(index.term_postings("may") == nullptr);  // a stop word
  CHECK(all_of(index.bigram_postings("kite", "red")) == Postings{{0, 1}});
  CHECK(all_of(index.bigram_postings("photo", "kite")) == Postings{{0, 1}});
  CHECK(index.bigram_postings("kite", "photo") == nullptr);  // one ends the text, the other begins the caption
  CHECK(index.bigram_postings("ann", "kite") == nullptr);
  CHECK(index.bigram_postings("kite", "dragon") == nullptr);
  const IndexedMessage& message = index.message(0);
  CHECK(message.position == 7);
  CHECK(message.length == 8);
  CHECK(message.bigram_length == 6);
  CHECK(message.window_length == 80'000);
}

TEST_CASE("terms with the same first five letters share a prefix") {
  Talk talk;
  talk.say("s", "Ann", "a photograph");
  talk.say("s", "Ann", "photography and photos and photographs");
  CHECK(all_of(talk.index().prefix_postings("photo")) == Postings{{0, 1}, {1, 3}});
  CHECK(all_of(talk.index().term_postings("photograph")) == Postings{{0, 1}, {1, 1}});
}

TEST_CASE("window lengths are those of the definition after each message and sessions may alternate") {
  Talk talk;
  const std::string_view texts[] = {"one kite", "red", "long green kites fly", "", "boats sail away", "so"};
  for (std::size_t i = 0; i < 60; ++i) {
    talk.say(i % 7 < 3 ? "a" : i % 5 < 2 ? "b" : "c", "Ann", texts[i % 6]);
    IndexStatistics wanted;
    for (MessageNumber number = 0; number < talk.index().size(); ++number) {
      const IndexedMessage& message = talk.index().message(number);
      CHECK(message.window_length == window_length_of(talk.index(), number));
      wanted.length += message.length;
      wanted.bigram_length += message.bigram_length;
      wanted.window_length += message.window_length;
    }
    CHECK(talk.index().statistics() == wanted);
  }
  std::uint64_t length = 0;
  std::size_t messages = 0;
  for (const IndexedSession& session : talk.index().sessions()) {
    length += session.length;
    messages += session.messages.size();
  }
  CHECK(length == talk.index().statistics().length);
  CHECK(messages == 60);
}

TEST_CASE("neighbours do not lend their length across the border of a session") {
  Talk talk;
  talk.say("a", "Ann", "red kites");
  talk.say("b", "Ann", "green boats");
  CHECK(talk.index().message(0).window_length == 30'000);
  CHECK(talk.index().message(1).window_length == 30'000);
  talk.say("b", "Ann", "sails");
  CHECK(talk.index().message(1).window_length == 30'000 + 2 * 6000);
  CHECK(talk.index().message(2).window_length == 20'000 + 3 * 7000);
}

TEST_CASE("a speaker is named by a word of the name unless two speakers share it") {
  Talk talk;
  talk.say("s", "Ann Lee", "hi");
  talk.say("s", "Bob", "hi");
  talk.say("s", "Ann Lee", "hi");
  const MessageIndex& index = talk.index();
  CHECK(index.only_speaker_named_in({"did", "lee", "ann", "go"}) == index.find_speaker("Ann Lee"));
  CHECK(index.only_speaker_named_in({"bob"}) == index.find_speaker("Bob"));
  CHECK(!index.only_speaker_named_in({"bob", "ann"}));
  CHECK(!index.only_speaker_named_in({"eve"}));
  CHECK(!index.find_speaker("Ann"));
  talk.say("s", "Bob Lee", "hi");
  CHECK(!index.only_speaker_named_in({"lee"}));
  CHECK(index.only_speaker_named_in({"ann"}) == index.find_speaker("Ann Lee"));
}

TEST_CASE("messages of one date stand together in the order of the log") {
  Talk talk;
  talk.say("a", "Ann", "hi");
  talk.say_on(Talk::kDate + std::chrono::years{1}, "b", "Ann", "hi");
  talk.say("a", "Ann", "hi");
  REQUIRE(talk.index().dates().size() == 2);
  CHECK(talk.index().dates()[0].date == Talk::kDate);
  CHECK(talk.index().dates()[0].messages == std::vector<MessageNumber>{0, 2});
  CHECK(talk.index().message(1).date == 1);
  CHECK(talk.index().find_session("b") == 1U);
  CHECK(!talk.index().find_session("c"));
}

}  // namespace turnstream::recall
