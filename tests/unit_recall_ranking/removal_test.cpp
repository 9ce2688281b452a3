// Removal from the message index: what remains is what an index has to which the message was never added. The scores of any
// message for the last query.

#include <algorithm>
#include <doctest/doctest.h>
#include <string>

#include "recall/ranking/ranker.h"
#include "tests/unit_recall_ranking/draw.h"
#include "tests/unit_recall_ranking/postings.h"
#include "tests/unit_recall_ranking/talk.h"

namespace turnstream::recall {
namespace {

const std::vector<std::string> kSessions{"a", "b", "c", ""};
const std::vector<std::string> kSpeakers{"Ann Lee", "Bob", "Bob Bob", "ann", "Eve Lee", ""};
const std::vector<std::string> kWordsOfTexts{"kite",  "red",       "kites", "boat",        "I",    "the",
                                             "flies", "yesterday", "sail",  "photography", "2023", "photographs"};
const std::vector<std::string> kRemovalQueries{"When did Ann fly the red kites?",
                                               "photograph of a boat in May 2023",
                                               "red red kite red kite",
                                               "Bob sails",
                                               "Lee",
                                               "9 May 2023",
                                               "dragon"};

struct SaidAt {
  std::uint64_t position = 0;
  std::string session{};
  std::string speaker{};
  std::string text{};
  std::string caption{};
  unsigned day = 1;

  [[nodiscard]] std::chrono::year_month_day date() const {
    return std::chrono::year{2023} / std::chrono::May / std::chrono::day{day};
  }
};

SaidAt random_message(Draw& draw, std::uint64_t position) {
  SaidAt said{.position = position, .session = draw.of(kSessions), .speaker = draw.of(kSpeakers)};
  said.text = draw.text(kWordsOfTexts, 6) + (draw.one_in(3) ? "?" : "");
  said.caption = draw.one_in(3) ? draw.text(kWordsOfTexts, 4) : "";
  said.day = static_cast<unsigned>(8 + draw.below(3));
  return said;
}

/// An index, and the live messages to make others with.
class Messages {
 public:
  void add(SaidAt said) {
    with(said, [&](const NewMessage& message) { numbers_.push_back(index_.add(message)); });
    live_.push_back(std::move(said));
  }
  void remove(std::size_t place) {
    const auto at = static_cast<std::ptrdiff_t>(place);
    with(live_[place], [&](const NewMessage& message) { index_.remove(numbers_[place], message); });
    CHECK(!index_.is_live(numbers_[place]));
    live_.erase(live_.begin() + at);
    numbers_.erase(numbers_.begin() + at);
  }

  [[nodiscard]] const MessageIndex& index() const { return index_; }
  [[nodiscard]] std::size_t size() const { return live_.size(); }

  /// All that can be asked must be as in an index to which only the live messages were added.
  void check_against_fresh(Ranker& ranker) const {
    MessageIndex fresh;
    for (const SaidAt& said : live_) {
      with(said, [&](const NewMessage& message) { fresh.add(message); });
    }
    REQUIRE(index_.size() == fresh.size());
    CHECK(index_.statistics() == fresh.statistics());
    CHECK(index_.live_sessions() == fresh.live_sessions());
    check_messages(fresh);
    check_names(fresh);
    check_rankings(fresh, ranker);
  }

 private:
  template <typename Use>
  static void with(const SaidAt& said, Use use) {
    const std::string date = date_text(said.date());
    use({.position = said.position,
         .session = said.session,
         .speaker = said.speaker,
         .text = said.text,
         .caption = said.caption,
         .date_text = date,
         .date = said.date()});
  }

  void check_messages(const MessageIndex& fresh) const {
    for (MessageNumber place = 0; place < fresh.size(); ++place) {
      const IndexedMessage& message = index_.message(numbers_[place]);
      const IndexedMessage& wanted = fresh.message(place);
      CHECK(index_.is_live(numbers_[place]));
      CHECK(message.position == wanted.position);
      CHECK(message.place == wanted.place);
      CHECK(message.window_length == wanted.window_length);
      CHECK(index_.sessions()[message.session].length == fresh.sessions()[wanted.session].length);
    }
  }

  void check_names(const MessageIndex& fresh) const {
    for (const std::string& session : kSessions) {
      CHECK(index_.find_session(session).has_value() == fresh.find_session(session).has_value());
    }
    for (const Words& words : {Words{"ann"}, Words{"lee"}, Words{"bob", "eve"}, Words{"bob"}, Words{"eve", "lee"}}) {
      const auto only = index_.only_speaker_named_in(words);
      const auto wanted = fresh.only_speaker_named_in(words);
      CHECK(only.has_value() == wanted.has_value());
      for (const std::string& speaker : kSpeakers) {
        CHECK(index_.find_speaker(speaker).has_value() == fresh.find_speaker(speaker).has_value());
        CHECK((only && only == index_.find_speaker(speaker)) == (wanted && wanted == fresh.find_speaker(speaker)));
      }
    }
  }

  void check_rankings(const MessageIndex& fresh, Ranker& ranker) const {
    Ranker fresh_ranker;
    for (const std::string& query : kRemovalQueries) {
      for (const bool every_message : {false, true}) {
        CAPTURE(query);
        const RankOptions options{.limit = 1000, .every_message = every_message};
        const auto ranked = ranker.rank(index_, query, options);
        const auto wanted = fresh_ranker.rank(fresh, query, options);
        REQUIRE(ranked.size() == wanted.size());
        for (std::size_t i = 0; i < ranked.size(); ++i) {
          CHECK(ranked[i].message == numbers_[wanted[i].message]);
          CHECK(ranked[i].score == wanted[i].score);
          CHECK(ranked[i].parts == wanted[i].parts);
        }
      }
    }
  }

  MessageIndex index_;
  std::vector<SaidAt> live_;            ///< in the order of the log
  std::vector<MessageNumber> numbers_;  ///< of live_
};

}  // namespace

TEST_CASE("an index after random additions and removals is one to which only the live messages were added") {
  Ranker ranker;
  for (std::uint32_t seed = 1; seed <= 12; ++seed) {
    CAPTURE(seed);
    Draw draw(seed);
    Messages messages;
    for (std::uint64_t step = 1; step <= 120; ++step) {
      const bool shrinks = step % 60 >= 40;
      if (messages.size() > 0 && draw.one_in(shrinks ? 1 : 3)) {
        messages.remove(draw.below(messages.size()));
      } else {
        messages.add(random_message(draw, step));
      }
      messages.check_against_fresh(ranker);
    }
  }
}

TEST_CASE("a removal in the middle of a session brings new neighbours into reach") {
  Messages messages;
  Ranker ranker;
  for (std::uint64_t i = 0; i < 12; ++i) {
    messages.add({.position = i, .session = "a", .speaker = "Ann", .text = i == 2 ? "a kite on a red boat" : "sail"});
  }
  CHECK(ranker.rank(messages.index(), "kite", {.limit = 100}).size() == 7);  // places 0 to 6
  messages.remove(4);
  messages.check_against_fresh(ranker);
  const auto ranked = ranker.rank(messages.index(), "kite", {.limit = 100});
  CHECK(ranked.size() == 7);
  CHECK(ranked.back().message == 7);
}

TEST_CASE("an emptied index answers like a new one and takes messages again") {
  Messages messages;
  Ranker ranker;
  for (std::uint64_t i = 1; i <= 3; ++i) {
    messages.add({.position = i, .session = "a", .speaker = "Ann Lee", .text = "red kites"});
  }
  while (messages.size() > 0) {
    messages.remove(0);
    messages.check_against_fresh(ranker);
  }
  CHECK(messages.index().size() == 0);
  CHECK(messages.index().numbers() == 3);
  CHECK(messages.index().term_postings("kite") == nullptr);
  CHECK(messages.index().prefix_postings("kite") == nullptr);
  CHECK(messages.index().bigram_postings("red", "kite") == nullptr);
  messages.add({.position = 4, .session = "b", .speaker = "Bob", .text = "green kites"});
  messages.check_against_fresh(ranker);
  CHECK(all_of(messages.index().term_postings("kite")) == Postings{{3, 1}});
}

TEST_CASE("a speaker without messages takes no name from another speaker") {
  Messages messages;
  messages.add({.position = 1, .session = "a", .speaker = "Ann Lee", .text = "hi"});
  messages.add({.position = 2, .session = "a", .speaker = "Bob Lee", .text = "hi"});
  CHECK(!messages.index().only_speaker_named_in({"lee"}));
  messages.remove(0);
  CHECK(messages.index().only_speaker_named_in({"lee"}) == messages.index().find_speaker("Bob Lee"));
  CHECK(!messages.index().only_speaker_named_in({"ann"}));
}

TEST_CASE("the memory of an index grows with messages and falls with removals") {
  Messages messages;
  Draw draw(5);
  const std::size_t none = messages.index().memory_bytes();
  for (std::uint64_t i = 1; i <= 300; ++i) {
    messages.add({.position = i,
                  .session = "a",
                  .speaker = "Ann",
                  .text = "word" + std::to_string(i) + " kite " + draw.text(kWordsOfTexts, 6)});
  }
  const std::size_t full = messages.index().memory_bytes();
  CHECK(full > none + 300 * 200);
  while (messages.size() > 0) {
    const std::size_t before = messages.index().memory_bytes();
    messages.remove(messages.size() / 2);
    CHECK(messages.index().memory_bytes() < before + 4096);
  }
  // The rows of messages stay, and those of terms: new ones take their places.
  CHECK(messages.index().memory_bytes() < full * 2 / 3);
}

TEST_CASE("the score of any message for the last query is the one that a ranking of all gives") {
  Messages messages;
  Ranker ranker;
  Draw draw(3);
  for (std::uint64_t i = 1; i <= 60; ++i) {
    messages.add(random_message(draw, i));
  }
  messages.remove(20);
  for (const std::string& query : kRemovalQueries) {
    const auto all = Ranker{}.rank(messages.index(), query, {.limit = 100, .every_message = true});
    REQUIRE(all.size() == 59);
    CHECK(ranker.rank(messages.index(), query, {.limit = 1}).size() <= 1);
    for (const RankedMessage& wanted : all) {
      const RankedMessage scored = ranker.score_of(messages.index(), wanted.message);
      CHECK(scored.message == wanted.message);
      CHECK(scored.score == wanted.score);
      CHECK(scored.parts == wanted.parts);
    }
  }
}

}  // namespace turnstream::recall
