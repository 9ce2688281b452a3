#include <algorithm>
#include <doctest/doctest.h>

#include "tests/unit_runtime/partition.h"

namespace turnstream::runtime {
namespace {

struct PassFixture : PartitionFixture {
  std::int64_t lines() const {
    return std::count_if(log_lines.begin(), log_lines.end(),
                         [](const std::string& line) { return line.find("event=passes_ran") != std::string::npos; });
  }
  double counted(const std::string& name) { return metrics.counter({name, ""}, {{"stage", "consolidation"}}).Value(); }
};

TEST_CASE_FIXTURE(PassFixture, "a tick that ran passes of two personas writes one line and counts them") {
  turn("T1", "arm:pass:100", 0, "a");
  turn("T2", "arm:pass:100", 0, "b");
  const auto now = tick(100);
  run();
  const std::string begin =
      "event=passes_ran stage=consolidation partition=0 offset=" + std::to_string(now) + " elapsed_ms=";
  const std::string end = " passes=2 consolidated=14 skipped=0";
  CHECK(std::count_if(log_lines.begin(), log_lines.end(), [&](const std::string& line) {
          return line.find(begin) == 0 && line.size() >= end.size() && line.substr(line.size() - end.size()) == end;
        }) == 1);
  CHECK(counted("turnstream_passes_total") == 2);
  CHECK(counted("turnstream_pass_entries_total") == 14);
  CHECK(counted("turnstream_passes_skipped_total") == 0);
  CHECK(metrics.text().find("turnstream_pass_seconds_count{stage=\"consolidation\"} 1\n") != std::string::npos);
}

TEST_CASE_FIXTURE(PassFixture, "a tick without passes writes no line and a pass that failed counts nothing") {
  turn("T1", "arm:bad:100", 0, "a");
  tick(100);
  run();
  CHECK(lines() == 0);
  CHECK(metrics.text().find("turnstream_passes_total") == std::string::npos);
}

TEST_CASE_FIXTURE(PassFixture, "a pass at a turn is counted and has its line only at level debug") {
  turn("T1", "arm:pass:100", 0, "a");
  turn("T2", "hello", 100, "a");
  run();
  CHECK(lines() == 0);
  CHECK(counted("turnstream_passes_total") == 1);
  environment->logs_attempts = true;
  turn("T3", "arm:pass:200", 100, "a");
  turn("T4", "hello", 200, "a");
  run();
  CHECK(lines() == 6);  // one of each stage
}

TEST_CASE_FIXTURE(PassFixture, "late results are counted unless their work is rolled back") {
  turn("T1", "arm:late:100", 0, "a");
  turn("T2", "arm:late:100", 0, "b");
  tick(100);
  run();
  CHECK(counted("turnstream_effects_late_total") == 2);
  turn("T3", "arm:bad_late:200", 100, "a");
  tick(200);
  run();
  CHECK(counted("turnstream_effects_late_total") == 2);
  CHECK(counted("turnstream_passes_total") == 0);
}

}  // namespace
}  // namespace turnstream::runtime
