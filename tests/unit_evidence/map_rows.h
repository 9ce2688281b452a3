#pragma once
// MapRows: rows of state in a map that the test can read; and ids for entries. Threads: one at a time.

#include <cstdlib>
#include <map>
#include <optional>
#include <string>
#include <string_view>

#include "pipeline/base/uuid5.h"
#include "pipeline/stage_api/stage.h"

namespace turnstream::evidence {

class MapRows final : public stage_api::StateView {
 public:
  Result<std::optional<std::string_view>> get(std::string_view key) override {
    const auto row = rows.find(std::string(key));
    return row == rows.end() ? std::optional<std::string_view>() : std::optional<std::string_view>(row->second);
  }
  void put(std::string_view key, std::string_view value) override { rows[std::string(key)] = std::string(value); }
  void erase(std::string_view key) override { rows.erase(std::string(key)); }
  Status scan(std::string_view, std::size_t, const stage_api::RowVisitor&) override { std::abort(); }  // not used here

  std::map<std::string, std::string> rows;
};

inline Uuid id_of(std::size_t number) {
  Uuid id{};
  id[0] = static_cast<std::uint8_t>(number);
  id[1] = static_cast<std::uint8_t>(number >> 8);
  id[6] = 0x50;
  return id;
}

}  // namespace turnstream::evidence
