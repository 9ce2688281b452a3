#pragma once
// MemoryCalls: what the tools of `turnstream mcp` do: requests to a `turnstream run`, and their answers for a model. Threads: one.
// Lifetime: borrows the process.

#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <string_view>

#include "app/http/http_call.h"
#include "app/mcp/mcp_server.h"
#include "app/mcp/memory_process.h"
#include "app/posting/posted_turns.h"

namespace turnstream::app {

class MemoryCalls {
 public:
  /// `persona`: whose memory; absent: each call names it.
  MemoryCalls(MemoryProcess& process, std::optional<std::string> persona)
      : process_(process), persona_(std::move(persona)) {}

  [[nodiscard]] const std::optional<std::string>& persona() const { return persona_; }

  // The tools; `arguments` is an object.
  ToolAnswer remember(const nlohmann::json& arguments);
  /// POSTs the arguments; the text is what `text_of` makes of the answer.
  ToolAnswer ask(const std::string& path, const nlohmann::json& arguments, std::string (*text_of)(std::string_view));
  ToolAnswer about(const nlohmann::json& arguments);
  ToolAnswer explain(const nlohmann::json& arguments);
  /// Without the right `confirm` it only says what it would do.
  ToolAnswer forget(const nlohmann::json& arguments);
  ToolAnswer consolidate(const nlohmann::json& arguments);
  ToolAnswer status();

 private:
  [[nodiscard]] std::string persona_of(const nlohmann::json& arguments) const;
  /// The arguments with the persona, as the routes take them.
  [[nodiscard]] nlohmann::json request_of(const nlohmann::json& arguments) const;
  struct Reply;
  Reply call(HttpCall call);
  Reply get(const std::string& path);
  Reply post(const std::string& path, const nlohmann::json& request);
  ToolAnswer preview(const nlohmann::json& arguments);
  /// Sends a command, and waits for what the stages did.
  ToolAnswer command(const std::string& path, const nlohmann::json& request, const std::string& done);
  nlohmann::json report_of(const std::string& command, const std::string& persona);

  MemoryProcess& process_;
  const std::optional<std::string> persona_;
  TurnIds ids_;
};

}  // namespace turnstream::app
