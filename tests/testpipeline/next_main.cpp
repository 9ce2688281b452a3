// The test pipeline as a later version of the program: its first stage has the next logic version.
#include "app/program.h"
#include "tests/testpipeline/next_stage.h"
#include "tests/testpipeline/reference_stage.h"

int main(int argc, char** argv) {
  using namespace turnstream;
  app::StageCatalog catalog;
  catalog.push_back({testpipeline::make_next_stage, {}});
  for (std::size_t i = 1; i < testpipeline::kReferenceStages; ++i) {
    catalog.push_back({[i] { return testpipeline::make_reference_stage(i, {}); }, {}});
  }
  return app::run_program(argc, argv, catalog);
}
