#include <algorithm>

#include "app/verbs/verbs.h"
#include "pipeline/json/writer.h"

namespace turnstream::app {
namespace {

void print_text(const Context& context) {
  std::size_t name_width = 0;
  std::size_t value_width = 0;
  for (const settings::Resolved& value : context.loaded.values) {
    name_width = std::max(name_width, value.name.size());
    value_width = std::max(value_width, std::min<std::size_t>(value.value.size(), 40));
  }
  for (const settings::Resolved& value : context.loaded.values) {
    std::string line = value.name;
    line.resize(name_width + 2, ' ');
    line += value.value;
    if (line.size() < name_width + value_width + 4) {
      line.resize(name_width + value_width + 4, ' ');
    } else {
      line += "  ";
    }
    context.out() << line << value.origin << "\n";
  }
}

void print_json(const Context& context) {
  std::string line;
  json::Writer writer(line);
  writer.begin_array();
  for (const settings::Resolved& value : context.loaded.values) {
    writer.begin_object()
        .string("name", value.name)
        .string("value", value.value)
        .string("origin", value.origin)
        .end_object();
  }
  writer.end_array();
  context.out() << line << "\n";
}

}  // namespace

void add_config(VerbSet& verbs) {
  Verb verb = verbs.add({.name = "config",
                         .summary = "Print every setting with its value and the source of the value",
                         .examples = "turnstream config\n"
                                     "turnstream config --config turnstream.yaml --json\n"
                                     "turnstream config --markdown > docs/configuration.md"});
  auto markdown = std::make_shared<bool>(false);
  verb.flag("--markdown", *markdown, "print docs/configuration.md instead: all settings with their defaults");
  verb.on_run([markdown](Context& context) -> Result<ExitCode> {
    if (*markdown) {
      context.out() << settings::configuration_markdown(setting_rows_of(context.catalog));
    } else if (context.json) {
      print_json(context);
    } else {
      print_text(context);
    }
    return ExitCode::kDone;
  });
}

}  // namespace turnstream::app
