#include "tests/bench/output_digest.h"

#include <cstdlib>
#include <iostream>
#include <map>
#include <string_view>

#include "app/data/locomo.h"
#include "app/data/read_file.h"
#include "pipeline/base/hash64.h"
#include "tests/bench/stage_costs.h"

namespace turnstream::bench {
namespace {

constexpr std::int64_t kDigestIntervalMs = 600'000;

void stop(const Error& error) {
  std::cerr << error.message << "\n";
  std::exit(1);
}

/// A hash of all rows of all personas.
std::uint64_t state_hash(const StageHost& host) {
  std::map<std::string_view, std::map<std::string_view, std::string_view>> sorted;
  host.each_persona([&](const std::string& persona) {
    host.each_row(persona, [&rows = sorted[persona]](std::string_view key, std::string_view value) {
      rows.emplace(key, value);
      return true;
    });
  });
  std::uint64_t hash = 0;
  for (const auto& [persona, rows] : sorted) {
    hash = hash64(persona, hash);
    for (const auto& [key, value] : rows) {
      hash = hash64(value, hash64(key, hash));
    }
  }
  return hash;
}

/// The stages with a parser, for turns as JSON.
class DigestRun {
 public:
  DigestRun() {
    for (StageHost& host : stages_.hosts()) {
      host.keep_tally();
    }
  }
  void apply(const std::string& text) {
    const auto turn = parser_.parse(text);
    if (!turn.ok()) {
      stop(turn.error());
    }
    stages_.apply(**turn, LogTime{(*turn)->timestamp.value()});
  }
  [[nodiscard]] std::vector<StageDigest> digests() {
    std::vector<StageDigest> digests;
    for (const StageHost& host : stages_.hosts()) {
      digests.push_back({host.name(), host.tally(), state_hash(host)});
    }
    return digests;
  }

 private:
  StageSet stages_;
  codec::TurnParser parser_;
};

}  // namespace

std::vector<StageDigest> digest_generated(std::int64_t personas, std::int64_t turns) {
  DigestRun run;
  app::TurnGenerator generator({.personas = personas, .interval_ms_avg = kDigestIntervalMs});
  for (std::int64_t i = 0; i < turns; ++i) {
    std::string text;
    generator.append_next(text);
    run.apply(text);
  }
  return run.digests();
}

std::vector<StageDigest> digest_locomo(const std::string& path, std::int64_t& turns) {
  DigestRun run;
  turns = 0;
  const auto dataset = app::read_file(path);
  if (!dataset.ok()) {
    stop(dataset.error());
  }
  const Status status = app::convert_locomo(*dataset, [&](const std::string& line) {
    run.apply(line);
    ++turns;
  });
  if (!status.ok()) {
    stop(status.error());
  }
  return run.digests();
}

}  // namespace turnstream::bench
