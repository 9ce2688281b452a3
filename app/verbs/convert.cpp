#include "app/data/locomo.h"
#include "app/data/read_file.h"
#include "app/verbs/verbs.h"

namespace turnstream::app {

void add_convert(VerbSet& verbs) {
  verbs.add_group("convert", "Convert public data sets to turns");
  Verb verb = verbs.add({.name = "convert locomo",
                         .summary = "Write the conversations of a LoCoMo file as turns, one a line",
                         .examples = "turnstream convert locomo locomo.json > turns.ndjson\n"
                                     "turnstream convert locomo locomo.json | turnstream publish -"});
  auto file = std::make_shared<std::string>();
  verb.required_text("FILE", *file, "a LoCoMo file (JSON)");
  verb.on_run([file](Context& context) -> Result<ExitCode> {
    TS_ASSIGN_OR_RETURN(const std::string dataset, read_file(*file));
    TS_RETURN_IF_ERROR(convert_locomo(dataset, [&](const std::string& line) { context.out() << line << "\n"; }));
    return ExitCode::kDone;
  });
}

}  // namespace turnstream::app
