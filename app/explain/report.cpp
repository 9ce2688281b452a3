#include "app/explain/report.h"

#include <algorithm>
#include <nlohmann/json.hpp>

namespace turnstream::app {

Report text_or_null(const std::string& text) {
  return text.empty() ? Report() : Report(text);
}

Report bounded_list() {
  return {{"count", 0}, {"left_out", 0}, {"left_out_at", nullptr}, {"list", Report::array()}};
}

void add_bounded(Report& bounded, Report entry, Bounds bounds) {
  Report& list = bounded["list"];
  list.push_back(std::move(entry));
  if (list.size() > bounds.first + bounds.last) {
    list.erase(bounds.first);
    bounded["left_out"] = bounded["left_out"].get<std::size_t>() + 1;
    bounded["left_out_at"] = bounds.first;
  }
  bounded["count"] = bounded["left_out"].get<std::size_t>() + list.size();
}

Report candidate(const std::string& kind, const std::string& id, const std::string& persona, const std::string& title) {
  return {{"kind", kind}, {"id", id}, {"persona_id", persona}, {"title", text_or_null(title)}};
}

Report best_candidates(const Report& candidates, const Question& question) {
  Report exact = Report::array();
  std::copy_if(candidates.begin(), candidates.end(), std::back_inserter(exact),
               [&](const Report& one) { return one["id"] == question.id; });
  return exact.empty() ? candidates : exact;
}

}  // namespace turnstream::app
