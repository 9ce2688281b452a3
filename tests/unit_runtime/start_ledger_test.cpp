#include "pipeline/runtime/common/start_ledger.h"

#include <doctest/doctest.h>
#include <filesystem>
#include <sys/wait.h>
#include <unistd.h>

#include "pipeline/runtime/intake/intake_processor.h"
#include "tests/contract/temporary_folder.h"

namespace turnstream::runtime {
namespace {

const log::TopicPartition kTurnPartition{"turns", Partition{1}};
const log::TopicPartition kCommandPartition{"commands", Partition{0}};

struct LedgerFixture {
  contract::TemporaryFolder folder;
  std::string file = folder.path() + "/starts";

  /// A process that begins to read, commits progress of `moved`, and dies.
  void die(const std::vector<log::Position>& begin, const std::vector<log::TopicPartition>& moved = {}) const {
    const pid_t child = fork();
    if (child == 0) {
      StartLedger ledger(file);
      bool good = ledger.begin(begin).ok() && ledger.begin(begin).ok();  // a rebalance counts once
      for (const log::TopicPartition& where : moved) {
        good = good && ledger.moved(where).ok();
      }
      kill(getpid(), good ? SIGKILL : SIGABRT);
    }
    int status = 0;
    waitpid(child, &status, 0);
    REQUIRE(WIFSIGNALED(status));
    REQUIRE(WTERMSIG(status) == SIGKILL);
  }
  std::int64_t starts(const log::TopicPartition& where) const {
    for (const Started& one : StartLedger::read(file)) {
      if (one.from.where == where) {
        return one.starts;
      }
    }
    return 0;
  }
};

}  // namespace

TEST_CASE_FIXTURE(LedgerFixture, "deaths of any kind where an input begins are counted until the input moves") {
  for (int i = 1; i <= 3; ++i) {
    die({{kTurnPartition, NextOffset{7}}, {kCommandPartition, NextOffset{0}}}, {kCommandPartition});
    CHECK(starts(kTurnPartition) == i);
    CHECK(starts(kCommandPartition) == 0);
  }
  die({{kTurnPartition, NextOffset{8}}});
  CHECK(starts(kTurnPartition) == 1);
}

TEST_CASE_FIXTURE(LedgerFixture, "an orderly end forgets the deaths") {
  die({{kTurnPartition, NextOffset{7}}});
  {
    StartLedger ledger(file);
    REQUIRE(ledger.begin(std::vector<log::Position>{{kTurnPartition, NextOffset{7}}}).ok());
    CHECK(starts(kTurnPartition) == 2);
  }
  CHECK_FALSE(std::filesystem::exists(file));
}

}  // namespace turnstream::runtime
