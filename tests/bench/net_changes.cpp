#include "tests/bench/net_changes.h"

#include <map>
#include <string>
#include <utility>

#include "pipeline/codec/patch.h"

namespace turnstream::bench {

std::vector<model::Change> net_changes(std::vector<model::Change> changes) {
  std::map<std::pair<std::string, std::string>, model::Change> net;
  for (model::Change& change : changes) {
    const std::pair<std::string, std::string> key{change.kind, change.id};
    const auto [place, first] = net.try_emplace(key, change);
    model::Change& known = place->second;
    if (first) {
      continue;
    }
    if (change.op == model::ChangeOp::kPatch) {
      codec::add_patch(known, {change.value, change.append});
    } else if (change.op == model::ChangeOp::kDelete && !known.existed) {
      net.erase(place);
    } else {
      change.existed = known.existed;
      known = std::move(change);
    }
  }
  std::vector<model::Change> sorted;
  for (auto& [key, change] : net) {
    sorted.push_back(std::move(change));
  }
  return sorted;
}

}  // namespace turnstream::bench
