#include "stages/semantic/forget.h"

#include <algorithm>

#include "pipeline/base/sha256.h"
#include "pipeline/codec/command_args.h"
#include "stages/common/evidence/forgotten.h"
#include "stages/semantic/gone_facts.h"

namespace turnstream::semantic {

Status forget(const stage_api::Input& input, stage_api::PersonaContext& context, FactTable& facts, FactBook& book,
              NoteBook& notes) {
  TS_ASSIGN_OR_RETURN(const model::ForgetArgs args, codec::parse_forget_args(input.value));
  evidence::Forgotten forgotten(args);
  TS_RETURN_IF_ERROR(forgotten.add_removed(input.upstream));
  GoneFacts gone(context.state(), facts.head);
  const std::string salt = to_hex(sha256(input.value));
  std::int64_t removed = 0;
  const auto names = [&forgotten](const Uuid& id) { return forgotten.has(to_string(id)); };
  const auto stays = [&](const ListedFact& listed) -> Result<evidence::Fate> {
    const Uuid& id = listed.id;
    TS_ASSIGN_OR_RETURN(const KeptFact* kept, facts.find(id));
    if (kept == nullptr || kept->birth != listed.birth) {
      return evidence::Fate::kLeaves;
    }
    const bool has_words = std::any_of(kept->made_of.begin(), kept->made_of.end(), names);
    if (!names(id) && !has_words && !forgotten.covers(kept->fact.sources)) {
      TS_RETURN_IF_ERROR(book.ends().unsay(id, [&](model::SourceView source) { return forgotten.covers(source); }));
      return evidence::Fate::kStays;
    }
    ++removed;
    TS_RETURN_IF_ERROR(args.all ? Status() : gone.add(id, salt));
    TS_RETURN_IF_ERROR(book.remove(id, Leaving::kForgotten));
    return evidence::Fate::kLeaves;
  };
  TS_RETURN_IF_ERROR(facts.all.walk(stays));
  TS_ASSIGN_OR_RETURN(const std::int64_t notes_removed, notes.forget(forgotten, args.all, salt));
  context.effects().processed(removed + notes_removed);
  if (args.all) {
    TS_RETURN_IF_ERROR(gone.clear());
  }
  return {};
}

Status unforget(const stage_api::Input& input, stage_api::PersonaContext& context, FactTable& facts) {
  TS_ASSIGN_OR_RETURN(const model::ForgetArgs args, codec::parse_forget_args(input.value));
  GoneFacts gone(context.state(), facts.head);
  std::vector<Uuid> allowed;
  for (const std::string& id : args.ids) {
    if (const auto uuid = parse_uuid(id); uuid.has_value()) {
      allowed.push_back(*uuid);
    }
  }
  TS_ASSIGN_OR_RETURN(const std::int64_t count, args.all ? gone.clear() : gone.remove(allowed));
  context.effects().processed(count);
  return {};
}

}  // namespace turnstream::semantic
