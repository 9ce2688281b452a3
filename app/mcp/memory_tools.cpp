#include "app/mcp/memory_tools.h"

#include <memory>
#include <nlohmann/json.hpp>
#include <span>

#include "app/mcp/memory_calls.h"
#include "app/recall/recall_text.h"
#include "pipeline/json/document.h"
#include "pipeline/json/members.h"

namespace turnstream::app {
namespace {

using Json = nlohmann::json;
using Calls = std::shared_ptr<MemoryCalls>;

Json text_of(const std::string& description) {
  return {{"type", "string"}, {"description", description}};
}
Json texts_of(const std::string& description) {
  return {{"type", "array"}, {"items", {{"type", "string"}}}, {"description", description}};
}
Json whole_of(const std::string& description, int min, int max) {
  return {{"type", "integer"}, {"minimum", min}, {"maximum", max}, {"description", description}};
}
Json flag_of(const std::string& description) {
  return {{"type", "boolean"}, {"description", description}};
}

/// JSON Schemas by name.
std::string properties_of(const Json& schemas) {
  return json::document_text(schemas);
}

McpTool question(const Calls& calls, McpTool tool, const std::string& path,
                 std::string (*text_of_answer)(std::string_view)) {
  tool.required = {"query"};
  tool.call = [calls, path, text_of_answer](const Json& arguments) {
    return calls->ask(path, arguments, text_of_answer);
  };
  return tool;
}

std::string context_text(std::string_view answer) {
  return json::text_member(json::parse_document(answer), "text");
}

std::string recall_properties() {
  return properties_of(
      {{"query", text_of("What to look for, in plain words; empty: the most important and newest.")},
       {"limit", whole_of("At most so many results.", 1, 100)},
       {"kinds",
        texts_of(
            "Only of these: message, memory, fact, note, instruction, preference, habit, pattern, skill, insight, topic, daily, "
            "episode.")},
       {"session_id", text_of("Only of this conversation.")},
       {"user_id", text_of("Only of this user.")},
       {"since", text_of("At or after this time, ISO 8601.")},
       {"until", text_of("Before this time, ISO 8601.")},
       {"as_of", text_of("As memory was at this time, ISO 8601.")},
       {"current", flag_of("true: without facts and notes that no longer hold.")}});
}

void add_questions(const Calls& calls, std::vector<McpTool>& tools) {
  tools.push_back(
      question(calls,
               {.name = "recall",
                .title = "Recall",
                .description = "Find messages, facts, preferences and insights that fit a query, the best first, "
                               "with their ids.",
                .properties = recall_properties()},
               "/v1/recall", recall_text));
  tools.push_back(
      question(calls,
               {.name = "context",
                .title = "Context for an answer",
                .description = "A text with what is known about the user and what fits a query, for an answer.",
                .properties =
                    properties_of({{"query", text_of("What the answer is about.")},
                                   {"budget_chars", whole_of("The text has at most so many characters.", 100, 100'000)},
                                   {"session_id", text_of("Only of this conversation.")},
                                   {"user_id", text_of("Only of this user.")}})},
               "/v1/context", context_text));
  tools.push_back({.name = "about",
                   .title = "What is known",
                   .description = "All instructions, current facts, preferences, habits, capabilities and topics.",
                   .properties = properties_of({{"user_id", text_of("Only of this user.")}}),
                   .call = [calls](const Json& arguments) { return calls->about(arguments); }});
  tools.push_back({.name = "explain",
                   .title = "Explain a memory",
                   .description =
                       "Where a memory comes from: the turns and words that it rests on, what changed it, how it "
                       "ended.",
                   .properties = properties_of({{"id", text_of("The id of a memory or message.")}}),
                   .required = {"id"},
                   .call = [calls](const Json& arguments) { return calls->explain(arguments); }});
}

McpTool remember_tool(const Calls& calls) {
  return {
      .name = "remember",
      .title = "Remember a turn",
      .description =
          "Store what the user said and what you answered. Memory takes facts, instructions, preferences, habits and insights "
          "from it by itself. Call it once at the end of a turn that is worth remembering.",
      .properties =
          properties_of({{"user_input", text_of("What the user said, in their words.")},
                         {"assistant_response", text_of("What you answered.")},
                         {"facts", texts_of("Sentences that you found out, such as \"The api port is 8080\".")},
                         {"session_id", text_of("The conversation; turns of one conversation share it.")},
                         {"user_id", text_of("Who the user is.")},
                         {"user_name", text_of("How memory calls this user.")},
                         {"memories_recalled", texts_of("The ids of the memories that you used for the answer.")}}),
      .required = {"user_input"},
      .only_reads = false,
      .call = [calls](const Json& arguments) { return calls->remember(arguments); }};
}

void add_commands(const Calls& calls, std::vector<McpTool>& tools) {
  tools.push_back(
      {.name = "forget",
       .title = "Forget",
       .description = "Remove memories for good, with the turns that they come from. Without confirm it only says "
                      "what it would do.",
       .properties = properties_of({{"ids", texts_of("Ids of memories or turns.")},
                                    {"session_id", text_of("Everything of this conversation.")},
                                    {"user_id", text_of("Everything of this user.")},
                                    {"all", flag_of("Everything.")},
                                    {"confirm", text_of("The name of the persona, after the person agreed.")}}),
       .only_reads = false,
       .destroys = true,
       .call = [calls](const Json& arguments) { return calls->forget(arguments); }});
  tools.push_back({.name = "memory_consolidate",
                   .title = "Consolidate memory",
                   .description = "Make insights and topics of what was said lately now; it happens by itself, too.",
                   .properties = properties_of(
                       {{"passes", texts_of("consolidate, topics, flush, meta, discover, curate, verify")}}),
                   .only_reads = false,
                   .call = [calls](const Json& arguments) { return calls->consolidate(arguments); }});
}

/// Lets each call name the persona.
void add_persona(McpTool& tool) {
  Json properties = json::parse_document(tool.properties);
  properties["persona_id"] = text_of("Whose memory.");
  tool.properties = properties_of(properties);
  tool.required.emplace_back("persona_id");
}

}  // namespace

std::vector<McpTool> memory_tools(MemoryProcess& process, const std::optional<std::string>& persona) {
  const Calls calls = std::make_shared<MemoryCalls>(process, persona);
  std::vector<McpTool> tools{remember_tool(calls)};
  add_questions(calls, tools);
  add_commands(calls, tools);
  for (McpTool& tool : persona ? std::span<McpTool>() : std::span<McpTool>(tools)) {
    add_persona(tool);
  }
  tools.push_back({.name = "daemon_status",
                   .title = "Status",
                   .description = "Whether memory runs and keeps up.",
                   .properties = "{}",
                   .call = [calls](const Json&) { return calls->status(); }});
  return tools;
}

std::string memory_instructions(const std::optional<std::string>& persona) {
  return "Long-term memory" + (persona ? " of " + *persona : std::string()) +
         ". Before an answer that may depend on what was said earlier, call context or recall. After a turn that is worth "
         "remembering, call remember once. Name the ids of memories when you refer to them, so that they can be explained or "
         "forgotten.";
}

}  // namespace turnstream::app
