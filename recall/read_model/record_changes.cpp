#include "recall/read_model/record_changes.h"

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>
#include <set>

#include "pipeline/base/number_text.h"
#include "pipeline/base/utf8.h"
#include "pipeline/codec/chat_content.h"
#include "pipeline/codec/command_args.h"
#include "pipeline/codec/completion_codec.h"
#include "pipeline/codec/grant.h"
#include "pipeline/codec/ids.h"
#include "pipeline/codec/patch.h"
#include "pipeline/json/document.h"
#include "pipeline/json/members.h"
#include "pipeline/model/completion.h"
#include "recall/read_model/stage_roles.h"

namespace turnstream::recall {
namespace {

constexpr std::string_view kChatPointer = "/turn_data";

using DocumentName = std::pair<Kind, std::string>;

/// What the stages did to the documents of one persona at this record.
struct Netting {
  std::map<DocumentName, DocumentChange> documents;
  std::set<std::string> made;            ///< items that episodic put
  std::set<std::string> repeated;        ///< items whose occurrences episodic wrote
  std::vector<std::string> let_go;       ///< items that lifecycle deleted
  std::vector<DocumentChange> enriched;  ///< items that lifecycle changed
};

/// `first`: nothing of this record that the patch could change was taken.
void take_patch(const model::Change& patch, bool first, DocumentChange& net) {
  if (first) {
    net.value = patch.value;
    net.append = patch.append;
    return;
  }
  model::Change known{net.whole ? model::ChangeOp::kPut : model::ChangeOp::kPatch, {}, {}, net.value, true, net.append};
  codec::add_patch(known, {patch.value, patch.append});
  net.value = std::move(known.value);
  net.append = std::move(known.append);
}

void take_change(const model::Completion& part, const model::Change& change, Netting& netting) {
  const auto kind = value_in(kKinds, change.kind);
  if (!kind) {
    return;
  }
  DocumentChange& net = netting.documents[{*kind, change.id}];
  const bool is_new = net.id.empty();
  net.kind = *kind;
  net.id = change.id;
  net.stage = is_new || change.op == model::ChangeOp::kDelete ? part.stage : net.stage;
  switch (change.op) {
    case model::ChangeOp::kPut:
      net.removed = false;
      net.whole = true;
      net.value = change.value;
      net.append.clear();
      break;
    case model::ChangeOp::kPatch:
      net.whole = net.whole && !net.removed;
      take_patch(change, is_new || net.removed, net);
      net.removed = false;
      break;
    case model::ChangeOp::kDelete:
      net.removed = true;
      break;
  }
  if (*kind != Kind::kMemory) {
    return;
  }
  if (part.stage == kAdmissionGate && change.op != model::ChangeOp::kDelete) {
    if (change.op == model::ChangeOp::kPut) {
      netting.made.insert(change.id);
    }
    if (change.value.find("\"occurrences\":") != std::string::npos) {
      netting.repeated.insert(change.id);
    }
  } else if (part.stage == kOwnerOfKept && change.op == model::ChangeOp::kDelete) {
    netting.let_go.push_back(change.id);
  } else if (part.stage == kOwnerOfKept) {
    netting.enriched.push_back({*kind, change.id, false, false, change.value});
  }
}

/// The id that the item into which this one was merged has among its sources: the newest one is added last, and stays.
std::string newest_source(const Netting& netting, const std::string& id) {
  const auto put = netting.documents.find({Kind::kMemory, id});
  const auto item = put == netting.documents.end() ? std::nullopt : read_document(Kind::kMemory, id, put->second.value);
  return item ? item->sources.back().id : id;
}

/// An item that episodic promoted at this record and that lifecycle deleted at once was merged into the one that now has it
/// among its sources. All others that lifecycle deletes leave memory.
void tell_apart(const Netting& netting, PersonaChanges& changes) {
  for (const std::string& id : netting.let_go) {
    const std::string source = "\"id\":\"" + newest_source(netting, id) + "\"";
    const auto kept = std::find_if(netting.enriched.begin(), netting.enriched.end(), [&](const DocumentChange& change) {
      return change.id != id && change.value.find(source) != std::string::npos;
    });
    if (netting.made.count(id) > 0 && kept != netting.enriched.end()) {
      changes.merged_items.emplace_back(id, kept->id);
    } else {
      changes.removed_items.push_back(id);
    }
  }
}

bool admits(const JoinedRecord& joined) {
  const auto head = answer_of_gate(joined);
  return head.ok() && head->status == model::CompletionStatus::kSuccess && !head->duplicate_of;
}

std::int64_t number_in(std::optional<std::string_view> text) {
  return text ? read_number(*text).value_or(0) : 0;
}

/// The bytes of the turn, and the record that intake read it from.
struct TurnBytes {
  std::string copy;  ///< of a redrive
  std::string_view bytes;
  TurnSource source;
};

std::optional<TurnBytes> turn_bytes(const log::Record& record) {
  TurnBytes turn;
  if (std::optional<TurnSource> source = source_of_turn(record)) {
    turn.bytes = record.value.value_or(std::string_view());
    turn.source = *std::move(source);
    return turn;
  }
  if (record.header("kind") != "redrive") {
    return std::nullopt;
  }
  const nlohmann::json command = json::parse_document(record.value.value_or(std::string_view()));
  const auto args = command.is_object() ? command.find("args") : command.end();
  if (!command.is_object() || args == command.end() || !args->is_object() ||
      json::text_member(*args, "stage") != kAdmissionGate) {
    return std::nullopt;
  }
  turn.copy = json::text_member(*args, "dead_letter");
  turn.source = {json::text_member(*args, "source_topic"),
                 Partition{static_cast<std::int32_t>(json::integer_member(*args, "source_partition"))},
                 Offset{json::integer_member(*args, "source_offset")}};
  return turn;
}

/// What the record forgets: the args of a forget command, or the shared insights that an unshare command takes back. Absent
/// for other records, and for args that stages refuse, too.
std::optional<model::ForgetArgs> forget_of(const log::Record& record, const std::string& persona) {
  if (record.key != persona || record.header("kind") != "command") {
    return std::nullopt;
  }
  const std::string_view value = record.value.value_or(std::string_view());
  const nlohmann::json command = json::parse_document(value);
  const std::string kind = command.is_object() ? json::text_member(command, "kind") : "";
  if (kind == "forget") {
    auto args = codec::parse_forget_args(value);
    return args.ok() ? std::optional(*std::move(args)) : std::nullopt;
  }
  if (kind != "unshare") {
    return std::nullopt;
  }
  const auto taken = codec::parse_unshare_args(value);
  model::ForgetArgs args;
  for (const std::string& id : taken.ok() ? taken->ids : std::vector<std::string>()) {
    args.ids.push_back(to_string(codec::insight_id(persona, {&id, 1})));
  }
  return args;
}

}  // namespace

Result<codec::CompletionHead> answer_of_gate(const JoinedRecord& joined) {
  for (const StageAnswer& answer : joined.answers) {
    if (answer.stage == kAdmissionGate && !answer.parts.empty()) {
      return codec::peek_completion(answer.parts.front());
    }
  }
  return codec::bad_completion();
}

std::optional<TurnSource> source_of_turn(const log::Record& record) {
  if (record.header("kind") != "turn") {
    return std::nullopt;
  }
  return TurnSource{std::string(record.header("source_topic").value_or("")),
                    Partition{static_cast<std::int32_t>(number_in(record.header("source_partition")))},
                    Offset{number_in(record.header("source_offset"))}};
}

Result<RecordChanges> RecordReader::read(const JoinedRecord& joined) {
  const log::Record& record = joined.record;
  RecordChanges all;
  std::map<std::string, Netting> by_persona;
  if (record.key) {
    by_persona[std::string(*record.key)];
  }
  CommandReporter reporter(record);
  RecordSummarizer summarizer(record);
  for (const StageAnswer& answer : joined.answers) {
    for (const std::string_view bytes : answer.parts) {
      TS_ASSIGN_OR_RETURN(const model::Completion part, codec::parse_completion(bytes));
      reporter.take(part);
      summarizer.take(part);
      for (const model::Change& change : part.changes) {
        take_change(part, change, by_persona[part.persona_id.value_or("")]);
      }
    }
  }
  for (auto& [persona, netting] : by_persona) {
    PersonaChanges changes;
    changes.persona = persona;
    tell_apart(netting, changes);
    changes.forget = forget_of(record, persona);
    changes.command = record.key == persona ? reporter.report() : std::nullopt;
    if (record.key == persona && admits(joined)) {
      read_turn(joined, changes);
    }
    if (changes.turn) {
      changes.turn->own_item =
          !changes.turn->messages.empty() && netting.made.count(changes.turn->messages.front().item_id) > 0;
      changes.turn->maybe_items.assign(netting.repeated.begin(), netting.repeated.end());
    }
    for (auto& [name, change] : netting.documents) {
      changes.documents.push_back(std::move(change));
    }
    all.personas.push_back(std::move(changes));
  }
  all.summary = summarizer.summary();
  return all;
}

void RecordReader::read_turn(const JoinedRecord& joined, PersonaChanges& changes) {
  std::optional<TurnBytes> found = turn_bytes(joined.record);
  if (!found) {
    return;
  }
  const auto parsed = parser_.parse(found->copy.empty() ? found->bytes : std::string_view(found->copy));
  if (!parsed.ok() || (*parsed)->agent_id != changes.persona) {
    return;
  }
  const model::StateExport& turn = mask_.masked(**parsed);
  AdmittedTurn& admitted = changes.turn.emplace();
  admitted.turn_id = turn.turn_id;
  admitted.content = normalise(codec::chat_content(turn.turn_data));
  const ChatItem own{to_string(codec::memory_id(changes.persona, turn.turn_id, kChatPointer)), false};
  admitted.messages = messages_of(turn, joined.record.offset, own, found->source);
}

}  // namespace turnstream::recall
