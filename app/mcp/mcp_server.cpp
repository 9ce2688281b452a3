#include "app/mcp/mcp_server.h"

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>

#include "pipeline/json/document.h"
#include "pipeline/json/members.h"

namespace turnstream::app {
namespace {

using Json = nlohmann::json;

/// The revisions that differ in nothing that a server with tools alone sends; the newest one first.
constexpr std::array<std::string_view, 3> kRevisions = {"2025-06-18", "2025-03-26", "2024-11-05"};

// Codes of JSON-RPC.
constexpr int kParseError = -32700;
constexpr int kInvalidRequest = -32600;
constexpr int kMethodNotFound = -32601;
constexpr int kInvalidParams = -32602;

/// A failure of the protocol, not of a tool; the caller sets another id.
Json failure(int code, const std::string& message, const Json& id) {
  return {{"jsonrpc", "2.0"}, {"id", id}, {"error", {{"code", code}, {"message", message}}}};
}

Json success(Json result) {
  return {{"result", std::move(result)}};
}

Json schema_of(const McpTool& tool) {
  return {{"type", "object"},
          {"properties", json::parse_document(tool.properties)},
          {"required", tool.required},
          {"additionalProperties", false}};
}

}  // namespace

std::string McpServer::reply(std::string_view line) const {
  const Json message = json::parse_document(line);
  if (message.is_discarded()) {
    return json::document_text(failure(kParseError, "The line is not JSON.", nullptr));
  }
  if (!message.is_array() || message.empty()) {
    const Json answer = answer_of(message);
    return answer.is_null() ? "" : json::document_text(answer);
  }
  Json answers = Json::array();  // revision 2025-03-26 has several messages in a line
  for (const Json& one : message) {
    if (Json answer = answer_of(one); !answer.is_null()) {
      answers.push_back(std::move(answer));
    }
  }
  return answers.empty() ? "" : json::document_text(answers);
}

std::string McpServer::reply(const McpLine& line) const {
  if (!line.is_too_long()) {
    return reply(line.text);
  }
  const std::string message = "Line " + std::to_string(line.number) + " of the input has " +
                              std::to_string(line.bytes) + " bytes, and a message has at most " +
                              std::to_string(kMcpLineBytesMax) +
                              ". Nothing of it was read or done. Send less in one call.";
  return json::document_text(failure(kInvalidRequest, message, nullptr));
}

Json McpServer::answer_of(const Json& message) const {
  if (!message.is_object() || json::text_member(message, "jsonrpc") != "2.0") {
    return failure(kInvalidRequest, "The message is not a request of JSON-RPC 2.0.", nullptr);
  }
  const auto id = message.find("id");
  if (id == message.end() || !message.contains("method")) {
    return nullptr;  // a notification, or an answer to a request that this server never makes
  }
  if (!id->is_string() && !id->is_number_integer()) {
    return failure(kInvalidRequest, "The id of a request must be a text or a whole number.", nullptr);
  }
  const auto params = message.find("params");
  const bool has_params = params != message.end() && params->is_object();
  Json answer = result_of(json::text_member(message, "method"), has_params ? *params : Json::object());
  answer["jsonrpc"] = "2.0";
  answer["id"] = *id;
  return answer;
}

Json McpServer::result_of(const std::string& method, const Json& params) const {
  if (method == "initialize") {
    return success(initialize(params));
  }
  if (method == "ping") {
    return success(Json::object());
  }
  if (method == "tools/list") {
    return success(list());
  }
  if (method == "tools/call") {
    return call(params);
  }
  return failure(kMethodNotFound, "This server has no method " + method + ".", nullptr);
}

Json McpServer::initialize(const Json& params) const {
  const std::string asked = json::text_member(params, "protocolVersion");
  const bool is_known = std::find(kRevisions.begin(), kRevisions.end(), asked) != kRevisions.end();
  return {{"protocolVersion", is_known ? asked : std::string(kRevisions.front())},
          {"capabilities", {{"tools", Json::object()}}},
          {"serverInfo", {{"name", "turnstream"}, {"title", "Turnstream memory"}, {"version", version_}}},
          {"instructions", instructions_}};
}

Json McpServer::list() const {
  Json tools = Json::array();
  for (const McpTool& tool : tools_) {
    tools.push_back({{"name", tool.name},
                     {"title", tool.title},
                     {"description", tool.description},
                     {"inputSchema", schema_of(tool)},
                     {"annotations",
                      {{"title", tool.title},
                       {"readOnlyHint", tool.only_reads},
                       {"destructiveHint", tool.destroys},
                       {"openWorldHint", false}}}});
  }
  return {{"tools", std::move(tools)}};
}

Json McpServer::call(const Json& params) const {
  const std::string name = json::text_member(params, "name");
  const auto tool = std::find_if(tools_.begin(), tools_.end(), [&](const McpTool& one) { return one.name == name; });
  if (tool == tools_.end()) {
    return failure(kInvalidParams, "There is no tool " + name + ".", nullptr);
  }
  const auto arguments = params.find("arguments");
  const bool is_given = arguments != params.end() && !arguments->is_null();
  if (is_given && !arguments->is_object()) {
    return failure(kInvalidParams, "The arguments of a tool are an object.", nullptr);
  }
  ToolAnswer answer;
  try {
    answer = tool->call(is_given ? *arguments : Json::object());
  } catch (const Json::exception&) {
    answer = {"An argument has another type than the schema of the tool says.", {}, true};
  }
  Json result{{"content", Json::array({{{"type", "text"}, {"text", answer.text}}})}, {"isError", answer.is_error}};
  if (!answer.structured.empty()) {
    result["structuredContent"] = json::parse_document(answer.structured);
  }
  return success(std::move(result));
}

}  // namespace turnstream::app
