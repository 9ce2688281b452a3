#include "pipeline/settings/load.h"
#include "pipeline/settings/row.h"

namespace turnstream::settings {
namespace {

constexpr std::string_view kHead = R"(# Configuration

Made by `turnstream config --markdown`; a test compares. Sources in rising priority: the defaults below, a YAML file
(`--config FILE`), the environment, `--set`. The four ways to say the same:

```
run:                                        # turnstream.yaml
  workers: 2
TURNSTREAM_RUN__WORKERS=2                   # environment
turnstream run --set run.workers=2          # flag
turnstream run --workers 2                  # where a flag of its own exists
```

Lists are `[a, b]` in YAML and `a,b` elsewhere. An unknown name or a value outside its range is refused, with its place
and the nearest known name. `turnstream config` prints what is in force and where each value came from; values of
passwords, keys and tokens are never printed.
)";

constexpr std::string_view kMemoryIntro = R"(
What influences memory. These reach the stages through the log, so that a replay finds the values that were in force;
the process that runs intake writes a `settings` record when they differ.
)";

std::string escaped(const std::string& text) {
  std::string out;
  for (const char c : text) {
    out.append(c == '|' ? "\\|" : std::string(1, c));
  }
  return out;
}

std::string section_of(const std::string& name) {
  return name.substr(0, name.find('.'));
}

void append_row(std::string& out, const Row& row) {
  const std::string text = text_of(row.default_value);
  const bool is_empty = text.empty() || text == "{}" || text == "[]";
  out += "| `" + row.name + "` | " + (is_empty ? "" : "`" + text + "`") + " | " + row.unit + " | " +
         escaped(allowed_of(row)) + " | " + escaped(row.doc) + " |\n";
}

}  // namespace

std::string configuration_markdown(std::span<const stage_api::SettingRow> memory_rows) {
  std::vector<Row> table(rows().begin(), rows().end());
  for (const stage_api::SettingRow& row : memory_rows) {
    table.push_back(memory_row(row));
  }
  std::string out{kHead};
  std::string section;
  for (const Row& row : table) {
    if (section_of(row.name) != section) {
      section = section_of(row.name);
      out += "\n## " + section + "\n";
      out += section == "memory" ? kMemoryIntro : "";
      out += "\n| name | default | unit | allowed | meaning |\n|---|---|---|---|---|\n";
    }
    append_row(out, row);
  }
  return out;
}

}  // namespace turnstream::settings
