#include "stages/semantic/semantic_stage.h"

#include <nlohmann/json.hpp>

#include "stages/semantic/claims.h"
#include "stages/semantic/describe.h"
#include "stages/semantic/fact_book.h"
#include "stages/semantic/forget.h"

namespace turnstream::semantic {
namespace {

using stage_api::Input;
using stage_api::PersonaContext;

Status apply_turn(const Input& input, PersonaContext& context, const SemanticSettings& settings, FactBook& book) {
  const std::vector<Claim> claims = claims_of(*input.turn, settings);
  for (const Claim& claim : claims) {
    TS_RETURN_IF_ERROR(book.apply(claim));
  }
  context.effects().processed(static_cast<std::int64_t>(claims.size()));
  return book.evict();
}

class SemanticStage final : public stage_api::Stage {
 public:
  SemanticStage() {
    info_.name = "semantic";
    info_.phase = 2;
    info_.upstream = {"episodic", "skill"};
  }

  [[nodiscard]] const stage_api::StageInfo& info() const override { return info_; }

  Status process(const Input& input, PersonaContext& context) const override {
    const bool command = input.kind == stage_api::RecordKind::kCommand;
    if (input.turn == nullptr && !(command && (input.command_kind == "forget" || input.command_kind == "unforget"))) {
      return {};
    }
    const SemanticSettings settings = parse_settings(*input.settings);
    FactTable facts(context);
    TS_RETURN_IF_ERROR(facts.load());
    FactBook book(input, context, settings, facts);
    if (!command) {
      TS_RETURN_IF_ERROR(apply_turn(input, context, settings, book));
    } else if (input.command_kind == "forget") {
      TS_RETURN_IF_ERROR(forget(input, context, facts, book));
    } else {
      TS_RETURN_IF_ERROR(unforget(input, context, facts));
    }
    return facts.finish();
  }

  Status fire(std::string_view timer, LogTime /*due*/, const Input& input, PersonaContext& context) const override {
    if (timer != kRetireTimer) {
      return {};
    }
    const SemanticSettings settings = parse_settings(*input.settings);
    FactTable facts(context);
    TS_RETURN_IF_ERROR(facts.load());
    FactBook book(input, context, settings, facts);
    TS_RETURN_IF_ERROR(book.retire());
    return facts.finish();
  }

  [[nodiscard]] nlohmann::json describe(std::string_view key, std::string_view value) const override {
    return describe_row(key, value);
  }

 private:
  stage_api::StageInfo info_;
};

}  // namespace

std::unique_ptr<stage_api::Stage> make_semantic_stage() {
  return std::make_unique<SemanticStage>();
}

}  // namespace turnstream::semantic
