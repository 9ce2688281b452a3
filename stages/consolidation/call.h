#pragma once
// Call: the parts of the stage, joined for one call of it. A part is a member here, a line in each step of
// consolidation_stage.cpp, and nothing else outside its folder. Lifetime: borrows input and context, for one call of the
// stage. Threads: the caller's.

#include "pipeline/stage_api/memory_settings.h"
#include "pipeline/stage_api/stage.h"
#include "stages/consolidation/discovery/discoveries.h"
#include "stages/consolidation/head_keys.h"
#include "stages/consolidation/insights/insight_book.h"
#include "stages/consolidation/insights/settings.h"
#include "stages/consolidation/known_insights.h"
#include "stages/consolidation/metas/metas.h"
#include "stages/consolidation/records/head_rows.h"
#include "stages/consolidation/requests/model_settings.h"
#include "stages/consolidation/requests/open_requests.h"
#include "stages/consolidation/retention/retention.h"
#include "stages/consolidation/sessions/sessions.h"
#include "stages/consolidation/sharing/sharing.h"
#include "stages/consolidation/speech/blocked_sentences.h"
#include "stages/consolidation/speech/heard.h"
#include "stages/consolidation/topics/topics.h"
#include "stages/consolidation/working/working_memory.h"

namespace turnstream::consolidation {

struct Call {
  Call(const stage_api::Input& given_input, stage_api::PersonaContext& given_context)
      : heads(given_context, kHeadKeys),
        input(given_input),
        context(heads),
        model(given_input.settings->read(kModelSettingFields)),
        insight_settings(given_input.settings->read(kInsightSettingFields)),
        topic_settings(given_input.settings->read(kTopicSettingFields)),
        speech(context.state()),
        blocked(context.state()),
        requests(given_input, context),
        insights(given_input, context, insight_settings, blocked),
        working({given_input, context, model, speech, insights, requests, blocked}),
        topics({given_input, context, topic_settings, insight_settings.merge_similarity, blocked, model, requests,
                [this](const std::string& topic, std::vector<std::string>& removed) {
                  return insights.remove_resting_on(topic, removed);
                }}),
        sessions({given_input, context, model, speech, requests, blocked,
                  [this](std::string_view text, std::size_t limit) { return known_insights(insights, text, limit); }}),
        sharing(given_input, context, insights),
        metas({given_input, context, model, speech, insights, requests}),
        discoveries({given_input, context, model, blocked, insights, requests, topics}),
        retention(given_input, context, insights, topics, sessions) {}
  Call(const Call&) = delete;
  Call& operator=(const Call&) = delete;

  HeadContext heads;
  const stage_api::Input& input;
  stage_api::PersonaContext& context;
  const ModelSettings& model;
  const InsightSettings& insight_settings;
  const TopicSettings& topic_settings;
  Speech speech;
  BlockedSentences blocked;
  OpenRequests requests;
  InsightBook insights;
  WorkingMemory working;
  Topics topics;
  Sessions sessions;
  Sharing sharing;
  Metas metas;
  Discoveries discoveries;
  Retention retention;
};

}  // namespace turnstream::consolidation
