#pragma once
// RecordFinder: the public topics of one namespace as explain reads them, read committed: whole topics, narrowed to one
// persona's partition where the persona is known; one record of the log; what a stage answered to it. Shows a bar while
// it reads much. Borrows the client and the stream, which outlive it.
// Errors: those of the log. What a topic no longer has, or never had, is absent and no error.
// Threads: one.

#include <cstdint>
#include <optional>
#include <ostream>
#include <string>
#include <string_view>
#include <vector>

#include "app/explain/place.h"
#include "app/log_access/scan.h"
#include "app/stage_catalog.h"
#include "pipeline/log/client.h"
#include "pipeline/model/completion.h"
#include "pipeline/model/topic_names.h"

namespace turnstream::app {

struct FinderParts {
  log::Client& client;
  std::string name_space;
  const StageCatalog& catalog;
  log::milliseconds timeout;
  std::ostream& err;
  bool shows_progress = false;
  std::string log_of = {};  ///< the namespace whose log the stages read, where it is another
};

/// A stage as far as explain cares.
struct AnsweringStage {
  std::string name;
  int phase = 0;  ///< 0: no stage of this program
  bool has_topic = false;
};

/// One record of the log with what its headers say.
struct LogRecord {
  std::string kind;
  std::int64_t log_time_ms = 0;
  Place source;
  std::string value;
};

class RecordFinder {
 public:
  /// Looks at which topics there are. Error "unknown_topic": none of this namespace.
  static Result<RecordFinder> open(const FinderParts& parts);

  [[nodiscard]] const model::TopicNames& names() const { return names_; }
  [[nodiscard]] const std::string& log_topic() const { return log_topic_; }
  /// In phase order; last those of which only completions are there.
  [[nodiscard]] const std::vector<AnsweringStage>& stages() const { return stages_; }
  [[nodiscard]] std::vector<std::string> completion_topics() const;
  [[nodiscard]] std::vector<std::string> event_topics() const;

  /// One topic after the other, each partition in order; false from the visitor ends it all.
  Status scan(const std::vector<std::string>& topics, const std::optional<std::string>& persona,
              const RecordVisitor& visit);
  /// None where the log does not have it.
  Result<std::optional<LogRecord>> log_record(const Place& log);
  /// All parts, in order; none where it has not been answered.
  Result<std::vector<model::Completion>> answer(const std::string& stage, const Place& log);
  /// How many records were read so far.
  [[nodiscard]] std::uint64_t records_read() const { return read_; }

 private:
  explicit RecordFinder(const FinderParts& parts);
  void learn_stages(const StageCatalog& catalog, const std::vector<log::TopicInfo>& topics);
  [[nodiscard]] std::vector<log::Position> positions_of(const std::string& topic,
                                                        const std::optional<std::string>& persona) const;
  Result<std::uint64_t> size_of(const std::vector<log::Position>& positions);

  log::Client& client_;
  model::TopicNames names_;
  std::string log_topic_;
  log::milliseconds timeout_;
  std::ostream& err_;
  bool shows_progress_;
  std::vector<log::TopicInfo> topics_;
  std::vector<AnsweringStage> stages_;
  std::uint64_t read_ = 0;
};

/// Whether the bytes hold the text; as fast as memory is read.
[[nodiscard]] bool holds(std::string_view bytes, std::string_view text);

}  // namespace turnstream::app
