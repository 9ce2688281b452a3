#pragma once
// What the tests of consolidation and lifecycle share: they send commands, and read events, memories and what was removed.
// Threads: one test's.

#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "tests/scenario/pipeline.h"

namespace turnstream::scenario {

/// A word that no rule knows and no other test text has.
inline const std::string kNonsense = "zqwvxjkprtmn";

/// The names of the product's stages, in phase order.
const std::vector<std::string>& stages();

/// The events of the topic that have this type.
std::vector<nlohmann::json> events(Pipeline& pipeline, const std::string& topic, const std::string& type);

/// Sends the command when everything before it is processed, and waits. Its command_id is "command <number>".
void send(Pipeline& pipeline, int number, const std::string& kind, const nlohmann::json& args,
          const std::string& persona = "helper");

/// How many memories each stage removed for the command; only stages that removed any.
std::map<std::string, int> removed_by(Pipeline& pipeline, const std::string& command_id);
/// The same, as the reports say. All reports must be of this command.
std::map<std::string, int> reported_for(Pipeline& pipeline, const std::string& command_id);

/// The memories that contain the word, from the changes of all stages: an item that was promoted is lifecycle's.
int memories_with(Pipeline& pipeline, const std::string& word);

}  // namespace turnstream::scenario
