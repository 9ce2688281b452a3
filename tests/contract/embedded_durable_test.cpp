// The additional contract of a durable embedded log: after it is opened again it has exactly the committed
// transactions, even if the process was killed.
#include <doctest/doctest.h>
#include <filesystem>
#include <signal.h>
#include <string>
#include <sys/wait.h>
#include <unistd.h>

#include "pipeline/log/embedded/cluster.h"
#include "tests/contract/embedded_verbs.h"
#include "tests/contract/embedded_writer.h"
#include "tests/contract/temporary_folder.h"

namespace turnstream::contract {
namespace {

using log::embedded::Cluster;
using Values = std::vector<std::string>;

struct Durable {
  ManualClock clock{WallTime{1'700'000'000'000}};
  TemporaryFolder folder;
  std::unique_ptr<Cluster> cluster;

  Durable() { reopen(); }

  void reopen() {
    cluster.reset();
    auto opened = Cluster::open(clock, folder.path());
    REQUIRE_MESSAGE(opened.ok(), (opened.ok() ? "" : opened.error().message));
    cluster = std::move(opened).value();
  }
};

TEST_CASE_FIXTURE(Durable, "a log that is opened again has its topics and records and progress") {
  std::string cluster_id;
  {
    const auto client = log::embedded::make_client(*cluster);
    cluster_id = client->admin().cluster_id(kNow).value();
    make_topic(*client, "out", 2);
    const auto consumer = join(*client, "group", {"out"});
    const auto writer = transactional(*client, "tx");
    REQUIRE(writer->begin().ok());
    REQUIRE(writer->produce(outgoing(at("out", 1), "k", "kept")).ok());
    const log::OffsetCommit progress[] = {{at("out", 0), NextOffset{0}, "meta"}};
    REQUIRE(writer->send_offsets(progress, *consumer, kNow).ok());
    REQUIRE(writer->commit(kNow).ok());
    REQUIRE(writer->begin().ok());
    REQUIRE(writer->produce(outgoing(at("out", 1), "k", "open")).ok());
  }
  reopen();
  const auto client = log::embedded::make_client(*cluster);
  CHECK(client->admin().cluster_id(kNow).value() == cluster_id);
  CHECK(client->admin().description() == "embedded log in " + folder.path());
  CHECK(client->admin().topics(kNow).value().size() == 1);
  CHECK(values(*client, at("out", 1)) == Values{"kept"});
  const log::TopicPartition where[] = {at("out", 0)};
  const auto committed = client->admin().committed("group", where, kNow);
  REQUIRE(committed.ok());
  REQUIRE(committed.value()[0].next.has_value());
  CHECK(committed.value()[0].next->value() == 0);
  CHECK(committed.value()[0].metadata == "meta");
  // No reader could see the offset of the open transaction, so the next commit may use it again.
  const auto writer = transactional(*client, "tx");
  commit(*writer, at("out", 1), {"after"});
  CHECK(values(*client, at("out", 1)) == Values{"kept", "after"});
}

TEST_CASE_FIXTURE(Durable, "a folder without its file CURRENT is refused each time and its other files are kept") {
  make_topic(*log::embedded::make_client(*cluster), "out", 1);
  cluster.reset();
  const std::filesystem::path path(folder.path());
  const auto files = [&] {
    return std::distance(std::filesystem::directory_iterator(path), std::filesystem::directory_iterator());
  };
  REQUIRE(std::filesystem::remove(path / "CURRENT"));
  const auto before = files();
  for (int attempt = 0; attempt < 2; ++attempt) {
    const auto refused = Cluster::open(clock, folder.path());
    REQUIRE_FALSE(refused.ok());
    CHECK(refused.error().code == "corrupt_log");
    CHECK(files() == before);
  }
}

TEST_CASE_FIXTURE(Durable, "a log that is opened again does not reuse the offsets of aborted transactions") {
  std::int64_t end = 0;
  {
    const auto client = log::embedded::make_client(*cluster);
    make_topic(*client, "out", 1);
    const auto writer = transactional(*client, "tx");
    REQUIRE(writer->begin().ok());
    REQUIRE(writer->produce(outgoing(at("out", 0), "k", "gone")).ok());
    REQUIRE(writer->abort(kNow).ok());
    end = client->admin().watermarks(at("out", 0), kNow).value().high.value();
    CHECK(end == 2);
  }
  reopen();
  const auto client = log::embedded::make_client(*cluster);
  CHECK(client->admin().watermarks(at("out", 0), kNow).value().high.value() == end);
}

TEST_CASE_FIXTURE(Durable, "interleaved transactions keep their order after the log is opened again") {
  {
    const auto client = log::embedded::make_client(*cluster);
    make_topic(*client, "out", 1);
    const auto first = transactional(*client, "first");
    const auto second = transactional(*client, "second");
    REQUIRE(first->begin().ok());
    REQUIRE(second->begin().ok());
    for (int i = 0; i < 6; ++i) {
      auto& writer = i % 2 == 0 ? *first : *second;
      REQUIRE(writer.produce(outgoing(at("out", 0), "k", std::to_string(i))).ok());
    }
    REQUIRE(second->commit(kNow).ok());
    REQUIRE(first->commit(kNow).ok());
    CHECK(values(*client, at("out", 0)) == Values{"0", "1", "2", "3", "4", "5"});
  }
  reopen();
  const auto client = log::embedded::make_client(*cluster);
  CHECK(values(*client, at("out", 0)) == Values{"0", "1", "2", "3", "4", "5"});
}

TEST_CASE_FIXTURE(Durable, "a topic that is deleted and created again is empty and has no progress") {
  {
    const auto client = log::embedded::make_client(*cluster);
    make_topic(*client, "out", 1);
    const auto consumer = join(*client, "group", {"out"});
    const auto writer = transactional(*client, "tx");
    REQUIRE(writer->begin().ok());
    REQUIRE(writer->produce(outgoing(at("out", 0), "k", "old")).ok());
    const log::OffsetCommit progress[] = {{at("out", 0), NextOffset{1}, ""}};
    REQUIRE(writer->send_offsets(progress, *consumer, kNow).ok());
    REQUIRE(writer->commit(kNow).ok());
    const std::string names[] = {"out"};
    REQUIRE(client->admin().delete_topics(names, kNow).ok());
    make_topic(*client, "out", 1);
    CHECK(values(*client, at("out", 0)).empty());
  }
  reopen();
  const auto client = log::embedded::make_client(*cluster);
  CHECK(values(*client, at("out", 0)).empty());
  const log::TopicPartition where[] = {at("out", 0)};
  CHECK_FALSE(client->admin().committed("group", where, kNow).value()[0].next.has_value());
}

TEST_CASE_FIXTURE(Durable, "a second cluster cannot open a folder that is open") {
  const auto second = Cluster::open(clock, folder.path());
  REQUIRE_FALSE(second.ok());
  CHECK(second.error().code == "log_in_use");
}

TEST_CASE_FIXTURE(Durable, "after kill -9 the log has exactly the committed transactions") {
  make_topic(*log::embedded::make_client(*cluster), "left", 1);
  make_topic(*log::embedded::make_client(*cluster), "right", 1);
  for (int kill = 0; kill < 4; ++kill) {
    cluster.reset();
    int ends[2];
    REQUIRE(::pipe(ends) == 0);
    const pid_t child = ::fork();
    REQUIRE(child >= 0);
    if (child == 0) {
      // The child must call exec, because RocksDB's threads do not survive a fork.
      const std::string pipe = std::to_string(ends[1]);
      ::execl("/proc/self/exe", "embedded_log_test", kWriteUntilKilled, folder.path().c_str(), pipe.c_str(), nullptr);
      ::_exit(127);
    }
    ::close(ends[1]);
    std::int32_t told = -1;
    const std::int32_t enough = 50 + 37 * kill;
    while (told < enough && ::read(ends[0], &told, sizeof(told)) == sizeof(told)) {
    }
    REQUIRE(::kill(child, SIGKILL) == 0);
    REQUIRE(::waitpid(child, nullptr, 0) == child);
    while (::read(ends[0], &told, sizeof(told)) == sizeof(told)) {
    }
    ::close(ends[0]);
    REQUIRE(told >= enough);

    reopen();
    const auto client = log::embedded::make_client(*cluster);
    const Values left = values(*client, at("left", 0));
    CHECK(left == values(*client, at("right", 0)));
    CHECK(std::count(left.begin(), left.end(), "aborted") == 0);
    // All commits whose numbers came through the pipe, and perhaps one that was killed before it wrote its number.
    const std::int32_t last = std::stoi(left.back());
    CHECK((last == told || last == told + 1));
    const log::TopicPartition where[] = {at("left", 0)};
    CHECK(client->admin().committed("group", where, kNow).value()[0].metadata == left.back());
  }
}

}  // namespace
}  // namespace turnstream::contract
