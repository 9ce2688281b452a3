#pragma once
// PreparedRecord: one log record, decoded once for all stages of a group: headers, turn, command. RecordPreparer owns
// the parser and the result, which is valid until the next prepare(). Errors of prepare(): kStopProcess: intake did not
// write the record, so the log cannot be trusted; kRetry: memory ran out. A value that cannot be parsed is not an error
// of prepare(): it sets `refusal`, and every stage fails that record (a redrive's bad turn: only the redriven stage; a
// tick: none). Threads: the worker's. Lifetime: borrows the shape.

#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <vector>

#include "pipeline/codec/erased_record.h"
#include "pipeline/codec/turn_parser.h"
#include "pipeline/log/record.h"
#include "pipeline/runtime/common/pipeline_shape.h"
#include "pipeline/secrets/mask.h"
#include "pipeline/stage_api/stage.h"

namespace turnstream::runtime {

/// The content of a `redrive` command, which processes a dead-lettered turn again. Its args are {stage, turn_id,
/// dead_letter (the dead record's bytes as a string), source_topic, source_partition, source_offset, upstream [{stage,
/// parts [completion bytes as strings]}]}. The command contains all of it, because stages do not read dead letters.
struct Redrive {
  std::string stage;
  int phase = 0;        ///< the phase of `stage`; if that stage does not exist, a number above all phases
  bool admits = false;  ///< `stage` is the admission gate
  std::string turn;     ///< the bytes of the dead-lettered turn
  std::string source_topic;
  Partition source_partition;
  Offset source_offset;
  struct Upstream {
    std::string stage;
    std::vector<std::string> parts;
  };
  std::vector<Upstream> upstream;
};

struct PreparedRecord {
  stage_api::RecordKind kind = stage_api::RecordKind::kTurn;
  std::string_view kind_name;
  model::LogPosition log;
  LogTime log_time;
  std::string_view persona;
  std::string_view value;
  std::string_view trace_id;
  std::string_view source_topic;
  Partition source_partition;
  Offset source_offset;
  const model::StateExport* turn = nullptr;  ///< for kTurn, kRedrive; null if refused
  std::string cause_id;
  std::string command_kind;
  std::string settings;  ///< for kSettings: args.values as JSON; empty if missing
  std::optional<Redrive> redrive;
  std::optional<codec::ErasedRecord> erased;  ///< set: the record has no content, and every stage passes it
  std::optional<Error> refusal;
};

class RecordPreparer {
 public:
  explicit RecordPreparer(const PipelineShape& shape);
  ~RecordPreparer();
  /// `record` must outlive the use of the result. `crashed`: the process crashed three times while it decoded the
  /// record; then prepare() reads only the headers and sets `refusal`.
  Result<const PreparedRecord*> prepare(const log::Record& record, bool crashed = false);

 private:
  Status read_headers(const log::Record& record);
  void read_turn(std::string_view bytes);
  void read_command();
  void read_redrive(const nlohmann::json& command);

  const PipelineShape& shape_;
  codec::TurnParser parser_;
  secrets::TurnMask mask_;
  PreparedRecord prepared_;
};

}  // namespace turnstream::runtime
