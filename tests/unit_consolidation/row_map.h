#pragma once
// RowMap: rows in a map, for tests of classes that need only rows. Threads: one at a time.

#include <map>
#include <string>

#include "pipeline/stage_api/stage.h"

namespace turnstream::consolidation {

class RowMap final : public stage_api::StateView {
 public:
  Result<std::optional<std::string_view>> get(std::string_view key) override {
    ++gets;
    const auto row = rows.find(std::string(key));
    return row == rows.end() ? std::optional<std::string_view>() : std::optional<std::string_view>(row->second);
  }
  void put(std::string_view key, std::string_view value) override {
    ++puts;
    rows[std::string(key)] = std::string(value);
  }
  void erase(std::string_view key) override { rows.erase(std::string(key)); }
  Status scan(std::string_view prefix, std::size_t limit, const stage_api::RowVisitor& visit) override {
    std::size_t visited = 0;
    for (const auto& [key, value] : std::map<std::string, std::string>(rows)) {
      if (key.starts_with(prefix) && (visited++ == limit || !visit(key, value))) {
        break;
      }
    }
    return {};
  }

  std::map<std::string, std::string> rows;
  int gets = 0;
  int puts = 0;
};

}  // namespace turnstream::consolidation
