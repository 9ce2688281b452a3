#include "pipeline/settings/files_rows.h"
#include "pipeline/settings/recall_rows.h"
#include "pipeline/settings/row.h"
#include "pipeline/settings/shapes.h"

namespace turnstream::settings {
namespace {

constexpr double kSecondMs = 1'000;
constexpr double kHourMs = 3'600'000;
constexpr double kGiB = 1'073'741'824;
/// What a frame of the embedded log's socket (32 MiB) and a fetch response of Kafka's client can always carry.
constexpr double kRecordBytesMax = 25'165'824;

std::vector<Row> kafka_rows() {
  return {
      {.name = "kafka.bootstrap",
       .shape = "HOST:PORT, several separated by commas, or empty",
       .accepts = is_bootstrap,
       .doc = "The brokers. Empty: the embedded log in the state directory.",
       .field = [](Settings& s) -> Field { return &s.kafka.bootstrap; }},
      {.name = "kafka.connect_timeout_ms",
       .unit = "ms",
       .min = 100,
       .max = kHourMs,
       .doc = "How long a command waits for a broker before it ends with exit code 4.",
       .field = [](Settings& s) -> Field { return &s.kafka.connect_timeout_ms; }},
      {.name = "kafka.transaction_timeout_ms",
       .unit = "ms",
       .min = 1'000,
       .max = 900'000,
       .doc =
           "How long a transaction may stay open. If its writer died, readers of its partitions wait until the broker "
           "ends it, some seconds later.",
       .field = [](Settings& s) -> Field { return &s.kafka.transaction_timeout_ms; }},
      {.name = "kafka.session_timeout_ms",
       .unit = "ms",
       .min = 6'000,
       .max = 1'800'000,
       .doc = "A member that sends no heartbeat for this time loses its partitions. Longer than a host may stall.",
       .field = [](Settings& s) -> Field { return &s.kafka.session_timeout_ms; }},
      {.name = "kafka.membership",
       .choices = {"static", "dynamic"},
       .doc = "static: an instance that returns within kafka.session_timeout_ms gets its partitions back without a "
              "rebalance. dynamic: for autoscaling.",
       .field = [](Settings& s) -> Field { return &s.kafka.membership; }},
      {.name = "kafka.client.*",
       .doc = "Any property of librdkafka except those on which the pipeline's guarantees depend, such as acks or "
              "group.id. Example: kafka.client.sasl.username; in the environment with `_` for `.`: "
              "TURNSTREAM_KAFKA__CLIENT__SASL_USERNAME.",
       .field = [](Settings& s) -> Field { return &s.kafka.client; }},
  };
}

std::vector<Row> topics_rows() {
  return {
      {.name = "topics.namespace",
       .shape = "letters, digits, `.`, `_`, `-`, at most 100",
       .accepts = is_name,
       .doc = "Prefix of every topic except the turns topics, and of every group and transactional id.",
       .field = [](Settings& s) -> Field { return &s.topics.name_space; }},
      {.name = "topics.partitions",
       .min = 1,
       .max = 1'000,
       .doc = "Partitions of each topic that Turnstream creates, except effects.requests; fixed for a namespace.",
       .field = [](Settings& s) -> Field { return &s.topics.partitions; }},
      {.name = "topics.retention_ms",
       .unit = "ms",
       .min = -1,
       .max = kUnlimited,
       .doc = "How long the log, completions, public events, dead letters and turns topics keep records; -1 = "
              "for ever. Given to each topic that Turnstream creates; a later change has no effect on it.",
       .field = [](Settings& s) -> Field { return &s.topics.retention_ms; }},
      {.name = "topics.commands_retention_ms",
       .unit = "ms",
       .min = -1,
       .max = kUnlimited,
       .doc = "How long the topics of commands and effects keep records, given to them when Turnstream creates "
              "them; the log keeps what follows from them.",
       .field = [](Settings& s) -> Field { return &s.topics.commands_retention_ms; }},
      {.name = "topics.delete_retention_ms",
       .unit = "ms",
       .min = kHourMs,
       .max = kUnlimited,
       .doc =
           "How long the changelogs of earlier versions keep deletes; local state that is behind such a changelog and "
           "older than half of it is rebuilt.",
       .field = [](Settings& s) -> Field { return &s.topics.delete_retention_ms; }},
      {.name = "topics.purge_ms",
       .unit = "ms",
       .min = kSecondMs,
       .max = kUnlimited,
       .doc =
           "How long changelogs may keep forgotten texts. On Kafka also segment.ms of the changelogs, a sixth of it, given "
           "to them when Turnstream creates them; the embedded log uses the present value.",
       .field = [](Settings& s) -> Field { return &s.topics.purge_ms; }},
      {.name = "topics.turn_bytes_max",
       .unit = "bytes",
       .min = 4'194'304,
       .max = kRecordBytesMax,
       .doc = "max.message.bytes of the turns topics and the log, given to them when Turnstream creates them.",
       .field = [](Settings& s) -> Field { return &s.topics.turn_bytes_max; }},
      {.name = "topics.record_bytes_max",
       .unit = "bytes",
       .min = 1'048'576,
       .max = kRecordBytesMax,
       .doc = "max.message.bytes of all other topics, given to them when Turnstream creates them.",
       .field = [](Settings& s) -> Field { return &s.topics.record_bytes_max; }},
  };
}

std::vector<Row> state_rows() {
  return {
      {.name = "state.directory",
       .doc =
           "Directory of the state, the lock and the embedded log. Empty: $XDG_STATE_HOME/turnstream/<namespace>, else "
           "~/.local/state/turnstream/<namespace>.",
       .field = [](Settings& s) -> Field { return &s.state.directory; }},
      {.name = "state.cache_bytes_max",
       .unit = "bytes",
       .min = 1'048'576,
       .max = 64 * kGiB,
       .doc = "Size of the state store's block cache, one for the process.",
       .field = [](Settings& s) -> Field { return &s.state.cache_bytes_max; }},
      {.name = "state.write_buffer_bytes_max",
       .unit = "bytes",
       .min = 1'048'576,
       .max = 64 * kGiB,
       .doc = "Size of the state store's write buffers, all stages together.",
       .field = [](Settings& s) -> Field { return &s.state.write_buffer_bytes_max; }},
      {.name = "state.hot_bytes_max",
       .unit = "bytes",
       .min = 1'048'576,
       .max = 64 * kGiB,
       .doc = "Size of the cache of recently used rows, divided equally among the process's workers of stages.",
       .field = [](Settings& s) -> Field { return &s.state.hot_bytes_max; }},
  };
}

std::vector<Row> run_rows() {
  return {
      {.name = "run.stages",
       .shape = "`all`, or a list of `intake` and names of stages",
       .accepts = is_name,
       .doc = "What this process runs; `all` means intake and every stage. A list with only some of the stages needs "
              "run.grouping=phased.",
       .field = [](Settings& s) -> Field { return &s.run.stages; }},
      {.name = "run.grouping",
       .choices = {"fused", "phased"},
       .doc = "fused: all stages in one consumer group and transaction. phased: one group for each stage.",
       .field = [](Settings& s) -> Field { return &s.run.grouping; }},
      {.name = "run.workers",
       .min = 1,
       .max = 64,
       .doc = "Worker threads of each group; intake has one if intake.clock is event.",
       .field = [](Settings& s) -> Field { return &s.run.workers; }},
      {.name = "run.instance",
       .shape = "letters, digits, `.`, `_`, `-`, at most 100",
       .accepts = is_name_or_empty,
       .doc = "Name of this process among its peers. Empty: 8 hex digits, made once and kept in the state directory.",
       .field = [](Settings& s) -> Field { return &s.run.instance; }},
  };
}

std::vector<Row> run_commit_rows() {
  return {
      {.name = "run.commit_interval_ms_max",
       .unit = "ms",
       .min = 1,
       .max = 5'000,
       .at_most = "kafka.transaction_timeout_ms",
       .doc = "A transaction commits when no input is left, at the latest after this time; see run.commit_behind_*.",
       .field = [](Settings& s) -> Field { return &s.run.commit_interval_ms_max; }},
      {.name = "run.commit_interval_ms_min",
       .unit = "ms",
       .min = 0,
       .max = 5'000,
       .at_most = "run.commit_interval_ms_max",
       .doc = "A transaction that is not full waits this long for more records; a retry, a rebalance or a stop ends it "
              "earlier. A larger value saves CPU and costs latency.",
       .field = [](Settings& s) -> Field { return &s.run.commit_interval_ms_min; }},
      {.name = "run.commit_records_max",
       .unit = "records",
       .min = 1,
       .max = 100'000,
       .doc = "Maximum number of input records of one transaction.",
       .field = [](Settings& s) -> Field { return &s.run.commit_records_max; }},
      {.name = "run.commit_bytes_max",
       .unit = "bytes",
       .min = 65'536,
       .max = kGiB,
       .doc =
           "Bytes of outputs and changed state after which a transaction commits. Of outputs, so much waits in memory "
           "before the log gets it.",
       .field = [](Settings& s) -> Field { return &s.run.commit_bytes_max; }},
      {.name = "run.commit_behind_interval_ms_max",
       .unit = "ms",
       .min = 1,
       .max = 5'000,
       .at_most = "kafka.transaction_timeout_ms",
       .doc =
           "In place of run.commit_interval_ms_max, if that is smaller, while a worker is behind: its last transaction "
           "reached a bound while input waited. The bounds double with each such transaction up to those of "
           "run.commit_behind_*, and halve after a commit of more than a second. Set all three to the values of "
           "run.commit_* for transactions that never grow.",
       .field = [](Settings& s) -> Field { return &s.run.commit_behind_interval_ms_max; }},
      {.name = "run.commit_behind_records_max",
       .unit = "records",
       .min = 1,
       .max = 100'000,
       .doc = "In place of run.commit_records_max, if that is smaller, while a worker is behind.",
       .field = [](Settings& s) -> Field { return &s.run.commit_behind_records_max; }},
      {.name = "run.commit_behind_bytes_max",
       .unit = "bytes",
       .min = 65'536,
       .max = kGiB,
       .doc = "In place of run.commit_bytes_max, if that is smaller, while a worker is behind.",
       .field = [](Settings& s) -> Field { return &s.run.commit_behind_bytes_max; }},
  };
}

std::vector<Row> run_bound_rows() {
  return {
      {.name = "run.input_bytes_max",
       .unit = "bytes",
       .min = 65'536,
       .max = kGiB,
       .doc = "Bytes of an input topic that may wait in the memory of a worker of stages. Its partitions share "
              "them equally; one that has more is paused.",
       .field = [](Settings& s) -> Field { return &s.run.input_bytes_max; }},
      {.name = "run.retry_waits_ms",
       .unit = "ms",
       .min = 0,
       .max = kHourMs,
       .doc = "Waits between the attempts of a stage at a record after transient errors; then it becomes a dead "
              "letter.",
       .field = [](Settings& s) -> Field { return &s.run.retry_waits_ms; }},
      {.name = "run.watchdog_ms",
       .unit = "ms",
       .min = 1'000,
       .max = kHourMs,
       .doc =
           "A transaction call, or the closing of a worker's clients, that exceeds its time-out by this time, "
           "not counting the time while the log does not answer, ends the process with exit code 7. With `--until-drained` also how long a worker waits for a "
           "broker.",
       .field = [](Settings& s) -> Field { return &s.run.watchdog_ms; }},
      {.name = "run.stop_ms_max",
       .unit = "ms",
       .min = 0,
       .max = kHourMs,
       .doc = "After SIGTERM, SIGINT or a failure `run` ends within this time, even if its work is not finished.",
       .field = [](Settings& s) -> Field { return &s.run.stop_ms_max; }},
      {.name = "run.restarts_max",
       .unit = "restarts",
       .min = 0,
       .max = 1'000'000,
       .doc = "A worker that fails more often than this in a row ends the process with exit code 7. A row "
              "ends with a commit, or if the worker ran over 5 s and had its state ready; waiting for a broker is not "
              "a failure.",
       .field = [](Settings& s) -> Field { return &s.run.restarts_max; }},
  };
}

/// The highest allowed values of turn_bytes_max and depth_max are the limits of the parser with which stages read turns:
/// intake must not accept a turn that the stages cannot read.
std::vector<Row> intake_rows() {
  return {
      {.name = "intake.turns_topics",
       .shape = "names of topics",
       .accepts = is_topic,
       .doc = "The topics from which turns are read; `publish` writes to the first unless --topic is given.",
       .field = [](Settings& s) -> Field { return &s.intake.turns_topics; }},
      {.name = "intake.clock",
       .choices = {"wall", "event"},
       .doc = "Source of log_time: the wall clock, or the turns' own timestamps (imports, golden tests).",
       .field = [](Settings& s) -> Field { return &s.intake.clock; }},
      {.name = "intake.tick_interval_s",
       .unit = "s",
       .min = 1,
       .max = 3'600,
       .doc = "Ticks are written at multiples of this time; with intake.clock=event only where a turn crosses one.",
       .field = [](Settings& s) -> Field { return &s.intake.tick_interval_s; }},
      {.name = "intake.turn_bytes_max",
       .unit = "bytes",
       .min = 1'024,
       .max = 1'048'576,
       .doc = "A larger turn becomes a dead letter with the reason too_large.",
       .field = [](Settings& s) -> Field { return &s.intake.turn_bytes_max; }},
      {.name = "intake.depth_max",
       .unit = "levels",
       .min = 4,
       .max = 64,
       .doc = "A turn that is nested deeper becomes a dead letter (too_deep); the outermost object is level 1.",
       .field = [](Settings& s) -> Field { return &s.intake.depth_max; }},
      {.name = "intake.future_ms_max",
       .unit = "ms",
       .min = 0,
       .max = kUnlimited,
       .doc = "A turn, or with intake.clock=event a tick command, that is further ahead of intake's clock becomes a "
              "dead letter: timestamp_in_future.",
       .field = [](Settings& s) -> Field { return &s.intake.future_ms_max; }},
      {.name = "intake.clock_jump_max_s",
       .unit = "s",
       .min = 1,
       .max = 86'400,
       .doc =
           "A wall clock that steps further ahead than this is not followed: see \"Clocks\" in docs/operating.md. Where "
           "a virtual machine is paused at times, the longest pause.",
       .field = [](Settings& s) -> Field { return &s.intake.clock_jump_max_s; }},
      {.name = "intake.clock_gap_max_d",
       .unit = "d",
       .min = 1,
       .max = 36'500,
       .doc =
           "With the embedded log, a start that is later than this after the newest record waits for `turnstream clock "
           "--accept`.",
       .field = [](Settings& s) -> Field { return &s.intake.clock_gap_max_d; }},
      {.name = "intake.event_waits_for_effects",
       .doc =
           "With intake.clock=event, turns and ticks wait while stages may still ask a model and while requests have no "
           "answer: see \"The event clock and a model\" in docs/operating.md.",
       .field = [](Settings& s) -> Field { return &s.intake.event_waits_for_effects; }},
      {.name = "intake.effects_wait_s_max",
       .unit = "s",
       .min = 1,
       .max = 86'400,
       .doc = "Longest such wait, in real time.",
       .field = [](Settings& s) -> Field { return &s.intake.effects_wait_s_max; }},
  };
}

std::vector<Row> other_rows() {
  return {
      {.name = "log.level",
       .choices = {"debug", "info", "warning", "error"},
       .doc = "Log lines of this level and above are written to stderr; with --quiet only warnings and errors.",
       .field = [](Settings& s) -> Field { return &s.log.level; }},
      {.name = "log.format",
       .choices = {"text", "json"},
       .doc = "Format of log lines; the flag --json means json.",
       .field = [](Settings& s) -> Field { return &s.log.format; }},
      {.name = "http.listen",
       .shape = "HOST:PORT, or empty for none",
       .accepts = is_listen_address,
       .doc = "Address at which `run` serves GET /healthz, /readyz, /metrics and /status. If it is not set and the "
              "default is in use, a free port is used. `run` always serves them on the Unix socket http.sock in its "
              "state directory, too.",
       .field = [](Settings& s) -> Field { return &s.http.listen; }},
      {.name = "http.tokens_file",
       .shape = "a path, or empty for none",
       .doc =
           "File of the tokens that requests at http.listen need: see \"Tokens\" in docs/access.md. It is read again "
           "when it changes. Empty: no tokens, and memory is shown only on a loopback address and on the Unix socket.",
       .field = [](Settings& s) -> Field { return &s.http.tokens_file; }},
  };
}

std::vector<Row> faults_rows() {
  return {
      {.name = "faults.allowed",
       .doc = "Permits faults.inject; for tests only.",
       .field = [](Settings& s) -> Field { return &s.faults.allowed; }},
      {.name = "faults.inject",
       .shape = "STAGE:TURN_ID:transient|deterministic:TIMES",
       .accepts = is_fault,
       .doc = "Makes a stage fail a turn the given number of times.",
       .field = [](Settings& s) -> Field { return &s.faults.inject; }},
  };
}

struct DefaultOf {
  Value operator()(std::monostate) const { return false; }
  template <typename T>
  Value operator()(const T* field) const {
    return *field;
  }
};

std::vector<Row> all_rows() {
  std::vector<Row> all;
  Settings defaults;
  for (auto make : {kafka_rows, topics_rows, state_rows, run_rows, run_commit_rows, run_bound_rows, intake_rows,
                    other_rows, recall_rows, faults_rows, files_rows}) {
    for (Row& row : make()) {
      row.default_value = std::visit(DefaultOf{}, row.field(defaults));
      all.push_back(std::move(row));
    }
  }
  return all;
}

}  // namespace

std::span<const Row> rows() {
  static const std::vector<Row> table = all_rows();
  return table;
}

}  // namespace turnstream::settings
