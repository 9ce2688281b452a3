#include <optional>
#include <string>

#include "app/errors.h"
#include "app/log_access/state_directory.h"
#include "app/mcp/mcp_lines.h"
#include "app/mcp/mcp_server.h"
#include "app/mcp/memory_process.h"
#include "app/mcp/memory_tools.h"
#include "app/verbs/verbs.h"

namespace turnstream::app {
namespace {

struct McpFlags {
  std::string persona;
  bool any_persona = false;
};

Result<ExitCode> serve_tools(Context& context, const McpFlags& flags) {
  if (flags.persona.empty() != flags.any_persona) {
    return usage_error("mcp needs --persona NAME, whose memory it is, or --any-persona, so that each call names one");
  }
  TS_ASSIGN_OR_RETURN(const std::string directory, state_directory_path(context));
  const std::optional<std::string> persona = flags.any_persona ? std::nullopt : std::optional(flags.persona);
  MemoryProcess process(context, directory);
  const McpServer server(memory_tools(process, persona), TURNSTREAM_VERSION, memory_instructions(persona));
  McpLines lines(context.in());
  while (const std::optional<McpLine> line = lines.next()) {
    const std::string reply = server.reply(*line);
    if (!reply.empty()) {
      context.unescaped_out() << reply << "\n";
      context.unescaped_out().flush();
    }
  }
  return ExitCode::kDone;
}

}  // namespace

void add_mcp(VerbSet& verbs) {
  Verb verb = verbs.add(
      {.name = "mcp",
       .summary =
           "Serve memory as tools of the Model Context Protocol, over stdin and stdout; starts a run if none has the state "
           "directory",
       .examples = "turnstream mcp --persona helper\n"
                   "turnstream mcp --any-persona --state /var/lib/turnstream"});
  auto flags = std::make_shared<McpFlags>();
  verb.text("--persona", flags->persona, "whose memory");
  verb.flag("--any-persona", flags->any_persona, "each call of a tool names the persona");
  verb.on_run([flags](Context& context) { return serve_tools(context, *flags); });
}

}  // namespace turnstream::app
