#pragma once
// The codes of the product's Errors. A constant is named after its text: "bad_setting" is kBadSetting. Users depend on
// the texts: they are in log lines, dead letters, completions and labels of metrics. If librdkafka reports an error
// without a constant here, the code is librdkafka's name of the error in lower case, without a leading `_`.
// Threads: any.

#include <string_view>

namespace turnstream::error_codes {

// Codes that can be in dead letters and completions, which users of the topics read.
/// The record is not JSON or has no value; or it is a record of the log, not a turn, and is not a JSON object.
inline constexpr std::string_view kInvalidJson = "invalid_json";
/// The record contains bytes that are not valid UTF-8.
inline constexpr std::string_view kInvalidUtf8 = "invalid_utf8";
/// The objects and arrays of the record are nested more deeply than the limit allows.
inline constexpr std::string_view kTooDeep = "too_deep";
/// A record is larger than its reader or its topic accepts, or a message is too large for the embedded log's socket.
inline constexpr std::string_view kTooLarge = "too_large";
/// Kafka refuses a batch of records because it is larger than a segment of its topic.
inline constexpr std::string_view kSegmentTooSmall = "segment_too_small";
/// The record is JSON but breaks a rule of schemas/, or an object in it has two members of the same name.
inline constexpr std::string_view kSchema = "schema";
/// The key of a record is not the persona that its value names, or a redrive and its turn have different personas.
inline constexpr std::string_view kKeyMismatch = "key_mismatch";
/// The timestamp of a turn, or the time of a tick command, is too far ahead of this machine's clock.
inline constexpr std::string_view kTimestampInFuture = "timestamp_in_future";
/// The stage has already processed a turn of the persona with the same turn_id and other content.
inline constexpr std::string_view kTurnIdConflict = "turn_id_conflict";
/// The `kind` of a command does not exist, or it is `tick` and intake.clock is not `event`.
inline constexpr std::string_view kUnknownCommand = "unknown_command";
/// A clock command names another time than the jump of the wall clock that intake holds, or intake holds none.
inline constexpr std::string_view kClockRefused = "clock_refused";
/// All input is processed except turns that wait until a jump of the wall clock ends or is accepted.
inline constexpr std::string_view kClockHeld = "clock_held";
/// Intake stamped records with a time that the log's own clock contradicts; the transaction must be aborted.
inline constexpr std::string_view kClockContradicted = "clock_contradicted";
/// Two processes run intake of a namespace under the event clock, which needs one.
inline constexpr std::string_view kIntakeShared = "intake_shared";
/// A stage cannot read the `args` of a forget, unforget or access command.
inline constexpr std::string_view kBadCommand = "bad_command";
/// The `kind` of an effect result does not exist.
inline constexpr std::string_view kUnknownEffect = "unknown_effect";
/// A batch of records cannot be unpacked; also: a file or standard input cannot be read, or the file in which `turnstream
/// run` states its address is damaged.
inline constexpr std::string_view kUnreadable = "unreadable";
/// The process crashed three times while it checked, decoded or processed this record, or fired timers at it.
inline constexpr std::string_view kCrashed = "crashed";
/// An upstream stage failed this record. The stage processes it without those changes (completion `partial`); if the
/// upstream stage was the admission gate, the stage passes the record.
inline constexpr std::string_view kUpstream = "upstream";
/// A `forget` command applied to the turn, so the turn is not processed.
inline constexpr std::string_view kErased = "erased";
/// A `forget` command blocked the persona, so the persona's turns are not processed.
inline constexpr std::string_view kBlocked = "blocked";
/// The setting faults.inject, which exists for tests, caused this failure.
inline constexpr std::string_view kInjectedFault = "injected_fault";

// Errors of the command line, of settings and of verbs. app/exit_code.cpp maps codes to exit codes.
/// The command line is wrong, incomplete or ambiguous, or a setting or environment variable does not fit the command.
inline constexpr std::string_view kUsage = "usage";
/// A setting or its file is not valid, two settings contradict each other, or a topic is not as the settings need it.
inline constexpr std::string_view kSettings = "settings";
/// faults.inject is not in its form, or only some stages were chosen for a fused group, which needs all of them.
inline constexpr std::string_view kBadSetting = "bad_setting";
/// A setting of the Kafka client is refused, no client can be made with them all, or the broker address is missing.
inline constexpr std::string_view kSettingRefused = "setting_refused";
/// The log's topics have no setting of this name.
inline constexpr std::string_view kUnknownSetting = "unknown_setting";
/// A verb cannot use a file or a dead letter, found no dead letter, or cannot import the file into this topic.
inline constexpr std::string_view kInputRefused = "input_refused";
/// An export cannot be written.
inline constexpr std::string_view kUnwritable = "unwritable";
/// No memory, turn or dead letter has the id that the user gave to `explain`.
inline constexpr std::string_view kNotFound = "not_found";
/// No `turnstream run` was found, or none that was found replied.
inline constexpr std::string_view kNoProcess = "no_process";
/// The embedded log has records to process, but no `turnstream run` has it open.
inline constexpr std::string_view kNothingRunning = "nothing_running";
/// `turnstream digest` found no completion and no memory in the namespace, and no dead letter.
inline constexpr std::string_view kNothingCommitted = "nothing_committed";
/// An HTTP request got no reply, or one that is too large.
inline constexpr std::string_view kNoAnswer = "no_answer";
/// The HTTP server cannot listen at the given address.
inline constexpr std::string_view kListenFailed = "listen_failed";
/// In `turnstream demo`, the run with a crash and the one without have different digests.
inline constexpr std::string_view kDigest = "digest";
/// `turnstream demo` made this worker fail, in order to show a recovery.
inline constexpr std::string_view kKilled = "killed";

// The log: topics and calls.
/// The topic (on Kafka: or the partition) does not exist, or was created but is not visible yet.
inline constexpr std::string_view kUnknownTopic = "unknown_topic";
/// The topic has no such partition. librdkafka can also report this for a missing topic.
inline constexpr std::string_view kUnknownPartition = "unknown_partition";
/// A topic that `turnstream run` needs was deleted while it ran.
inline constexpr std::string_view kTopicMissing = "topic_missing";
/// librdkafka refuses the specification of a new topic, without asking a broker.
inline constexpr std::string_view kBadTopic = "bad_topic";
/// The name or the partition count of a new topic of the embedded log is not allowed.
inline constexpr std::string_view kInvalidTopic = "invalid_topic";
/// No broker or process answers at the address, or the connection to it was closed.
inline constexpr std::string_view kUnreachable = "unreachable";
/// A signal ended a command before its work was complete.
inline constexpr std::string_view kStopped = "stopped";
/// A call to the log, or a read of a topic, did not end in time; it may succeed later.
inline constexpr std::string_view kTimedOut = "timed_out";
/// The embedded log offers this call (of a group or transaction) only to the process that runs it, not over its socket.
inline constexpr std::string_view kNotServed = "not_served";
/// librdkafka reported a fatal error: this client can no longer be used, but a new one may work.
inline constexpr std::string_view kFatal = "fatal";
/// The group has revoked the consumer's partitions.
inline constexpr std::string_view kRevoked = "revoked";
/// A partition cannot be paused or resumed, because the consumer does not read it now.
inline constexpr std::string_view kNotAssigned = "not_assigned";
/// The consumer has no assignment, so a transaction cannot commit offsets for it.
inline constexpr std::string_view kNoGeneration = "no_generation";
/// The member does not belong to the current generation of its group.
inline constexpr std::string_view kGenerationFenced = "generation_fenced";
/// A newer member of the group has the same instance name.
inline constexpr std::string_view kInstanceFenced = "instance_fenced";
/// A newer producer uses the same transactional id.
inline constexpr std::string_view kFenced = "fenced";
/// The transaction was open too long and was aborted.
inline constexpr std::string_view kTransactionTimedOut = "transaction_timed_out";
/// librdkafka ended the transaction after an earlier error: the producer can only abort it.
inline constexpr std::string_view kTransactionBroken = "transaction_broken";
/// The transaction would have more bytes than the embedded log allows.
inline constexpr std::string_view kTransactionTooLarge = "transaction_too_large";
/// The metadata that is committed with an offset is larger than the embedded log allows.
inline constexpr std::string_view kMetadataTooLarge = "metadata_too_large";
/// It is unknown if the last commit succeeded: the producer accepts no other call than commit().
inline constexpr std::string_view kCommitUnconfirmed = "commit_unconfirmed";
/// The embedded log does not allow the call now or with these arguments, for example a commit without a transaction.
inline constexpr std::string_view kInvalidState = "invalid_state";
/// A record without a key cannot be written to a compacted topic of the embedded log.
inline constexpr std::string_view kInvalidRecord = "invalid_record";
/// An import cannot continue a partition at this offset: the partition ends later, or has an open transaction.
inline constexpr std::string_view kInvalidPosition = "invalid_position";
/// The offset to read from is greater than the partition's end.
inline constexpr std::string_view kOffsetOutOfRange = "offset_out_of_range";
/// Kafka did not report the offsets of records that were sent.
inline constexpr std::string_view kOffsetUnknown = "offset_unknown";

// The embedded log on disk and its socket.
/// Another process, or this one, already has the embedded log open.
inline constexpr std::string_view kLogInUse = "log_in_use";
/// The embedded log has a format that this version of the program does not read.
inline constexpr std::string_view kWrongFormat = "wrong_format";
/// Stored bytes or files of the embedded log are missing or cannot be read.
inline constexpr std::string_view kCorruptLog = "corrupt_log";
/// RocksDB could not read or write the embedded log, or its folder cannot be created.
inline constexpr std::string_view kStorageFailed = "storage_failed";
/// A system call for a Unix socket failed, or the name of the socket is too long.
inline constexpr std::string_view kSocketFailed = "socket_failed";
/// Another process listens on this Unix socket.
inline constexpr std::string_view kSocketInUse = "socket_in_use";
/// The peer on the socket sent bytes outside of the protocol.
inline constexpr std::string_view kBadFrame = "bad_frame";

// Local state, and the log from which it was computed.
/// Another process has the state directory open.
inline constexpr std::string_view kStateInUse = "state_in_use";
/// The state directory is of another namespace, cluster, partition count or format, or its identity.json is damaged.
inline constexpr std::string_view kStateMismatch = "state_mismatch";
/// The state directory, or a store in it, cannot be read or written.
inline constexpr std::string_view kStateUnusable = "state_unusable";
/// A request to recall has a member that is missing, unknown or out of bounds.
inline constexpr std::string_view kBadQuery = "bad_query";
/// A request to recall waits for a turn that is not applied in time.
inline constexpr std::string_view kTurnNotApplied = "turn_not_applied";
/// Recall was asked for a moment of which it no longer keeps the history.
inline constexpr std::string_view kHistoryDropped = "history_dropped";
/// A row that the runtime (not a stage) keeps in the local state cannot be read.
inline constexpr std::string_view kStateDamaged = "state_damaged";
/// A row of a stage in the local state is missing, cannot be read, or contradicts another row.
inline constexpr std::string_view kBadState = "bad_state";
/// Stored bytes are not an episode.
inline constexpr std::string_view kBadEpisode = "bad_episode";
/// The JSON is not an insight.
inline constexpr std::string_view kBadInsight = "bad_insight";
/// Stored bytes are not a memory item.
inline constexpr std::string_view kBadMemoryItem = "bad_memory_item";
/// The JSON is not a pattern.
inline constexpr std::string_view kBadPattern = "bad_pattern";
/// The JSON is not a skill.
inline constexpr std::string_view kBadSkill = "bad_skill";
/// Another logic version of the stage made the state.
inline constexpr std::string_view kLogicVersion = "logic_version";
/// A stage's state was computed from another log topic.
inline constexpr std::string_view kLogMismatch = "log_mismatch";
/// The restored state of a group is behind the offset that the group has committed: changelog records are missing.
inline constexpr std::string_view kStateLost = "state_lost";
/// The changelog ends before the position up to which the local state contains its changes.
inline constexpr std::string_view kChangelogLost = "changelog_lost";
/// A record of a changelog is not as the pipeline wrote it.
inline constexpr std::string_view kChangelogDamaged = "changelog_damaged";
/// Another worker of the process took over a partition while it was restored.
inline constexpr std::string_view kRestoreDisturbed = "restore_disturbed";
/// A restore of state took so long that its changelog may no longer hold each delete.
inline constexpr std::string_view kRestoreOutdated = "restore_outdated";
/// Records that a restore of state, or of intake's progress, must read do not arrive.
inline constexpr std::string_view kRestoreStalled = "restore_stalled";
/// Intake has no committed offset of an input, and records to restore it from were deleted.
inline constexpr std::string_view kProgressUnknown = "progress_unknown";

// The runtime.
/// The group took the partitions away while a transaction was open.
inline constexpr std::string_view kAssignmentLost = "assignment_lost";
/// The group assigned only some of the topics that the worker must read for a partition.
inline constexpr std::string_view kIncompleteAssignment = "incomplete_assignment";
/// A record of a partition that is not assigned arrived.
inline constexpr std::string_view kUnassignedRecord = "unassigned_record";
/// A record of a topic that the group does not read arrived.
inline constexpr std::string_view kUnknownInput = "unknown_input";
/// A record in the log is not as intake writes it: another program wrote it.
inline constexpr std::string_view kForeignLogRecord = "foreign_log_record";
/// The gate received a record of a completions topic that is not a completion.
inline constexpr std::string_view kForeignCompletion = "foreign_completion";
/// Bytes that must be a completion cannot be decoded as one.
inline constexpr std::string_view kBadCompletion = "bad_completion";
/// A needed log record or completion was deleted or did not arrive, or its topic is new or belongs to another log.
inline constexpr std::string_view kLostInput = "lost_input";
/// The JSON reader failed for a reason other than its input, for example because memory ran out.
inline constexpr std::string_view kReaderFailed = "reader_failed";
/// A worker restarted too often in a row without a commit or a long enough run between the restarts.
inline constexpr std::string_view kGaveUp = "gave_up";

}  // namespace turnstream::error_codes
