// pipeline_bench STAGES VERB [OPTION]…: the whole program with fewer or other stages. STAGES is `early`, the product's stages of
// phases 1 and 2, or `reference`, those of the reference job. scripts/bench runs it as it runs turnstream.
#include <iostream>
#include <string>

#include "app/own_stages.h"
#include "app/program.h"
#include "tests/testpipeline/reference_stage.h"

namespace {

using turnstream::app::StageCatalog;

StageCatalog early_stages() {
  StageCatalog catalog = turnstream::app::own_stages();
  std::erase_if(catalog, [](const turnstream::app::StageEntry& entry) { return entry.make()->info().phase > 2; });
  return catalog;
}

StageCatalog reference_stages() {
  namespace reference = turnstream::testpipeline;
  StageCatalog catalog;
  for (std::size_t i = 0; i < reference::kReferenceStages; ++i) {
    catalog.push_back({[i] { return reference::make_reference_stage(i, {.timers = false, .dense = true}); }, {}});
  }
  return catalog;
}

}  // namespace

int main(int argc, char** argv) {
  const std::string stages = argc > 1 ? argv[1] : "";
  if (stages != "early" && stages != "reference") {
    std::cerr << "pipeline_bench: the first argument is early or reference\n";
    return 2;
  }
  return turnstream::app::run_program(argc - 1, argv + 1, stages == "early" ? early_stages() : reference_stages());
}
