#include "app/status/endpoint.h"

#include <filesystem>
#include <nlohmann/json.hpp>
#include <sstream>
#include <unistd.h>

#include "app/data/read_file.h"
#include "app/errors.h"
#include "pipeline/json/document.h"
#include "pipeline/json/writer.h"

namespace turnstream::app {
namespace {

/// The start time: field 22 of /proc/PID/stat; absent if the process ended. Field 2, a name, may contain blanks and ).
std::optional<std::int64_t> start_of(std::int64_t pid) {
  constexpr int kFieldsAfterName = 20;
  const Result<std::string> text = read_file("/proc/" + std::to_string(pid) + "/stat");
  if (!text.ok() || text->rfind(')') == std::string::npos) {
    return std::nullopt;
  }
  std::istringstream fields(text->substr(text->rfind(')') + 1));
  std::string field;
  for (int i = 0; i < kFieldsAfterName; ++i) {
    fields >> field;
    if (i == 0 && field == "Z") {
      return std::nullopt;  // a zombie: it has ended, and its parent has not waited for it
    }
  }
  std::istringstream number(field);
  std::int64_t start = 0;
  return number >> start ? std::optional<std::int64_t>(start) : std::nullopt;
}

std::string json_of(const Endpoint& endpoint) {
  std::string text;
  json::Writer writer(text);
  writer.begin_object().string("address", endpoint.address).boolean("listens", endpoint.listens);
  writer.integer("pid", endpoint.pid);
  writer.integer("pid_start", endpoint.pid_start).string("namespace", endpoint.name_space);
  writer.string("instance", endpoint.instance).string("grouping", endpoint.grouping).begin_array("stages");
  for (const std::string& stage : endpoint.stages) {
    writer.string(stage);
  }
  writer.end_array().time("started_at", endpoint.started_ms).integer("started_ms", endpoint.started_ms).end_object();
  return text + "\n";
}

}  // namespace

Endpoint own_endpoint() {
  Endpoint endpoint;
  endpoint.pid = ::getpid();
  endpoint.pid_start = start_of(endpoint.pid).value_or(0);
  return endpoint;
}

bool is_running(const Endpoint& endpoint) {
  return start_of(endpoint.pid) == endpoint.pid_start;
}

Result<std::optional<Endpoint>> read_endpoint(const std::string& directory) {
  const std::string path = StateDirectory::in(directory, state_names::kEndpoint);
  std::error_code failure;
  if (!std::filesystem::exists(path, failure)) {
    return std::optional<Endpoint>();
  }
  TS_ASSIGN_OR_RETURN(const std::string text, read_file(path));
  try {
    const auto written = json::parse_document(text);
    Endpoint endpoint;
    endpoint.address = written.at("address");
    endpoint.listens = written.at("listens");
    endpoint.pid = written.at("pid");
    endpoint.pid_start = written.at("pid_start");
    endpoint.name_space = written.at("namespace");
    endpoint.instance = written.at("instance");
    endpoint.grouping = written.at("grouping");
    endpoint.stages = written.at("stages").get<std::vector<std::string>>();
    endpoint.started_ms = written.at("started_ms");
    return std::optional<Endpoint>(std::move(endpoint));
  } catch (const nlohmann::json::exception&) {
    return error_of(error_codes::kUnreadable,
                    path + " is damaged: restart the `turnstream run`, or give its address with --at");
  }
}

Result<std::unique_ptr<RegisteredEndpoint>> RegisteredEndpoint::put(const StateDirectory& directory,
                                                                    const Endpoint& endpoint) {
  std::unique_ptr<RegisteredEndpoint> entry(new RegisteredEndpoint(directory));
  TS_RETURN_IF_ERROR(entry->update(endpoint));
  return entry;
}

Status RegisteredEndpoint::update(const Endpoint& endpoint) {
  return directory_.write(state_names::kEndpoint, json_of(endpoint));
}

RegisteredEndpoint::~RegisteredEndpoint() {
  std::error_code ignored;
  std::filesystem::remove(StateDirectory::in(directory_.path(), state_names::kEndpoint), ignored);
}

}  // namespace turnstream::app
