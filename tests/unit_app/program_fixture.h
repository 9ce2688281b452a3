#pragma once
// ProgramFixture: runs the program in this process as a shell would, with the reference stages and a new home
// directory, which the destructor removes. Threads: one test's.

#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include "app/program.h"
#include "pipeline/log/client.h"
#include "tests/testpipeline/reference_stage.h"

namespace turnstream::app {

/// For calls of a log that wait for nothing.
constexpr log::milliseconds kTimeout{5'000};

struct Outcome {
  int exit = -1;
  std::string out;
  std::string err;
};

inline std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream in(text);
  for (std::string line; std::getline(in, line);) {
    lines.push_back(line);
  }
  return lines;
}

class ProgramFixture {
 public:
  ProgramFixture() {
    home_ = (std::filesystem::temp_directory_path() / "turnstream-app-XXXXXX").string();
    if (mkdtemp(home_.data()) == nullptr) {
      std::abort();
    }
    environment_ = {{"HOME", home_}, {"USER", "ann"}};
    for (std::size_t i = 0; i < testpipeline::kReferenceStages; ++i) {
      catalog_.push_back({[i] { return testpipeline::make_reference_stage(i, {}); }, {}});
    }
  }
  void use_stages(StageCatalog catalog) { catalog_ = std::move(catalog); }
  /// Replaces a reference stage, given by its index. The program calls `make` each time it makes the stage.
  template <typename Make>
  void replace_stage(std::size_t index, Make make) {
    catalog_[index] = {std::move(make), {}};
  }
  ProgramFixture(const ProgramFixture&) = delete;
  ProgramFixture& operator=(const ProgramFixture&) = delete;
  ~ProgramFixture() {
    std::error_code ignored;
    std::filesystem::remove_all(home_, ignored);
  }

  Outcome run(const std::vector<std::string>& arguments, const std::string& input = "") {
    std::istringstream in(input);
    std::ostringstream out;
    std::ostringstream err;
    const int exit = run_program(arguments, catalog_, {in, out, err, environment_, false});
    return {exit, out.str(), err.str()};
  }
  /// Runs the program with the state directory of that name.
  Outcome run_in(const std::string& state, std::vector<std::string> arguments, const std::string& input = "") {
    arguments.insert(arguments.end(), {"--state", path(state)});
    return run(arguments, input);
  }

  void set_variable(const std::string& name, const std::string& value) { environment_.emplace_back(name, value); }

  [[nodiscard]] std::string path(const std::string& name) const { return home_ + "/" + name; }
  std::string write_file(const std::string& name, const std::string& text) {
    std::ofstream(path(name), std::ios::binary) << text;
    return path(name);
  }

 private:
  std::string home_;
  std::vector<std::pair<std::string, std::string>> environment_;
  StageCatalog catalog_;
};

}  // namespace turnstream::app
