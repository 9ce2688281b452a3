#pragma once
// Reads the labelled sentences of this folder, and counts how well the found results match the expected ones.
// Threads: any.

#include <doctest/doctest.h>
#include <fstream>
#include <set>
#include <string>
#include <vector>

#include "pipeline/base/utf8.h"
#include "tests/source_folder.h"

namespace turnstream::labelled {

using Row = std::vector<std::string>;

inline std::vector<std::string> split(const std::string& text, const std::string& separator) {
  std::vector<std::string> parts;
  std::size_t at = 0;
  for (std::size_t end = 0; (end = text.find(separator, at)) != std::string::npos; at = end + separator.size()) {
    parts.push_back(text.substr(at, end - at));
  }
  parts.push_back(text.substr(at));
  return parts;
}

/// The text with each `\n` replaced by a line break.
inline std::string unescaped(std::string text) {
  for (std::size_t at = text.find("\\n"); at != std::string::npos; at = text.find("\\n", at + 1)) {
    text.replace(at, 2, 1, '\n');
  }
  return text;
}

/// All rows of a file of this folder. The test fails if a row does not have this number of columns.
inline std::vector<Row> read_rows(const std::string& name, std::size_t columns) {
  std::ifstream file(source_folder() + "/tests/labelled/" + name);
  REQUIRE(file.good());
  std::vector<Row> rows;
  for (std::string line; std::getline(file, line);) {
    if (!line.empty() && line.front() != '#') {
      rows.push_back(split(line, "\t"));
      REQUIRE_MESSAGE(rows.back().size() == columns, line);
    }
  }
  return rows;
}

/// The result `a | b | c` in a form that can be compared: normalised, each part without its article.
inline std::string comparable(const std::string& result) {
  std::string joined;
  for (const std::string& part : split(result, " | ")) {
    std::string plain = normalise(part);
    for (const char* article : {"the ", "a ", "an "}) {
      if (plain.rfind(article, 0) == 0) {
        plain.erase(0, std::string(article).size());
      }
    }
    joined.append(joined.empty() ? "" : " | ").append(plain);
  }
  return joined;
}

inline std::set<std::string> expected_set(const std::string& column) {
  std::set<std::string> results;
  if (column != "-") {
    for (const std::string& result : split(column, " ;; ")) {
      results.insert(comparable(result));
    }
  }
  return results;
}

struct Score {
  int right = 0;
  int wrong = 0;
  int missed = 0;

  void add(const std::set<std::string>& expected, const std::set<std::string>& found) {
    for (const std::string& result : found) {
      ++(expected.count(result) != 0 ? right : wrong);
    }
    for (const std::string& result : expected) {
      missed += found.count(result) == 0 ? 1 : 0;
    }
  }
  [[nodiscard]] double precision() const { return right + wrong == 0 ? 1.0 : 1.0 * right / (right + wrong); }
  [[nodiscard]] double recall() const { return right + missed == 0 ? 1.0 : 1.0 * right / (right + missed); }
};

}  // namespace turnstream::labelled
