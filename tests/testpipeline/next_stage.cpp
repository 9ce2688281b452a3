#include "tests/testpipeline/next_stage.h"

#include <nlohmann/json.hpp>
#include <string>

#include "pipeline/base/hash64.h"
#include "tests/testpipeline/reference_stage.h"

namespace turnstream::testpipeline {
namespace {

using stage_api::Input;
using stage_api::PersonaContext;

class NextStage final : public stage_api::Stage {
 public:
  NextStage() : before_(make_reference_stage(0, {})), info_(before_->info()) { ++info_.logic_version; }

  [[nodiscard]] const stage_api::StageInfo& info() const override { return info_; }

  Status process(const Input& input, PersonaContext& context) const override {
    TS_RETURN_IF_ERROR(before_->process(input, context));
    TS_ASSIGN_OR_RETURN(const auto row, context.state().get("next"));
    const std::string before(row.value_or(std::string_view()));
    const std::string now = std::to_string(hash64(before + std::string(input.value)));
    context.state().put("next", now);
    context.effects().put("stats", "next", R"({"kind":"stats","id":"next","digest":")" + now + R"("})",
                          row.has_value());
    return {};
  }

  Status fire(std::string_view timer, LogTime due, const Input& input, PersonaContext& context) const override {
    return before_->fire(timer, due, input, context);
  }

  [[nodiscard]] nlohmann::json describe(std::string_view key, std::string_view value) const override {
    return before_->describe(key, value);
  }

 private:
  std::unique_ptr<stage_api::Stage> before_;
  stage_api::StageInfo info_;
};

}  // namespace

std::unique_ptr<stage_api::Stage> make_next_stage() {
  return std::make_unique<NextStage>();
}

}  // namespace turnstream::testpipeline
