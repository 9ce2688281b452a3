#include "pipeline/runtime/topic_check.h"

#include <doctest/doctest.h>

#include "tests/unit_runtime/away_log.h"

namespace turnstream::runtime {
namespace {

const std::vector<std::string> kNeeded = {"t.log", "t.changelog"};

/// The result of a check whose log lists `lists[i]` at its i-th look, and the last of them from then on.
Status checked(const std::vector<Result<std::vector<log::TopicInfo>>>& lists, int& looks) {
  ManualClock clock(WallTime{0});
  AwayLog admin(clock,
                [&] { return lists[std::min<std::size_t>(static_cast<std::size_t>(looks++), lists.size() - 1)]; });
  return TopicCheck(admin, kNeeded, "t", log::milliseconds{1}).run(std::stop_token());
}

const std::vector<log::TopicInfo> kAll = {{"t.changelog", 1}, {"t.log", 1}};
const std::vector<log::TopicInfo> kNone = {};

TEST_CASE("if all topics are listed one look is enough") {
  int looks = 0;
  CHECK(checked({kAll}, looks).ok());
  CHECK(looks == 1);
}

TEST_CASE("a broker that lists its topics only after a while has not lost them") {
  int looks = 0;
  CHECK(checked({kNone, kNone, std::vector<log::TopicInfo>{{"t.log", 1}}, kAll}, looks).ok());
  // Each topic was listed at least once, so neither was deleted.
  looks = 0;
  CHECK(checked({std::vector<log::TopicInfo>{{"t.log", 1}}, std::vector<log::TopicInfo>{{"t.changelog", 1}}}, looks)
            .ok());
}

TEST_CASE("a topic that is missing from every list was deleted") {
  int looks = 0;
  const Status gone = checked({std::vector<log::TopicInfo>{{"t.log", 1}}}, looks);
  REQUIRE(!gone.ok());
  CHECK(gone.error().code == "topic_missing");
  CHECK(gone.error().reaction == Reaction::kStopProcess);
  CHECK(gone.error().message.find("The topic t.changelog was deleted") == 0);
  CHECK(looks > 10);
}

TEST_CASE("if the log does not list its topics it is unknown whether one is missing") {
  int looks = 0;
  CHECK(checked({kNone, AwayLog::away()}, looks).ok());
  CHECK(looks == 2);
}

}  // namespace
}  // namespace turnstream::runtime
