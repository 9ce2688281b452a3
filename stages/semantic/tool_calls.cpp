#include "stages/semantic/tool_calls.h"

#include <nlohmann/json.hpp>
#include <string>

#include "pipeline/base/hash64.h"

namespace turnstream::semantic {
namespace {

using Json = nlohmann::json;

/// Names of the argument that says what a call is about, the first ones first: {"query": "retry", "path": "src"} is about "src".
constexpr std::string_view kMainArguments[] = {
    "path",   "file",    "file_path", "filename", "filepath", "directory",   "dir", "paths", "files",
    "url",    "uri",     "host",      "endpoint", "command",  "cmd",         "sql", "query", "pattern",
    "script", "target",  "service",   "package",  "branch",   "environment", "env", "table", "database",
    "to",     "channel", "recipient", "id",       "name",     "title"};
constexpr int kDepthMax = 16;

/// The inputs, or their main argument with its name, in one form; the bytes as they are if they cannot be read.
std::string main_argument(std::string_view inputs_json) {
  if (inputs_json.size() > kInputBytesMax) {
    return std::string(inputs_json);
  }
  bool deep = false;
  const auto bounded = [&deep](int depth, Json::parse_event_t, Json&) {
    deep = deep || depth > kDepthMax;
    return !deep;
  };
  const Json inputs = Json::parse(inputs_json, bounded, false);
  if (deep || inputs.is_discarded()) {
    return std::string(inputs_json);
  }
  for (const std::string_view name : kMainArguments) {
    if (const auto found = inputs.is_object() ? inputs.find(name) : inputs.end(); found != inputs.end()) {
      return std::string(name) + "=" + found->dump(-1, ' ', false, Json::error_handler_t::replace);
    }
  }
  return inputs.dump(-1, ' ', false,
                     Json::error_handler_t::replace);  // the members of an object in the order of their names
}

}  // namespace

std::uint32_t call_of(std::string_view tool_subject, std::string_view inputs_json) {
  return static_cast<std::uint32_t>(hash64(main_argument(inputs_json), hash64(tool_subject)));
}

}  // namespace turnstream::semantic
