#include <algorithm>
#include <doctest/doctest.h>
#include <limits>
#include <nlohmann/json.hpp>

#include "app/status/screen.h"
#include "tests/unit_app/program_fixture.h"

namespace turnstream::app {
namespace {

constexpr std::int64_t kScreenStartMs = 1'767'261'600'000;
constexpr WallTime kNow{kScreenStartMs + 2 * 3'600'000 + 180'000};
const std::vector<std::string> kOrder = {"episodic", "skill", "semantic", "pattern", "consolidation", "lifecycle"};

/// The answer of a process with one stage.
struct Process {
  std::string instance;
  std::string stage;
  int phase = 0;
  StageState state = StageState::kWaiting;
  std::int64_t records = 0;
  std::int64_t lag = 0;
  std::vector<std::int64_t> commits_us{};
  std::int64_t restore_offsets = 0;
  std::int64_t restore_left = 0;
  std::int64_t dead_letters = 0;

  [[nodiscard]] ProcessStatus status() const {
    StageStatus out;
    out.stage = stage;
    out.phase = phase;
    out.state = state;
    out.lag = lag;
    out.restore_offsets = restore_offsets;
    out.restore_offsets_left = restore_left;
    out.records = records;
    for (const double bound : {1'000.0, 10'000.0, 100'000.0, std::numeric_limits<double>::infinity()}) {
      out.commit_us[bound] = static_cast<double>(std::count_if(
          commits_us.begin(), commits_us.end(), [&](auto us) { return static_cast<double>(us) <= bound; }));
    }
    out.timers_armed = 1'234;
    out.timers_due = 5;
    out.dead_letters = dead_letters;
    ProcessStatus process;
    process.name_space = "demo";
    process.instance = instance;
    process.pid = 4711;
    process.started_ms = kScreenStartMs;
    process.cpu_ms = records / 10;
    process.resident_bytes = 150 << 20;
    process.disk_bytes = std::int64_t{3} << 30;
    process.stages = {out};
    return process;
  }
};

Look look_of(const Process& process, std::int64_t at_ms) {
  // The report is read from JSON, as `status` receives it.
  std::optional<ProcessStatus> status = parse_process_status(json_of(process.status()));
  REQUIRE(status.has_value());
  return {{"127.0.0.1:" + std::to_string(40'000 + process.phase), std::nullopt},
          Answer::kAnswered,
          "",
          MonotonicTime{at_ms * 1'000},
          *std::move(status)};
}

std::vector<Process> six_stages() {
  return {{.instance = "lifecycle", .stage = "lifecycle", .phase = 3, .records = 12'345'678},
          {.instance = "semantic", .stage = "semantic", .phase = 2, .state = StageState::kStarting},
          {.instance = "intake", .stage = "intake", .records = 1'000, .commits_us = {5'000, 5'000}},
          {.instance = "skill", .stage = "skill", .phase = 1, .dead_letters = 2},
          {.instance = "episodic",
           .stage = "episodic",
           .phase = 1,
           .state = StageState::kRestoring,
           .lag = 12'345,
           .restore_offsets = 1'000,
           .restore_left = 570}};
}

std::vector<Look> looks_of(const std::vector<Process>& processes, std::int64_t at_ms) {
  std::vector<Look> looks;
  for (const Process& process : processes) {
    looks.push_back(look_of(process, at_ms));
  }
  return looks;
}

TEST_CASE("the screen of a phased run groups its stages by phase") {
  std::vector<Process> processes = six_stages();
  const std::vector<Look> before = looks_of(processes, 0);
  processes[2].records += 250;
  processes[2].commits_us.insert(processes[2].commits_us.end(), 100, 50'000);
  std::vector<Look> now = looks_of(processes, 1'000);
  Endpoint gone;
  gone.pid = 99;
  gone.instance = "pattern";
  now.push_back({{"127.0.0.1:40009", gone}, Answer::kEnded, "process 99 has ended", {}, {}});
  const std::string screen = screen_of(make_report(now, before, kOrder, kNow));
  CHECK(screen ==
        R"(turnstream status at 2026-01-01T12:03:00.000Z

PROCESS           ADDRESS                STATE          PID        UP     CPU     MEMORY       DISK
lifecycle         127.0.0.1:40003        ready         4711     2h 3m    0.0%    150 MiB    3.0 GiB
semantic          127.0.0.1:40002        starting      4711     2h 3m    0.0%    150 MiB    3.0 GiB
intake            127.0.0.1:40000        ready         4711     2h 3m    2.5%    150 MiB    3.0 GiB
skill             127.0.0.1:40001        ready         4711     2h 3m    0.0%    150 MiB    3.0 GiB
episodic          127.0.0.1:40001        restoring     4711     2h 3m    0.0%    150 MiB    3.0 GiB
pattern           127.0.0.1:40009        ended           99         -       -          -          -

namespace demo
PHASE   STAGE          STATE              LAG   RECORDS  RATE/S           COMMIT  TIMERS   DUE  DEAD
        intake         running              0     1,250     250   55.0 / 99.1 ms       -     -     0
1       episodic       restoring 43%   12,345         0       0                -   1,234     5     0
        skill          waiting              0         0       0                -   1,234     5     2
2       semantic       starting             0         0       0                -   1,234     5     0
3       lifecycle      waiting              0     12.3M       0                -   1,234     5     0

recall does not run in these processes

! pattern, 127.0.0.1:40009: process 99 has ended
! skill: 2 dead letters; `turnstream tail dead-letters --from-beginning` shows them
)");
  for (const std::string& line : lines_of(screen)) {
    CHECK(line.size() <= 100);
  }
}

TEST_CASE("the screen says what is wrong with the clock of a process and what to do") {
  std::vector<Look> now = looks_of({{.instance = "intake", .stage = "intake"}}, 0);
  const auto notes = [&] {
    const std::string screen = screen_of(make_report(now, {}, kOrder, kNow));
    const auto at = screen.find("\n! ");
    return at == std::string::npos ? std::string() : screen.substr(at + 1);
  };
  CHECK(notes().empty());
  ProcessStatus& status = now.front().status;
  status.clock = "ahead";
  status.clock_offset_ms = std::int64_t{3'652} * 86'400'000;
  CHECK(notes().find("! intake, 127.0.0.1:40000: the wall clock is 3652d 0h ahead") == 0);
  CHECK(notes().find("`turnstream clock --accept`") != std::string::npos);
  CHECK(notes().find("wait") == std::string::npos);
  status.clock_in_doubt = true;
  CHECK(notes().find("turns that only the wall clock allows wait") != std::string::npos);
  status.clock = "behind";
  status.clock_offset_ms = -3'600'000;
  CHECK(notes().find("the wall clock is 1h 0m behind") != std::string::npos);
  status.clock = "good";
  CHECK(notes().empty());
  status.log_time_ahead_ms = std::int64_t{3'652} * 86'400'000;
  CHECK(notes().find("log time is 3652d 0h ahead of the clock") != std::string::npos);
}

TEST_CASE("recall has a row in each process that runs it and a line for what is wrong") {
  std::vector<Look> now =
      looks_of({{.instance = "a", .stage = "skill", .phase = 1}, {.instance = "b", .stage = "skill"}}, 0);
  RecallStatus recall;
  recall.state = RecallState::kHeld;
  recall.lag = 12;
  recall.records = 3'400;
  recall.log_time_ms = kScreenStartMs;
  recall.waits_for = {"pattern", "lifecycle"};
  recall.personas = 3;
  recall.index_bytes = 12 << 20;
  recall.partitions = {{0, 120, 0}, {1, 95, 77}};
  now[0].status.recall = recall;
  recall = {};
  recall.state = RecallState::kStopped;
  recall.failure = "Records were lost.";
  now[1].status.recall = recall;
  for (Look& look : now) {
    look.status = *parse_process_status(json_of(look.status));
  }
  const StatusReport report = make_report(now, {}, kOrder, kNow);
  const std::string screen = screen_of(report);
  CHECK(screen.substr(screen.find("RECALL OF")) ==
        R"(RECALL OF         STATE      APPLIED UP TO                 LAG   RECORDS  PERSONAS     MEMORY
a                 held       2026-01-01T10:00:00.000Z       12     3,400         3     12 MiB
  since 1@77: earlier records were deleted before recall began
b                 stopped    -                               -         0         0      0 KiB

! a, 127.0.0.1:40001: recall waits for pattern, lifecycle: memory lacks what was not answered
! b, 127.0.0.1:40000: recall has stopped: Records were lost.
)");
  const auto json = nlohmann::json::parse(json_of(report));
  CHECK(json["processes"][0]["recall"] == nlohmann::json{{"state", "held"},
                                                         {"lag", 12},
                                                         {"records", 3'400},
                                                         {"applied_up_to", "2026-01-01T10:00:00.000Z"},
                                                         {"waits_for", {"pattern", "lifecycle"}},
                                                         {"failure", nullptr},
                                                         {"personas", 3},
                                                         {"index_bytes", 12 << 20},
                                                         {"partitions",
                                                          {{{"partition", 0}, {"next", 120}, {"since", 0}},
                                                           {{"partition", 1}, {"next", 95}, {"since", 77}}}}});
  CHECK(json["processes"][1]["recall"]["failure"] == "Records were lost.");
  CHECK(json["processes"][1]["recall"]["lag"].is_null());
}

TEST_CASE("the JSON has what the screen has and null for what is unknown") {
  const auto report = nlohmann::json::parse(json_of(make_report(looks_of(six_stages(), 0), {}, kOrder, kNow)));
  REQUIRE(report["stages"].size() == 5);
  const auto& intake = report["stages"][0];
  CHECK(intake["stage"] == "intake");
  CHECK(intake["records"] == 1'000);
  CHECK(intake["records_per_second"].is_null());
  CHECK(intake["commits"]["count"] == 2);
  CHECK(intake["recent_commits"].is_null());
  CHECK(report["stages"][1]["restore_offsets_left"] == 570);
  CHECK(report["processes"][0]["up_ms"] == 2 * 3'600'000 + 180'000);
  CHECK(report["processes"][0]["disk_free_bytes"].is_null());
}

TEST_CASE("a stage in several processes is one row with their sum and their common lag") {
  const std::vector<Process> processes = {
      {.instance = "a", .stage = "skill", .phase = 1, .records = 100, .lag = 7, .commits_us = {500}},
      {.instance = "b",
       .stage = "skill",
       .phase = 1,
       .state = StageState::kRunning,
       .records = 50,
       .lag = 7,
       .commits_us = {5'000}}};
  const StatusReport report = make_report(looks_of(processes, 0), {}, kOrder, kNow);
  REQUIRE(report.stages.size() == 1);
  CHECK(report.stages[0].processes == 2);
  CHECK(report.stages[0].records == 150);
  CHECK(report.stages[0].lag == 7);
  CHECK(report.stages[0].state == StageState::kRunning);
  CHECK(report.stages[0].timers_armed == 2'468);
  CHECK(quantile(report.stages[0].commit_us, 1) == 10'000);
}

TEST_CASE("a restarted process has no rate until the second snapshot after its start") {
  const std::vector<Look> before = looks_of({{.instance = "a", .stage = "skill", .phase = 1, .records = 100}}, 0);
  std::vector<Look> now = looks_of({{.instance = "a", .stage = "skill", .phase = 1, .records = 10}}, 1'000);
  now[0].status.started_ms = 5;
  const StatusReport report = make_report(now, before, kOrder, kNow);
  CHECK(!report.stages[0].records_per_second);
}

TEST_CASE("a report on a process comes back as it was written and other JSON is refused") {
  ProcessStatus status = six_stages().back().status();
  status.disk_free_bytes = 0;
  const std::optional<ProcessStatus> read = parse_process_status(json_of(status));
  REQUIRE(read.has_value());
  CHECK(json_of(*read) == json_of(status));
  CHECK(read->disk_free_bytes == 0);
  CHECK(!read->lag_age_ms);
  CHECK(read->stages[0].lag == 12'345);
  for (const char* text : {"", "{}", "[]", "ok\n", R"({"namespace":"demo","instance":1})"}) {
    CHECK(!parse_process_status(text));
  }
}

TEST_CASE("quantiles lie within their bucket by proportion") {
  const Buckets buckets = {{10, 50}, {20, 100}, {std::numeric_limits<double>::infinity(), 100}};
  CHECK(quantile(buckets, 0.5) == 10);
  CHECK(quantile(buckets, 0.75) == 15);
  CHECK(quantile({{10, 0}, {std::numeric_limits<double>::infinity(), 4}}, 0.5) == 10);
  CHECK(!quantile({}, 0.5));
  CHECK(!quantile({{10, 0}}, 0.5));
}

TEST_CASE("numbers are written as people read them") {
  CHECK(count_text(999) == "999");
  CHECK(count_text(999'999) == "999,999");
  CHECK(count_text(3'440'000) == "3.4M");
  CHECK(count_text(5'000'000'000) == "5,000M");
  CHECK(bytes_text(0) == "0 KiB");
  CHECK(bytes_text(150 << 20) == "150 MiB");
  CHECK(bytes_text(std::int64_t{1'500} << 30) == "1500 GiB");
  CHECK(duration_text(4'999) == "4s");
  CHECK(duration_text(725'000) == "12m 5s");
  CHECK(duration_text(100 * 3'600'000) == "4d 4h");
  CHECK(rate_text(0) == "0");
  CHECK(rate_text(0.44) == "0.4");
  CHECK(rate_text(1'234.5) == "1,235");
}

TEST_CASE("a process whose log does not answer is shown with the log's address and since when") {
  Look look = look_of({"main", "episodic", 1}, 0);
  look.status.log = "Apache Kafka at b:1";
  look.status.log_lost_since_ms = kScreenStartMs;
  look.status.log_lost_cause = "Kafka at b:1 does not answer.";
  look.status = *parse_process_status(json_of(look.status));
  const StatusReport report = make_report({look}, {}, kOrder, kNow);
  CHECK(report.processes[0].state == ProcessState::kNoLog);
  CHECK(screen_of(report).find("its log, Apache Kafka at b:1, has not answered since 2026-01-01T10:00:00.000Z, and it "
                               "waits: Kafka at b:1 does not answer.") != std::string::npos);
  const auto json = nlohmann::json::parse(json_of(report));
  CHECK(json["processes"][0]["state"] == "no-log");
  CHECK(json["processes"][0]["log_lost_since"] == "2026-01-01T10:00:00.000Z");
}

}  // namespace
}  // namespace turnstream::app
