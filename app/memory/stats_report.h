#pragma once
// Counts what memory holds of a persona: the statistics that the stages publish, and what its memories say. Threads: any;
// pure.

#include <cstdint>
#include <map>
#include <string>
#include <string_view>

#include "app/explain/report.h"
#include "app/memory/persona_view.h"

namespace turnstream::app {

/// Sums up the effect results of a persona on one day.
class DayCost {
 public:
  /// `day`: in UTC, such as 2026-01-01.
  DayCost(std::string persona, std::string day) : persona_(std::move(persona)), day_(std::move(day)) {}
  /// Passes over bytes that are not an effect result of the persona and the day.
  void take(std::string_view bytes);
  [[nodiscard]] Report report() const;

 private:
  std::string persona_;
  std::string day_;
  std::int64_t results_ = 0;
  std::int64_t tokens_in_ = 0;
  std::int64_t tokens_out_ = 0;
  double usd_ = 0;
};

/// The largest numbers of items that lifecycle keeps; 0: no maximum.
struct Quotas {
  std::int64_t long_term_items_max = 0;
  std::int64_t archived_items_max = 0;
};

/// The report without `cost_today`. docs/operating.md lists its members.
[[nodiscard]] Report stats_report(const PersonaView& view, const Quotas& quotas);

/// For people: a line for each group of numbers.
void print_stats(std::ostream& out, const Report& report);

}  // namespace turnstream::app
