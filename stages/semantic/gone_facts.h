#pragma once
// GoneFacts: the forgotten facts, which must not be learnt again until `unforget`. Only a salted hash of each id is
// stored, not the fact. Lifetime: borrows rows and head, for one call of the stage. Threads: the caller's.

#include <cstdint>
#include <string_view>
#include <vector>

#include "pipeline/stage_api/stage.h"
#include "stages/common/evidence/row_list.h"
#include "stages/semantic/kept_fact.h"

namespace turnstream::semantic {

class GoneFacts {
 public:
  GoneFacts(stage_api::StateView& rows, Head& head)
      : rows_(rows), head_(head), list_(rows, std::string(kGoneListPrefix), head.gone) {}

  Result<bool> has(const Uuid& fact) const;
  /// Bars the fact. `salt` becomes the salt of this persona if it has none yet.
  Status add(const Uuid& fact, std::string_view salt);
  /// Allows these facts again; ids that are not barred are skipped. The number of the others. Errors: those
  /// of the list.
  Result<std::int64_t> remove(const std::vector<Uuid>& facts);
  /// Allows all; their number.
  Result<std::int64_t> clear();

 private:
  /// The salted hash that is stored in place of the fact's id.
  [[nodiscard]] Uuid mask(const Uuid& fact) const;

  stage_api::StateView& rows_;
  Head& head_;
  evidence::IdList list_;
};

}  // namespace turnstream::semantic
