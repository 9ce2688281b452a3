#include "app/verbs/verbs.h"
#include "pipeline/json/writer.h"

namespace turnstream::app {
namespace {

Result<ExitCode> print_version(Context& context) {
  const std::vector<std::string> stages = stage_names_of(context.catalog);
  if (context.json) {
    std::string line;
    json::Writer writer(line);
    writer.begin_object().string("version", TURNSTREAM_VERSION).begin_array("stages");
    for (const std::string& stage : stages) {
      writer.string(stage);
    }
    writer.end_array().end_object();
    context.out() << line << "\n";
    return ExitCode::kDone;
  }
  context.out() << "turnstream " << TURNSTREAM_VERSION << ", stages:";
  for (const std::string& stage : stages) {
    context.out() << " " << stage;
  }
  context.out() << "\n";
  return ExitCode::kDone;
}

}  // namespace

void add_version(VerbSet& verbs) {
  Verb verb = verbs.add({.name = "version",
                         .summary = "Print the version and the stages of this binary",
                         .examples = "turnstream version\nturnstream version --json"});
  verb.on_run(print_version);
}

}  // namespace turnstream::app
