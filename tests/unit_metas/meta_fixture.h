#pragma once
// Fixture of the tests of meta-insights: the consolidation stage behind episodic, with observations that become insights at
// once. Threads: one at a time.

#include <set>
#include <string>
#include <vector>

#include "tests/unit_consolidation/consolidation_fixture.h"

namespace turnstream::consolidation {

class MetaFixture : public ConsolidationFixture {
 public:
  using Json = nlohmann::json;
  using Ids = std::set<std::string>;

  /// An observation with these tags before those of its words.
  std::string tagged(const std::string& content, const std::vector<std::string>& tags, std::int64_t at_ms,
                     std::int64_t importance_millionths = 400'000);
  /// `count` observations about hosts, which belong together by their tags, and the insights of them.
  void know_hosts(int count, std::int64_t at_ms);
  /// Insights of all that waits.
  void consolidate(std::int64_t at_ms) { sweep(at_ms); }
  stage_api::StageOutcome sweep_metas(std::int64_t at_ms) { return command("sweep", R"({"passes":["meta"]})", at_ms); }

  [[nodiscard]] std::vector<Json> of_type(const std::string& type) const;
  [[nodiscard]] std::vector<Json> metas() const { return of_type("meta"); }
  [[nodiscard]] std::string id_of(const std::string& summary) const;
  [[nodiscard]] static Ids source_ids(const Json& insight);
  /// The requests with purpose meta.
  [[nodiscard]] std::vector<stage_api::StageOutcome::Request> asked() const;
  [[nodiscard]] std::vector<std::string> reasons() const;

 private:
  int hosts_ = 0;
  std::vector<std::vector<std::string_view>> tags_;
};

}  // namespace turnstream::consolidation
