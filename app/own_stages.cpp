#include "app/own_stages.h"

#include "stages/consolidation/consolidation_stage.h"
#include "stages/episodic/episodic_stage.h"
#include "stages/episodic/settings.h"
#include "stages/lifecycle/lifecycle_stage.h"
#include "stages/lifecycle/settings.h"
#include "stages/pattern/pattern_stage.h"
#include "stages/pattern/settings.h"
#include "stages/semantic/semantic_stage.h"
#include "stages/semantic/settings.h"
#include "stages/skill/settings.h"
#include "stages/skill/skill_stage.h"

namespace turnstream::app {

StageCatalog own_stages() {
  using stage_api::rows_of;
  return {{episodic::make_episodic_stage, rows_of(episodic::kSettingFields)},
          {skill::make_skill_stage, rows_of(skill::kSettingFields)},
          {semantic::make_semantic_stage, rows_of(semantic::kSettingFields)},
          {pattern::make_pattern_stage, rows_of(pattern::kSettingFields)},
          {consolidation::make_consolidation_stage, consolidation::consolidation_settings()},
          {lifecycle::make_lifecycle_stage, rows_of(lifecycle::kSettingFields)}};
}

}  // namespace turnstream::app
