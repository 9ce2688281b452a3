#include "pipeline/settings/load.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <nlohmann/json.hpp>

#include "pipeline/base/check.h"
#include "pipeline/json/document.h"
#include "pipeline/settings/row.h"
#include "pipeline/settings/value.h"

namespace turnstream::settings {
namespace {

constexpr std::string_view kMemoryPrefix = "memory.";

bool is_family(const Row& row) {
  return row.name.back() == '*';
}

bool answers_to(const Row& row, const std::string& name) {
  return is_family(row) ? name.starts_with(std::string_view(row.name).substr(0, row.name.size() - 1))
                        : row.name == name;
}

class Loader {
 public:
  explicit Loader(const Sources& sources) : may_set_(sources.may_set) {
    table_.assign(rows().begin(), rows().end());
    for (const stage_api::SettingRow& row : sources.memory_rows) {
      table_.push_back(memory_row(row));
    }
    for (const Row& row : table_) {
      values_.push_back({row.default_value, "default"});
    }
  }

  /// Applies the assignments of one source (file, environment or flags). Only flags may repeat a name (`repeatable`);
  /// then the last assignment is used.
  void apply(const std::vector<Assignment>& source, bool repeatable) {
    std::map<std::string, std::string> places;
    for (const Assignment& assignment : source) {
      const auto [place, is_new] = places.emplace(assignment.name, assignment.place);
      if (!is_new && !repeatable) {
        problems_.push_back(shown_name(assignment.name) + " is given twice: " + place->second + " and " +
                            assignment.place);
      }
      apply(assignment);
    }
  }

  Result<Loaded> finish() {
    Loaded loaded;
    store(loaded);
    check_together(loaded.settings);
    if (problems_.empty()) {
      return loaded;
    }
    Error error = make_error(error_codes::kSettings, Reaction::kStopProcess, std::move(problems_.front()));
    error.others.assign(std::make_move_iterator(problems_.begin() + 1), std::make_move_iterator(problems_.end()));
    return error;
  }

 private:
  struct Current {
    Value value;
    std::string origin;
    std::map<std::string, std::string> property_origins = {};
  };

  void apply(const Assignment& assignment) {
    const auto row = std::find_if(table_.begin(), table_.end(),
                                  [&](const Row& candidate) { return answers_to(candidate, assignment.name); });
    if (row == table_.end()) {
      std::vector<std::string> names;
      for (const Row& known : table_) {
        names.push_back(known.name);
      }
      const std::optional<std::string> property = meant_property(assignment.name, may_set_);
      problems_.push_back(shown_name(assignment.name) + " (" + assignment.place +
                          ") is not a setting; the nearest is " +
                          (property ? property_advice(*property) : nearest(assignment.name, names)));
      return;
    }
    Result<Value> value = parse_value(*row, assignment);
    if (!value.ok()) {
      problems_.push_back(value.error().message);
      return;
    }
    Current& current = values_[static_cast<std::size_t>(row - table_.begin())];
    if (is_family(*row)) {
      for (const auto& [property, text] : std::get<Properties>(*value)) {
        std::get<Properties>(current.value)[property] = text;
        current.property_origins[property] = assignment.place;
      }
    } else {
      current = {std::move(value).value(), assignment.place};
    }
  }

  void store(Loaded& loaded) {
    auto memory = nlohmann::json::object();
    for (std::size_t i = 0; i < table_.size(); ++i) {
      const Row& row = table_[i];
      const Current& current = values_[i];
      if (row.field != nullptr) {
        store_field(row.field(loaded.settings), current.value);
      } else {
        store_memory(memory, row, current.value);
      }
      if (is_family(row)) {
        for (const auto& [property, text] : std::get<Properties>(current.value)) {
          const std::string name = row.name.substr(0, row.name.size() - 1) + property;
          loaded.values.push_back({name, is_printable(name) ? text : "***", current.property_origins.at(property)});
        }
      } else {
        loaded.values.push_back({row.name, text_of(current.value), current.origin});
      }
    }
    loaded.settings.memory_json = json::document_text(memory);
  }

  static void store_field(const Field& field, const Value& value) {
    std::visit(
        [&](auto place) {
          if constexpr (!std::is_same_v<decltype(place), std::monostate>) {
            *place = std::get<std::remove_pointer_t<decltype(place)>>(value);
          }
        },
        field);
  }

  static void store_memory(nlohmann::json& memory, const Row& row, const Value& value) {
    const std::string name = row.name.substr(kMemoryPrefix.size());
    const std::size_t dot = name.find('.');
    nlohmann::json& place = memory[name.substr(0, dot)][name.substr(dot + 1)];
    std::visit([&](const auto& plain) { place = plain; }, value);
  }

  /// Checks rules that concern more than one setting, and that the lists of turns topics and of stages are not empty.
  void check_together(const Settings& s) {
    if (!s.faults.inject.empty() && !s.faults.allowed) {
      problems_.push_back("faults.inject (" + origin_of("faults.inject") + ") needs faults.allowed=true");
    }
    if (s.recall.vectors == "static" && s.recall.vectors_file.empty()) {
      problems_.push_back("recall.vectors = static (" + origin_of("recall.vectors") +
                          ") needs recall.vectors_file; scripts/vectors makes such a file");
    }
    for (std::size_t i = 0; i < table_.size(); ++i) {
      if (!table_[i].at_most.empty()) {
        check_at_most(i);
      }
    }
    if (s.intake.turns_topics.empty()) {
      problems_.push_back("intake.turns_topics (" + origin_of("intake.turns_topics") +
                          ") must name at least one topic");
    }
    if (s.run.stages.empty()) {
      problems_.push_back("run.stages (" + origin_of("run.stages") + ") must name at least one stage");
    }
  }

  void check_at_most(std::size_t small) {
    const std::size_t large = index_of(table_[small].at_most);
    if (is_greater(values_[small].value, values_[large].value)) {
      problems_.push_back(given_text(small) + " is greater than " + given_text(large));
    }
  }

  /// "run.workers = 2 (--set)"
  std::string given_text(std::size_t i) const {
    return table_[i].name + " = " + text_of(values_[i].value) + " (" + values_[i].origin + ")";
  }

  std::size_t index_of(const std::string& name) const {
    const auto row = std::find_if(table_.begin(), table_.end(), [&](const Row& one) { return one.name == name; });
    TS_CHECK(row != table_.end());
    return static_cast<std::size_t>(row - table_.begin());
  }

  std::string origin_of(const std::string& name) const { return values_[index_of(name)].origin; }

  std::vector<Row> table_;
  PropertyTest may_set_;
  std::vector<Current> values_;  ///< for each row of table_
  std::vector<std::string> problems_;
};

}  // namespace

Result<Loaded> load(const Sources& sources) {
  Loader loader(sources);
  if (sources.file) {
    TS_ASSIGN_OR_RETURN(const std::vector<Assignment> file, yaml_assignments(*sources.file));
    loader.apply(file, false);
  }
  loader.apply(environment_assignments(sources.environment), false);
  loader.apply(sources.flags, true);
  return loader.finish();
}

}  // namespace turnstream::settings
