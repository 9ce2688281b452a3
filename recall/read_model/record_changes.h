#pragma once
// RecordReader: what one record of the log, together with the answers of all stages to it, changes in what recall holds.
// It nets the changes of the stages in the order of their phases, takes the messages out of a turn, and says which messages
// leave. It keeps nothing between records but the memory of its parser. Threads: one at a time.

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "pipeline/base/result.h"
#include "pipeline/codec/completion_codec.h"
#include "pipeline/codec/turn_parser.h"
#include "pipeline/log/record.h"
#include "pipeline/model/command_args.h"
#include "pipeline/secrets/mask.h"
#include "recall/documents/document.h"
#include "recall/documents/message.h"
#include "recall/read_model/command_report.h"
#include "recall/read_model/record_summary.h"

namespace turnstream::recall {

/// The parts with which one stage answered a record, as bytes. Views.
struct StageAnswer {
  std::string_view stage;
  std::vector<std::string_view> parts;
};

/// A record of the log with the whole answers of all stages, in the order of their phases. Borrows all of it.
struct JoinedRecord {
  const log::Record& record;
  std::span<const StageAnswer> answers;
};

/// The head of the answer of episodic, which admits turns. Error "bad_completion" without one.
[[nodiscard]] Result<codec::CompletionHead> answer_of_gate(const JoinedRecord& joined);
/// The record that intake read the turn from; absent if the record is not a turn.
[[nodiscard]] std::optional<TurnSource> source_of_turn(const log::Record& record);

struct DocumentChange {
  Kind kind = Kind::kMemory;
  std::string id;
  bool removed = false;
  bool whole = false;  ///< `value` is the whole value; else the members to replace
  std::string value;
  std::string stage = {};   ///< that removed it; else the first one that changed it
  std::string append = {};  ///< model::Change::append, unless whole
};

/// The turn that episodic admitted. Its item may be one of an earlier turn that said the same.
struct AdmittedTurn {
  std::string turn_id;
  std::vector<Message> messages;         ///< as if the item were the turn's own
  std::string content;                   ///< of its chat item, in normal form
  bool own_item = false;                 ///< episodic made the turn's own item
  std::vector<std::string> maybe_items;  ///< else: items that occurred once more at this record
};

/// What a record changes of one persona.
struct PersonaChanges {
  std::string persona;
  std::vector<DocumentChange> documents;  ///< in the order of kind and id, each once
  std::optional<AdmittedTurn> turn;
  std::vector<std::pair<std::string, std::string>> merged_items;  ///< an item, and the one that it was merged into
  std::vector<std::string> removed_items;                         ///< whose messages leave, too
  std::optional<model::ForgetArgs> forget;  ///< what it names leaves with its history; also of an unshare
  std::optional<CommandReport> command;     ///< if the record is a command of this persona
};

struct RecordChanges {
  std::vector<PersonaChanges> personas;  ///< by name, each once
  RecordSummary summary;
};

class RecordReader {
 public:
  /// Errors: "bad_completion" (kStopProcess).
  Result<RecordChanges> read(const JoinedRecord& joined);

 private:
  void read_turn(const JoinedRecord& joined, PersonaChanges& changes);

  codec::TurnParser parser_;
  secrets::TurnMask mask_;
};

}  // namespace turnstream::recall
