#pragma once
// The rows of the parts that stand together in one row (records/head_rows.h). Threads: constants.

#include <array>
#include <string_view>

#include "stages/consolidation/insights/insight_table.h"
#include "stages/consolidation/requests/open_requests.h"
#include "stages/consolidation/sessions/daily_log.h"
#include "stages/consolidation/sessions/flush_plan.h"
#include "stages/consolidation/sessions/session_table.h"
#include "stages/consolidation/speech/heard.h"
#include "stages/consolidation/topics/topic_table.h"
#include "stages/consolidation/working/working_head.h"

namespace turnstream::consolidation {

/// The row has their places in this list: add only at the end.
inline constexpr std::array<std::string_view, 8> kHeadKeys{
    kWorkingKey,         InsightForm::kHeadKey, TopicForm::kHeadKey, SessionForm::kHeadKey,
    DailyForm::kHeadKey, kFlushPlanKey,         kRequestsKey,        kQuestionKey};

}  // namespace turnstream::consolidation
