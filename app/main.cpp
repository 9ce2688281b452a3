#include "app/program.h"
#include "stages/episodic/episodic_stage.h"
#include "stages/episodic/settings.h"
#include "stages/pattern/pattern_stage.h"
#include "stages/pattern/settings.h"
#include "stages/skill/settings.h"
#include "stages/skill/skill_stage.h"

int main(int argc, char** argv) {
  namespace app = turnstream::app;
  namespace episodic = turnstream::episodic;
  namespace pattern = turnstream::pattern;
  namespace skill = turnstream::skill;
  const app::StageCatalog in_phase_order{
      {episodic::make_episodic_stage, episodic::setting_rows()},
      {skill::make_skill_stage, skill::setting_rows()},
      {pattern::make_pattern_stage, pattern::setting_rows()},
  };
  return app::run_program(argc, argv, in_phase_order);
}
