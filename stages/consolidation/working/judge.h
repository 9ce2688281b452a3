#pragma once
// Makes the entry of a new item: the bounded copy, and what rules say about it without a model: whether it is worth an
// insight, and the sentences that the insight would have. Threads: the caller's.

#include "pipeline/stage_api/stage.h"
#include "stages/common/evidence/speakers.h"
#include "stages/consolidation/speech/heard.h"
#include "stages/consolidation/working/arrival.h"
#include "stages/consolidation/working/chat_summary.h"
#include "stages/consolidation/working/entry.h"
#include "stages/consolidation/working/settings.h"

namespace turnstream::consolidation {

struct MadeEntry {
  Entry entry;
  ChatFact fact;  ///< of a chat; else without a text
  bool rests_on_user =
      false;  ///< it is a chat that quotes the user, or of which rules quote nothing and the user says something
};

/// The entry of the item; the finding `repeat`, the number and the user_id are the caller's to set. `speakers`: of the record's
/// turn.
Result<MadeEntry> make_entry(const ItemView& item, const evidence::Speakers& speakers, Speech& speech,
                             const WorkingSettings& settings);

}  // namespace turnstream::consolidation
