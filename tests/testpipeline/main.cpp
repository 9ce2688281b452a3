// The whole program with the six reference stages in place of the product's stages.
#include "app/program.h"
#include "tests/testpipeline/reference_stage.h"

int main(int argc, char** argv) {
  using namespace turnstream;
  app::StageCatalog catalog;
  for (std::size_t i = 0; i < testpipeline::kReferenceStages; ++i) {
    catalog.push_back({[i] { return testpipeline::make_reference_stage(i, {}); }, {}});
  }
  return app::run_program(argc, argv, catalog);
}
