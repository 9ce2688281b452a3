#pragma once
// memory_tools: the tools with which a model uses memory, as requests to a `turnstream run`. Threads: one. Lifetime: the tools borrow
// the process.

#include <optional>
#include <string>
#include <vector>

#include "app/mcp/mcp_server.h"
#include "app/mcp/memory_process.h"

namespace turnstream::app {

/// `persona`: whose memory; absent: each call names it as `persona_id`.
[[nodiscard]] std::vector<McpTool> memory_tools(MemoryProcess& process, const std::optional<std::string>& persona);

/// How a model should use them.
[[nodiscard]] std::string memory_instructions(const std::optional<std::string>& persona);

}  // namespace turnstream::app
