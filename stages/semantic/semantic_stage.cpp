#include "stages/semantic/semantic_stage.h"

#include <nlohmann/json.hpp>

#include "stages/semantic/claims.h"
#include "stages/semantic/describe.h"
#include "stages/semantic/fact_upkeep.h"
#include "stages/semantic/forget.h"

namespace turnstream::semantic {
namespace {

using stage_api::Input;
using stage_api::PersonaContext;

/// One call on one persona.
struct Work {
  Work(const Input& given_input, PersonaContext& given_context)
      : input(given_input),
        context(given_context),
        settings(parse_settings(*given_input.settings)),
        facts(given_context),
        book(given_input, given_context, settings, facts) {}

  const Input& input;
  PersonaContext& context;
  SemanticSettings settings;
  FactTable facts;
  FactBook book;
};

Status apply_turn(Work& work) {
  const std::vector<Claim> claims = claims_of(*work.input.turn, work.settings);
  for (const Claim& claim : claims) {
    TS_RETURN_IF_ERROR(work.book.apply(claim));
  }
  work.context.effects().processed(static_cast<std::int64_t>(claims.size()));
  return evict(work.facts, work.book, work.settings);
}

Status apply_command(Work& work) {
  return work.input.command_kind == "forget" ? forget(work.input, work.context, work.facts, work.book)
                                             : unforget(work.input, work.context, work.facts);
}

class SemanticStage final : public stage_api::Stage {
 public:
  SemanticStage() {
    info_.name = "semantic";
    info_.logic_version = 2;
    info_.phase = 2;
    info_.upstream = {"episodic", "skill"};
  }

  [[nodiscard]] const stage_api::StageInfo& info() const override { return info_; }

  Status process(const Input& input, PersonaContext& context) const override {
    const bool command = input.kind == stage_api::RecordKind::kCommand;
    if (input.turn == nullptr && !(command && (input.command_kind == "forget" || input.command_kind == "unforget"))) {
      return {};
    }
    Work work(input, context);
    TS_RETURN_IF_ERROR(work.facts.load());
    TS_RETURN_IF_ERROR(command ? apply_command(work) : apply_turn(work));
    return work.facts.finish();
  }

  Status fire(std::string_view timer, LogTime /*due*/, const Input& input, PersonaContext& context) const override {
    if (timer != kRetireTimer) {
      return {};
    }
    Work work(input, context);
    TS_RETURN_IF_ERROR(work.facts.load());
    TS_RETURN_IF_ERROR(retire(input, work.facts, work.book, work.settings));
    return work.facts.finish();
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
