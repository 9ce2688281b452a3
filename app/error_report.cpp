#include "app/error_report.h"

#include <string>
#include <vector>

#include "pipeline/base/shown_text.h"
#include "pipeline/json/writer.h"

namespace turnstream::app {

int report(const Error& error, bool json, std::ostream& err) {
  std::vector<std::string> lines{shown_text(error.message)};
  for (const std::string& other : error.others) {
    lines.push_back(shown_text(other));
  }
  if (json) {
    std::string message;
    for (const std::string& line : lines) {
      message.append(message.empty() ? "" : "\n").append(line);
    }
    std::string line = R"({"error":{"code":)";
    json::append_string(line, error.code);
    line += R"(,"message":)";
    json::append_string(line, message);
    err << line << "}}\n";
  } else {
    for (const std::string& line : lines) {
      err << "turnstream: " << line << "\n";
    }
  }
  err.flush();
  return static_cast<int>(exit_code_of(error));
}

}  // namespace turnstream::app
