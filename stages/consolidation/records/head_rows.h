#pragma once
// HeadRows: the state of a persona in which some small rows, such as the heads of the parts, stand together in one row `heads`:
// nearly every call of the stage reads all of them and changes several, and each row that changes costs a message and a write. The
// parts see them as rows of their own. Lifetime: borrows the rows and the keys, for one call of the stage. Threads: the caller's.

#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "pipeline/stage_api/stage.h"

namespace turnstream::consolidation {

class HeadRows final : public stage_api::StateView {
 public:
  static constexpr std::string_view kKey = "heads";

  /// `keys`: of the rows that stand together. Another list needs another logic_version.
  HeadRows(stage_api::StateView& rows, std::span<const std::string_view> keys);
  HeadRows(const HeadRows&) = delete;
  HeadRows& operator=(const HeadRows&) = delete;

  /// Reads the row. Call it first.
  Status load();
  Result<std::optional<std::string_view>> get(std::string_view key) override;
  void put(std::string_view key, std::string_view value) override;
  void erase(std::string_view key) override;
  Status scan(std::string_view prefix, std::size_t limit, const stage_api::RowVisitor& visit) override {
    return rows_.scan(prefix, limit, visit);
  }
  /// Writes the row if one of them changed. Call it last.
  void finish();

  /// Calls visit(place in the list of keys, value) for each of them that the row has. Errors: bad_state().
  static Status read(std::string_view row, const std::function<void(std::size_t place, std::string_view value)>& visit);

 private:
  struct Head {
    std::optional<std::string_view> value;  ///< a view of the row as it was, or of `put`
    std::string put;
  };
  /// Null for a key that is not in the list.
  Head* head(std::string_view key);

  stage_api::StateView& rows_;
  std::span<const std::string_view> keys_;
  std::size_t longest_ = 0;  ///< key
  std::vector<Head> heads_;
  bool changed_ = false;
};

/// The context of a call of the stage, with HeadRows as its state.
class HeadContext final : public stage_api::PersonaContext {
 public:
  HeadContext(stage_api::PersonaContext& context, std::span<const std::string_view> keys)
      : context_(context), heads_(context.state(), keys) {}

  HeadRows& heads() { return heads_; }
  std::string_view persona() const override { return context_.persona(); }
  stage_api::StateView& state() override { return heads_; }
  stage_api::Timers& timers() override { return context_.timers(); }
  stage_api::Turns& turns() override { return context_.turns(); }
  stage_api::Effects& effects() override { return context_.effects(); }

 private:
  stage_api::PersonaContext& context_;
  HeadRows heads_;
};

}  // namespace turnstream::consolidation
