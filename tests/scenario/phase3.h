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

/// Who takes part in a test: personas of three partitions of eight, and a word that stands in no other text.
struct Cast {
  std::string persona;
  std::string other;
  std::string third;
  std::string word;
};
inline const Cast kCast{"helper", "teacher", "porter", kNonsense};
/// Other names, so that no rule can depend on them.
inline const Cast kOtherCast{"gardener", "ops.bot", "42", "vlqjxhzrtpkw"};

struct Run {
  Cast cast;
  std::string grouping;
};
/// Both casts and both groupings; on a log with cheap_pipelines() each cast in each grouping, else each once.
const std::vector<Run>& runs();

constexpr std::int32_t kPartitions = 8;
/// Between two ticks of tick_through().
constexpr int kTickS = 30;
/// Settings with a model.
constexpr const char* kModel = R"({"model":{"name":"small-1"}})";
/// Checks that the three personas are in different partitions.
void check_apart(const Cast& cast);

/// A persona whose turns are in the same partition.
std::string neighbour_of(const std::string& persona);

/// `hours` and so on after 2026-01-01T10:00:00Z, as a time of a tick.
std::string at(int seconds);
std::string at(int hours, int minutes, int seconds);
/// The turn with this persona and session.
nlohmann::json turn_of(const std::string& persona, int number, const std::string& time,
                       const std::string& session = "s1");
/// The seconds between 10:00:00 and the log time of the record that made the event.
int second_of(Pipeline& pipeline, const nlohmann::json& event);
/// Sends a tick each half minute behind the first time, up to the last, both in seconds after 10:00:00, and waits.
void tick_through(Pipeline& pipeline, int first_s, int last_s);

/// The names of the product's stages, in phase order.
const std::vector<std::string>& stages();

/// The events of the topic that have this type.
std::vector<nlohmann::json> events(Pipeline& pipeline, const std::string& topic, const std::string& type);

/// Those of this persona.
std::vector<nlohmann::json> events_of(Pipeline& pipeline, const std::string& persona, const std::string& topic,
                                      const std::string& type);

/// Checks the sums of working memory, as an outsider can from topics alone: the totals of the statistics are the sums over
/// all passes, and what waits is what came less what passes handled and what was forgotten.
void check_sums(Pipeline& pipeline, const std::string& persona);

/// Sends the command at once. Its command_id is "command <number>".
void post(Pipeline& pipeline, int number, const std::string& kind, const nlohmann::json& args,
          const std::string& persona);
/// Sends the command when everything before it is processed, and waits.
void send(Pipeline& pipeline, int number, const std::string& kind, const nlohmann::json& args,
          const std::string& persona = "helper");

/// How many memories each stage removed for the command; only stages that removed any.
std::map<std::string, int> removed_by(Pipeline& pipeline, const std::string& command_id);
/// The same, as the reports say. All reports must be of this command.
std::map<std::string, int> reported_for(Pipeline& pipeline, const std::string& command_id);

/// The memories that contain the word, from the changes of all stages: an item that was promoted is lifecycle's.
int memories_with(Pipeline& pipeline, const std::string& word);

}  // namespace turnstream::scenario
