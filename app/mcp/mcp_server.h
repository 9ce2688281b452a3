#pragma once
// McpServer: the messages of the Model Context Protocol (revision 2025-06-18) for a server that has tools and nothing else. It
// answers JSON-RPC 2.0 requests; the caller moves lines. Threads: one.

#include <functional>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "app/mcp/mcp_lines.h"

namespace turnstream::app {

struct ToolAnswer {
  std::string text;             ///< for the model
  std::string structured = {};  ///< the same for programs: a JSON object; may be empty
  bool is_error = false;        ///< the tool could not do it; `text` says why and what to do
};

struct McpTool {
  std::string name;
  std::string title;
  std::string description;
  std::string properties;                  ///< of the arguments, by name: a JSON object of JSON Schemas
  std::vector<std::string> required = {};  ///< arguments
  bool only_reads = true;
  bool destroys = false;
  /// `arguments`: an object.
  std::function<ToolAnswer(const nlohmann::json& arguments)> call = {};
};

class McpServer {
 public:
  /// `instructions`: how a model should use the tools.
  McpServer(std::vector<McpTool> tools, std::string version, std::string instructions)
      : tools_(std::move(tools)), version_(std::move(version)), instructions_(std::move(instructions)) {}

  /// The reply to a line, without a line feed; empty if the message needs none.
  [[nodiscard]] std::string reply(std::string_view line) const;
  /// The same for a line of the input. One that is too long is refused with its number and size, without the id of the
  /// request, which was not read.
  [[nodiscard]] std::string reply(const McpLine& line) const;

 private:
  /// Null if the message needs none.
  [[nodiscard]] nlohmann::json answer_of(const nlohmann::json& message) const;
  [[nodiscard]] nlohmann::json result_of(const std::string& method, const nlohmann::json& params) const;
  [[nodiscard]] nlohmann::json initialize(const nlohmann::json& params) const;
  [[nodiscard]] nlohmann::json list() const;
  [[nodiscard]] nlohmann::json call(const nlohmann::json& params) const;

  const std::vector<McpTool> tools_;
  const std::string version_;
  const std::string instructions_;
};

}  // namespace turnstream::app
