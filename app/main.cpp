#include "app/program.h"
#include "stages/episodic/episodic_stage.h"
#include "stages/episodic/settings.h"
#include "stages/skill/settings.h"
#include "stages/skill/skill_stage.h"

int main(int argc, char** argv) {
  namespace app = turnstream::app;
  namespace episodic = turnstream::episodic;
  namespace skill = turnstream::skill;
  return app::run_program(
      argc, argv,
      {{episodic::make_episodic_stage, episodic::setting_rows()}, {skill::make_skill_stage, skill::setting_rows()}});
}
