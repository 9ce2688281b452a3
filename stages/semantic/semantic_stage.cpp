#include "stages/semantic/semantic_stage.h"

#include <nlohmann/json.hpp>
#include <optional>

#include "pipeline/stage_api/memory_settings.h"
#include "stages/common/evidence/turn_sources.h"
#include "stages/semantic/change_book.h"
#include "stages/semantic/claims.h"
#include "stages/semantic/describe.h"
#include "stages/semantic/fact_notes.h"
#include "stages/semantic/fact_upkeep.h"
#include "stages/semantic/forget.h"
#include "stages/semantic/notes/note_book.h"

namespace turnstream::semantic {
namespace {

using stage_api::Input;
using stage_api::PersonaContext;

struct SemanticCall {
  SemanticCall(const Input& given_input, PersonaContext& given_context)
      : input(given_input),
        context(given_context),
        settings(given_input.settings->read(kSettingFields)),
        facts(given_context),
        book(given_input, given_context, settings, facts, sources),
        notes(given_input, given_context, settings, facts.head, sources) {
    if (input.turn != nullptr) {
      sources.emplace(*input.turn);
    }
  }

  const Input& input;
  PersonaContext& context;
  SemanticSettings settings;
  std::optional<evidence::TurnSources> sources;  ///< absent if the input has no turn
  FactTable facts;
  FactBook book;
  NoteBook notes;
};

Status finish(SemanticCall& call) {
  TS_RETURN_IF_ERROR(mark_notes(call.facts, call.book, call.notes));
  TS_RETURN_IF_ERROR(call.facts.finish());
  return call.notes.finish();
}

Status apply_turn(SemanticCall& call) {
  TS_RETURN_IF_ERROR(call.notes.hear());
  std::vector<Claim> claims = claims_of(*call.input.turn, call.settings);
  link_claims(claims, call.notes.heard());
  ChangeBook changes(call.input, call.facts, call.book);
  std::int64_t processed = 0;
  for (std::size_t begin = 0; begin < claims.size();) {
    std::size_t end = begin + 1;
    if (!claims[begin].reading.has_value()) {
      TS_RETURN_IF_ERROR(call.book.apply(claims[begin]));
      processed += claims[begin].call.has_value() && claims[begin].statement.ended ? 0 : 1;
    } else {
      while (end < claims.size() && claims[end].of_sentence) {
        ++end;
      }
      TS_RETURN_IF_ERROR(changes.apply(std::span(claims).subspan(begin, end - begin)));
      processed += static_cast<std::int64_t>(end - begin - 1);
    }
    begin = end;
  }
  TS_RETURN_IF_ERROR(changes.finish());
  call.context.effects().processed(processed);
  return evict(call.facts, call.book, call.settings);
}

Status apply_command(SemanticCall& call) {
  return call.input.command_kind == "forget" ? forget(call.input, call.context, call.facts, call.book, call.notes)
                                             : unforget(call.input, call.context, call.facts);
}

class SemanticStage final : public stage_api::Stage {
 public:
  SemanticStage() {
    info_.name = "semantic";
    info_.logic_version = 13;
    info_.phase = 2;
    info_.upstream = {"episodic", "skill"};
  }

  [[nodiscard]] const stage_api::StageInfo& info() const override { return info_; }

  Status process(const Input& input, PersonaContext& context) const override {
    const bool command = input.kind == stage_api::RecordKind::kCommand;
    if (input.turn == nullptr && !(command && (input.command_kind == "forget" || input.command_kind == "unforget"))) {
      return {};
    }
    SemanticCall call(input, context);
    TS_RETURN_IF_ERROR(call.facts.load());
    TS_RETURN_IF_ERROR(command ? apply_command(call) : apply_turn(call));
    return finish(call);
  }

  Status fire(std::string_view timer, LogTime /*due*/, const Input& input, PersonaContext& context) const override {
    if (timer != kRetireTimer) {
      return {};
    }
    SemanticCall call(input, context);
    TS_RETURN_IF_ERROR(call.facts.load());
    TS_RETURN_IF_ERROR(retire(input, call.facts, call.book, call.settings));
    return finish(call);
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
