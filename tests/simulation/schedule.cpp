#include "tests/simulation/schedule.h"

#include <algorithm>

#include "tests/simulation/world.h"

namespace turnstream::simulation {
namespace {

constexpr int kTurnsMin = 8;
constexpr int kTurnsMore = 24;
constexpr int kStepsToSettle = 60'000;

/// So often in succession must all be at the end: what a stage sent to another persona is input of intake again.
constexpr int kRoundsDrained = 2;

/// Runs all workers in turn, without faults, until all are at the end of their inputs.
Complaint settle(World& world, std::vector<std::unique_ptr<Process>>& processes, ScheduleReport& report) {
  int rounds_drained = 0;
  for (int step = 0; step < kStepsToSettle; ++step) {
    for (auto& process : processes) {
      if (!process->running()) {
        process->start();
      }
      for (int worker = 0; worker < process->workers(); ++worker) {
        if (auto status = process->step(worker); !status.ok()) {
          return "a worker ended with an error that it cannot recover from: " + status.error().code + ": " +
                 status.error().message;
        }
      }
    }
    // Asked after all steps: one process may write what another one reads.
    const bool drained =
        std::all_of(processes.begin(), processes.end(), [](const auto& process) { return process->drained(); });
    ++report.steps;
    rounds_drained = drained ? rounds_drained + 1 : 0;
    if (rounds_drained == kRoundsDrained) {
      return std::nullopt;
    }
    world.pass_time(10);
  }
  std::string text = "the pipeline was not drained in time";
  for (const auto& process : processes) {
    text += "\n" + process->describe();
  }
  return text;
}

Complaint disturb(World& world, std::vector<std::unique_ptr<Process>>& processes, ScheduleReport& report) {
  auto& random = world.random();
  const int turns = kTurnsMin + random.below(kTurnsMore);
  const int steps = 300 + random.below(1200);
  int sent = 0;
  for (int step = 0; step < steps || sent < turns; ++step, ++report.steps) {
    if (sent < turns && random.one_in(8)) {
      world.send_something();
      ++sent;
    }
    if (random.one_in(6)) {
      world.answer_something();
    }
    auto& process = *processes[random.below(processes.size())];
    if (!process.running()) {
      if (random.one_in(4)) {
        process.start();
      }
    } else if (auto status = process.step(random.below(process.workers())); !status.ok()) {
      return "a worker ended with an error that it cannot recover from: " + status.error().code + ": " +
             status.error().message;
    }
    report.crashes += world.trouble(process) ? 1 : 0;
    world.pass_time(random.one_in(world.asks() ? 12 : 100) ? random.below(40'000) : random.below(8));
  }
  return std::nullopt;
}

}  // namespace

ScheduleReport run_schedule(std::uint64_t seed, StageKind kind) {
  ScheduleReport report;
  World world(seed, kind);
  auto processes = world.make_processes();
  report.complaint = disturb(world, processes, report);
  if (!report.complaint) {
    world.calm();
    report.complaint = settle(world, processes, report);
  }
  if (!report.complaint) {
    report.complaint = world.check_live(processes);
  }
  if (!report.complaint) {
    processes.clear();
    auto replay = world.make_replay();
    report.complaint = settle(world, replay, report);
    if (!report.complaint) {
      report.complaint = world.check_replay(*replay.front());
    }
  }
  report.log_records = world.log_records();
  const auto& responder = world.responder();
  report.requests = responder.requests();
  report.answers = {responder.good(), responder.late(), responder.doubled(), responder.other_hash(),
                    responder.unknown()};
  return report;
}

}  // namespace turnstream::simulation
