#include "stages/semantic/tool_calls.h"

#include <algorithm>
#include <iterator>
#include <nlohmann/json.hpp>
#include <string>

#include "pipeline/base/hash64.h"

namespace turnstream::semantic {
namespace {

using Json = nlohmann::json;

/// Names of the arguments that name what a call is about.
constexpr std::string_view kNames[] = {"path",     "paths",     "file",   "files", "file_path", "filepath",
                                       "filename", "directory", "dir",    "url",   "uri",       "sql",
                                       "command",  "cmd",       "script", "query", "id"};
/// Names of the arguments that say only how a call is made.
constexpr std::string_view kOptions[] = {"debug",   "max_retries", "quiet",     "retries",         "silent",
                                         "timeout", "timeout_ms",  "timeout_s", "timeout_seconds", "verbose"};
constexpr int kDepthMax = 16;

bool says_something(const Json& value) {
  return !value.is_null() && !value.empty() && value != "";
}

bool names_object(const Json& inputs) {
  return std::any_of(std::begin(kNames), std::end(kNames), [&inputs](std::string_view name) {
    const auto found = inputs.find(name);
    return found != inputs.end() && says_something(*found);
  });
}

/// A command has a description for people.
void drop_options(Json& inputs) {
  const bool command = inputs.contains("command") || inputs.contains("cmd");
  for (const std::string_view name : kOptions) {
    inputs.erase(std::string(name));
  }
  if (command) {
    inputs.erase("description");
  }
}

/// The inputs in one form, without options if they name an object; the bytes as they are if they cannot be read.
std::string in_one_form(std::string_view inputs_json) {
  if (inputs_json.size() > kInputBytesMax) {
    return std::string(inputs_json);
  }
  bool deep = false;
  const auto bounded = [&deep](int depth, Json::parse_event_t, Json&) {
    deep = deep || depth > kDepthMax;
    return !deep;
  };
  Json inputs = Json::parse(inputs_json, bounded, false);
  if (deep || inputs.is_discarded()) {
    return std::string(inputs_json);
  }
  if (inputs.is_object() && names_object(inputs)) {
    drop_options(inputs);
  }
  return inputs.dump(-1, ' ', false,
                     Json::error_handler_t::replace);  // the members of an object in the order of their names
}

}  // namespace

std::uint32_t call_of(std::string_view tool_subject, std::string_view inputs_json) {
  return static_cast<std::uint32_t>(hash64(in_one_form(inputs_json), hash64(tool_subject)));
}

}  // namespace turnstream::semantic
