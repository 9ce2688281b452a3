// Where a read model begins on a log of which retention deleted records or answers, and when it refuses to continue.
#include <condition_variable>
#include <doctest/doctest.h>
#include <mutex>

#include "tests/unit_recall_feed/feed_fixture.h"

namespace turnstream::recall {
namespace {

using Json = nlohmann::json;

bool has(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

}  // namespace

TEST_CASE_FIXTURE(FeedFixture, "a new read model begins with the first record that the log has and says so") {
  begin_topic_at(names.log(), 5);
  answer_all(3, 5);  // of records that were deleted
  answer_all(5, append(2));
  store::MemoryStore store;
  {
    Following first(*this, store);
    REQUIRE(first.follow());
    CHECK(first.numbers() == Json::array({5, 6}));
    CHECK(first.feed->health().partitions.at(0).since == NextOffset{5});
    CHECK(has_line("event=recall_begins_late partition=0 offset=5 "));
    CHECK(has(first.refusal({{"as_of", "0@4"}}), "history_dropped: What memory held at 0@4 is not known"));
    CHECK(has(first.refusal({{"as_of", "1970-01-01T00:00:01Z"}}), "history_dropped: What memory held then"));
    CHECK(first.ask({{"as_of", "0@5"}}).at("results").size() == 2);  // both sides of one turn
  }
  const std::int64_t end = append(1);
  answer_all(end - 1, end);
  Following again(*this, store);
  REQUIRE(again.follow());
  CHECK(again.numbers() == Json::array({5, 6, 7}));
  CHECK(again.feed->health().partitions.at(0).since == NextOffset{5});
  CHECK(has(again.refusal({{"as_of", "0@4"}}), "history_dropped"));
}

TEST_CASE_FIXTURE(FeedFixture, "a read model of the whole log has no beginning to tell of") {
  answer_all(0, append(2));
  store::MemoryStore store;
  Following whole(*this, store);
  REQUIRE(whole.follow());
  CHECK(whole.feed->health().partitions.at(0).since == NextOffset{0});
  CHECK(whole.feed->health().records == 2);
  CHECK_FALSE(has_line("recall_begins_late"));
  CHECK(whole.ask({{"as_of", "1970-01-01T00:00:00Z"}}).at("results").empty());
}

TEST_CASE_FIXTURE(FeedFixture, "records of the log to which answers were deleted are passed by a new read model") {
  begin_topic_at(names.log(), 5);
  append(5);
  begin_topic_at(names.completions("episodic"), 40);
  answer("episodic", 6, 1, true);  // the rest of an answer whose first part was deleted
  for (std::int64_t offset = 5; offset < 10; ++offset) {
    answer("lifecycle", offset);
    if (offset >= 7) {
      answer("episodic", offset, 0, false);
      answer("episodic", offset, 1, true);
    }
  }
  store::MemoryStore store;
  Following late(*this, store);
  REQUIRE(late.follow());
  CHECK(late.numbers() == Json::array({7, 8, 9}));
  CHECK(late.feed->health().partitions.at(0).since == NextOffset{7});
  CHECK(has_line("event=recall_begins_late partition=0 offset=7 "));
  CHECK(has(late.refusal({{"as_of", "0@6"}}), "history_dropped"));
}

TEST_CASE_FIXTURE(FeedFixture,
                  "a new read model waits for the next answer if all were deleted and is then not held up") {
  begin_topic_at(names.log(), 5);
  append(2);
  for (const std::string& stage : stages) {
    begin_topic_at(names.completions(stage), 30);
  }
  store::MemoryStore store;
  Following late(*this, store);
  REQUIRE(late.follow());  // nothing can be applied, and a run until drained ends
  CHECK(late.numbers().empty());
  answer_all(7, append(1));
  REQUIRE(late.follow());
  CHECK(late.numbers() == Json::array({7}));
  CHECK(late.feed->health().partitions.at(0).since == NextOffset{7});
}

TEST_CASE_FIXTURE(FeedFixture, "a read model that had applied what was deleted continues") {
  store::MemoryStore store;
  answer_all(0, append(3));
  {
    Following first(*this, store);
    REQUIRE(first.follow());
  }
  store::MemoryStore untouched;
  Following other(*this, untouched);
  REQUIRE(other.follow());
  expire(2 * kLogRetentionMs, 2);
  Following again(*this, store);
  REQUIRE(again.follow());
  REQUIRE(other.follow());
  CHECK(again.numbers() == Json::array({0, 1, 2, 3, 4}));
  CHECK(again.feed->health().partitions.at(0).since == NextOffset{0});
  CHECK(*again.model->digest() == *other.model->digest());
  CHECK_FALSE(has_line("recall_begins_late"));
}

TEST_CASE_FIXTURE(FeedFixture,
                  "records that were deleted behind the read model end it with what to do unless they are accepted") {
  store::MemoryStore store;
  answer_all(0, append(3));
  {
    Following first(*this, store);
    REQUIRE(first.follow());
  }
  answer_all(3, append(3));
  expire(2 * kLogRetentionMs, 1);
  {
    Following behind(*this, store);
    REQUIRE_FALSE(behind.follow());
    const Error error = *behind.feed->failure();
    CHECK(error.code == "lost_input");
    CHECK(has(error.message, "Records of turnstream.log[0] may have been lost: offsets 3 to 5 were deleted"));
    CHECK(has(error.message, "remove the folder `recall`"));
    CHECK(behind.numbers() == Json::array({0, 1, 2}));
  }
  store::MemoryStore removed;
  Following anew(*this, removed);
  REQUIRE(anew.follow());
  CHECK(anew.numbers() == Json::array({6}));
  CHECK(anew.feed->health().partitions.at(0).since == NextOffset{6});

  Following accepted(*this, store, true);
  REQUIRE(accepted.follow());
  CHECK(accepted.numbers() == Json::array({0, 1, 2, 6}));
  CHECK(has_line("event=loss_accepted partition=0 offset=3 "));
}

TEST_CASE_FIXTURE(FeedFixture,
                  "records that retention deletes while recall does not read them are missed although none follow") {
  store::MemoryStore store;
  answer_all(0, append(3));
  Following held(*this, store);
  REQUIRE(held.follow());
  std::mutex mutex;
  std::condition_variable changed;
  bool holds = true;
  bool is_held = false;
  cluster().set_fault_hook([&](log::embedded::Operation operation, const std::string& client) -> std::optional<Error> {
    std::unique_lock lock(mutex);
    if (operation == log::embedded::Operation::kPoll && client == "turnstream-recall") {
      is_held = true;
      changed.notify_all();
      changed.wait(lock, [&] { return !holds; });
    }
    return std::nullopt;
  });
  {
    std::unique_lock lock(mutex);
    changed.wait(lock, [&] { return is_held; });
  }
  append(3);
  expire(2 * kLogRetentionMs, 0);
  {
    const std::unique_lock lock(mutex);
    holds = false;
  }
  changed.notify_all();
  CHECK_FALSE(held.follow());
  cluster().set_fault_hook({});
  REQUIRE(held.feed->failure().has_value());
  CHECK(held.feed->failure()->code == "lost_input");
}

TEST_CASE_FIXTURE(FeedFixture, "answers that were deleted behind the read model end it with what to do") {
  store::MemoryStore store;
  answer_all(0, append(2));
  {
    Following first(*this, store);
    REQUIRE(first.follow());
  }
  answer_all(2, append(2));
  expire(2 * kAnswersRetentionMs, 1);
  Following behind(*this, store);
  REQUIRE_FALSE(behind.follow());
  const Error error = *behind.feed->failure();
  CHECK(error.code == "lost_input");
  CHECK(has(error.message, "is for log offset 4, not for 2"));
  CHECK(has(error.message, "remove the folder `recall`"));
}

}  // namespace turnstream::recall
