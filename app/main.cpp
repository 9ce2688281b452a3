#include "app/program.h"
#include "stages/episodic/episodic_stage.h"
#include "stages/episodic/settings.h"

int main(int argc, char** argv) {
  namespace app = turnstream::app;
  namespace episodic = turnstream::episodic;
  return app::run_program(argc, argv, {{episodic::make_episodic_stage, episodic::setting_rows()}});
}
