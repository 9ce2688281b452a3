#pragma once
// Every code that an Error of the product has. A constant is named after its text: "bad_setting" is kBadSetting. The
// texts are an interface: logs, dead letters, completions and the metrics' labels carry them. If Kafka reports an error
// that has no constant here, the code is librdkafka's name of that error in lower case. Threads: constants.

#include <string_view>

namespace turnstream::error_codes {

// Codes in dead letters and completions, which users of the topics read. docs/topics.md lists where they appear.
/// The record is not JSON, or has no value.
inline constexpr std::string_view kInvalidJson = "invalid_json";
/// The record is not UTF-8.
inline constexpr std::string_view kInvalidUtf8 = "invalid_utf8";
/// The JSON nests more levels than the limit.
inline constexpr std::string_view kTooDeep = "too_deep";
/// A record is larger than the limit of the reader or of the log.
inline constexpr std::string_view kTooLarge = "too_large";
/// The JSON is not what the schema of its topic says; `pointer` and `rule` say where and why.
inline constexpr std::string_view kSchema = "schema";
/// The record's key is not its persona_id.
inline constexpr std::string_view kKeyMismatch = "key_mismatch";
/// The turn's timestamp lies too far in the future.
inline constexpr std::string_view kTimestampInFuture = "timestamp_in_future";
/// The persona already has a turn with the same turn_id and other content.
inline constexpr std::string_view kTurnIdConflict = "turn_id_conflict";
/// The `kind` of a command does not exist or is not allowed here.
inline constexpr std::string_view kUnknownCommand = "unknown_command";
/// The `args` of a command do not fit its kind.
inline constexpr std::string_view kBadCommand = "bad_command";
/// The `kind` of an effect result does not exist.
inline constexpr std::string_view kUnknownEffect = "unknown_effect";
/// The record came from a topic that intake does not read.
inline constexpr std::string_view kUnknownSource = "unknown_source";
/// The process ended three times while it processed this record or timer.
inline constexpr std::string_view kCrashed = "crashed";
/// An upstream stage failed this record.
inline constexpr std::string_view kUpstream = "upstream";
/// A `forget` command named the turn, so it is not processed.
inline constexpr std::string_view kErased = "erased";
/// A `forget` command blocked the persona, so its turns are not processed.
inline constexpr std::string_view kBlocked = "blocked";
/// The setting faults.inject caused this failure.
inline constexpr std::string_view kInjectedFault = "injected_fault";

// Errors in what the operator wrote or chose. app/exit_code.cpp has the exit code for each code from here on.
/// A flag or argument of the command line is wrong.
inline constexpr std::string_view kUsage = "usage";
/// A setting is unknown or its value is not allowed.
inline constexpr std::string_view kSettings = "settings";
/// A setting is valid but contradicts another setting.
inline constexpr std::string_view kBadSetting = "bad_setting";
/// librdkafka does not accept a property.
inline constexpr std::string_view kSettingRefused = "setting_refused";
/// The topic setting does not exist.
inline constexpr std::string_view kUnknownSetting = "unknown_setting";
/// A file given to a command is not in the form that the command reads.
inline constexpr std::string_view kInputRefused = "input_refused";
/// A file, directory or answer cannot be read.
inline constexpr std::string_view kUnreadable = "unreadable";
/// A file cannot be written.
inline constexpr std::string_view kUnwritable = "unwritable";
/// The log has no record that matches the request.
inline constexpr std::string_view kNotFound = "not_found";
/// No running `turnstream run` was found.
inline constexpr std::string_view kNoProcess = "no_process";
/// Records wait, but no process has the log open.
inline constexpr std::string_view kNothingRunning = "nothing_running";
/// An HTTP endpoint does not answer.
inline constexpr std::string_view kNoAnswer = "no_answer";
/// The HTTP server cannot listen at its address.
inline constexpr std::string_view kListenFailed = "listen_failed";
/// Two runs that must agree have different digests.
inline constexpr std::string_view kDigest = "digest";
/// The demonstration ended this worker.
inline constexpr std::string_view kKilled = "killed";

// The log: topics and calls.
/// The topic does not exist.
inline constexpr std::string_view kUnknownTopic = "unknown_topic";
/// The topic has no such partition.
inline constexpr std::string_view kUnknownPartition = "unknown_partition";
/// A topic was deleted while the pipeline ran.
inline constexpr std::string_view kTopicMissing = "topic_missing";
/// Kafka cannot create the topic as specified.
inline constexpr std::string_view kBadTopic = "bad_topic";
/// The embedded log cannot create the topic as specified.
inline constexpr std::string_view kInvalidTopic = "invalid_topic";
/// No broker or process answers at the address.
inline constexpr std::string_view kUnreachable = "unreachable";
/// The call did not end in time; it may succeed later.
inline constexpr std::string_view kTimedOut = "timed_out";
/// The call is not available over the socket of the embedded log.
inline constexpr std::string_view kNotServed = "not_served";
/// librdkafka's client can no longer be used.
inline constexpr std::string_view kFatal = "fatal";
/// The group has revoked the consumer's partitions.
inline constexpr std::string_view kRevoked = "revoked";
/// The consumer has no assignment to read from.
inline constexpr std::string_view kNotAssigned = "not_assigned";
/// The consumer has no assignment whose offsets it could commit.
inline constexpr std::string_view kNoGeneration = "no_generation";
/// The member does not belong to the current generation of its group.
inline constexpr std::string_view kGenerationFenced = "generation_fenced";
/// A newer member of the group has the same instance name.
inline constexpr std::string_view kInstanceFenced = "instance_fenced";
/// A newer producer uses the same transactional id.
inline constexpr std::string_view kFenced = "fenced";
/// The transaction was open too long and was aborted.
inline constexpr std::string_view kTransactionTimedOut = "transaction_timed_out";
/// The transaction can only be aborted.
inline constexpr std::string_view kTransactionBroken = "transaction_broken";
/// The transaction has more bytes than the limit.
inline constexpr std::string_view kTransactionTooLarge = "transaction_too_large";
/// An offset's metadata is larger than the limit.
inline constexpr std::string_view kMetadataTooLarge = "metadata_too_large";
/// It is unknown whether the commit succeeded.
inline constexpr std::string_view kCommitUnconfirmed = "commit_unconfirmed";
/// The call is not allowed now: for example a commit without a transaction.
inline constexpr std::string_view kInvalidState = "invalid_state";
/// The embedded log does not accept the record.
inline constexpr std::string_view kInvalidRecord = "invalid_record";
/// Records cannot be placed at this offset.
inline constexpr std::string_view kInvalidPosition = "invalid_position";
/// The offset lies outside of the partition.
inline constexpr std::string_view kOffsetOutOfRange = "offset_out_of_range";
/// The record is written, but its offset was not reported.
inline constexpr std::string_view kOffsetUnknown = "offset_unknown";

// The embedded log on disk and its socket.
/// Another process has the log open.
inline constexpr std::string_view kLogInUse = "log_in_use";
/// Another version of the program wrote the log.
inline constexpr std::string_view kWrongFormat = "wrong_format";
/// Stored bytes of the log cannot be read.
inline constexpr std::string_view kCorruptLog = "corrupt_log";
/// RocksDB failed a read or write of the log.
inline constexpr std::string_view kStorageFailed = "storage_failed";
/// A system call on the socket failed.
inline constexpr std::string_view kSocketFailed = "socket_failed";
/// Another process serves the log on this socket.
inline constexpr std::string_view kSocketInUse = "socket_in_use";
/// The peer on the socket sent bytes outside of the protocol.
inline constexpr std::string_view kBadFrame = "bad_frame";

// Local state, and the log from which it was computed.
/// Another process has the state directory open.
inline constexpr std::string_view kStateInUse = "state_in_use";
/// The state directory was made with another identity: namespace, cluster or format.
inline constexpr std::string_view kStateMismatch = "state_mismatch";
/// The state directory cannot be read or written.
inline constexpr std::string_view kStateUnusable = "state_unusable";
/// A row of the runtime in the local state cannot be read.
inline constexpr std::string_view kStateDamaged = "state_damaged";
/// A row of a stage in the local state is missing or cannot be read.
inline constexpr std::string_view kBadState = "bad_state";
/// Stored bytes are not an episode.
inline constexpr std::string_view kBadEpisode = "bad_episode";
/// Stored bytes are not a memory item.
inline constexpr std::string_view kBadMemoryItem = "bad_memory_item";
/// Stored bytes are not a pattern.
inline constexpr std::string_view kBadPattern = "bad_pattern";
/// Stored bytes are not a skill.
inline constexpr std::string_view kBadSkill = "bad_skill";
/// Another logic version of the stage made the state.
inline constexpr std::string_view kLogicVersion = "logic_version";
/// The state was made from another log.
inline constexpr std::string_view kLogMismatch = "log_mismatch";
/// The restored state is behind the committed offset.
inline constexpr std::string_view kStateLost = "state_lost";
/// The changelog does not hold what the local state needs.
inline constexpr std::string_view kChangelogLost = "changelog_lost";
/// Another worker of the process restores the same partition.
inline constexpr std::string_view kRestoreDisturbed = "restore_disturbed";
/// Records that must be read do not arrive.
inline constexpr std::string_view kRestoreStalled = "restore_stalled";
/// Intake cannot determine the offset up to which it has read its inputs.
inline constexpr std::string_view kProgressUnknown = "progress_unknown";

// The runtime.
/// The partitions went to another member while a transaction was open.
inline constexpr std::string_view kAssignmentLost = "assignment_lost";
/// The group has only a part of the inputs of a partition.
inline constexpr std::string_view kIncompleteAssignment = "incomplete_assignment";
/// A record of a partition that is not assigned arrived.
inline constexpr std::string_view kUnassignedRecord = "unassigned_record";
/// A record of a topic that the group does not read arrived.
inline constexpr std::string_view kUnknownInput = "unknown_input";
/// A record in the log was not written by intake.
inline constexpr std::string_view kForeignLogRecord = "foreign_log_record";
/// A record in a completions topic is not a completion.
inline constexpr std::string_view kForeignCompletion = "foreign_completion";
/// The bytes are not a completion.
inline constexpr std::string_view kBadCompletion = "bad_completion";
/// A record that must be read was deleted or belongs to another log.
inline constexpr std::string_view kLostInput = "lost_input";
/// The JSON reader failed, and the input is not the cause (out of memory).
inline constexpr std::string_view kReaderFailed = "reader_failed";
/// A call took longer than the watchdog allows.
inline constexpr std::string_view kWatchdog = "watchdog";
/// Too many restarts in a row without a commit.
inline constexpr std::string_view kGaveUp = "gave_up";

}  // namespace turnstream::error_codes
