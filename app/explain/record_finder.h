#pragma once
// RecordFinder: reads the public topics of a namespace, and the log that its stages read, for explain: whole topics (if
// the persona is known, only its partition), one record of the log, or the completion of a stage for a log record.
// scan() can show a progress bar. Except for the log, a topic that does not exist has no records; that is not an error.
// Borrows the client and the stream. Errors: those of the log; "bad_completion"; "stopped" after a stop was requested.
// Threads: one.

#include <cstdint>
#include <optional>
#include <ostream>
#include <stop_token>
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
  std::string log_of = {};  ///< the namespace whose log the stages read; empty: this one
  std::stop_token stop = {};
};

/// A stage whose completions explain reads.
struct AnsweringStage {
  std::string name;
  int phase = 0;  ///< 0: this program does not have the stage
  bool has_topic = false;
};

/// One record of the log.
struct LogRecord {
  Place source;  ///< the record from which intake made this one
  std::string value;
  std::string kind;      ///< the header, such as "command"
  std::string log_time;  ///< RFC 3339
};

class RecordFinder {
 public:
  /// Lists the topics. Error "unknown_topic": the log that explain reads does not exist.
  static Result<RecordFinder> open(const FinderParts& parts);

  [[nodiscard]] const model::TopicNames& names() const { return names_; }
  [[nodiscard]] const std::string& log_topic() const { return log_topic_; }
  /// The stages of this program in phase order; then other stages with a completions topic.
  [[nodiscard]] const std::vector<AnsweringStage>& stages() const { return stages_; }
  [[nodiscard]] std::vector<std::string> completion_topics() const;
  [[nodiscard]] std::vector<std::string> event_topics() const;

  /// Reads topic after topic, each partition in order; with a persona only its partition. The visitor ends the scan by
  /// returning false. What cannot be read is an error, except in the dead letters and effect results, where it is
  /// passed over with a warning: see DigestReader.
  Status scan(const std::vector<std::string>& topics, const std::string& persona, const RecordVisitor& visit);
  /// Reads one record of the log; absent if the log does not have it.
  Result<std::optional<LogRecord>> log_record(const Place& log);
  /// All parts of the stage's completion for the log record, in order; none if it does not exist (yet, or any longer).
  Result<std::vector<model::Completion>> answer(const std::string& stage, const Place& log);
  /// The number of records read so far, for messages; not exact.
  [[nodiscard]] std::uint64_t records_read() const { return read_; }

 private:
  explicit RecordFinder(const FinderParts& parts);
  void learn_stages(const StageCatalog& catalog);
  [[nodiscard]] std::vector<log::Position> positions_of(const std::string& topic, const std::string& persona) const;
  [[nodiscard]] Status check_stop() const;
  Result<std::uint64_t> size_of(const std::vector<log::Position>& positions);

  log::Client& client_;
  model::TopicNames names_;
  std::string log_topic_;
  log::milliseconds timeout_;
  std::ostream& err_;
  UnreadableVisitor pass_over_;
  bool shows_progress_;
  std::stop_token stop_;
  std::vector<log::TopicInfo> topics_;
  std::vector<AnsweringStage> stages_;
  std::uint64_t read_ = 0;
};

[[nodiscard]] Place place_of(const log::Record& record);

/// Whether the bytes contain the text.
[[nodiscard]] bool holds(std::string_view bytes, std::string_view text);

}  // namespace turnstream::app
