#include "app/own_stages.h"

#include "stages/episodic/episodic_stage.h"
#include "stages/episodic/settings.h"
#include "stages/pattern/pattern_stage.h"
#include "stages/pattern/settings.h"
#include "stages/semantic/semantic_stage.h"
#include "stages/semantic/settings.h"
#include "stages/skill/settings.h"
#include "stages/skill/skill_stage.h"

namespace turnstream::app {

StageCatalog own_stages() {
  return {{episodic::make_episodic_stage, episodic::setting_rows()},
          {skill::make_skill_stage, skill::setting_rows()},
          {semantic::make_semantic_stage, semantic::setting_rows()},
          {pattern::make_pattern_stage, pattern::setting_rows()}};
}

}  // namespace turnstream::app
