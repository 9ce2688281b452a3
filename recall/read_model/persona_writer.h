#pragma once
// PersonaWriter: puts what one record changes of one persona into rows, and into the index of the persona if that is loaded.
// It reads the store as it is before the batch. RecordReader's changes name a document once; a forget may erase a row twice.
// What is forgotten leaves with every version. Threads: one. Lifetime: for one record; borrows all of WriterParts.

#include <cstdint>
#include <set>
#include <string>
#include <string_view>

#include "pipeline/base/result.h"
#include "pipeline/store/key_value_store.h"
#include "recall/read_model/document_writer.h"
#include "recall/read_model/persona_index.h"
#include "recall/read_model/record_changes.h"
#include "recall/read_model/row_keys.h"

namespace turnstream::recall {

class PersonaWriter {
 public:
  /// `index`: null if the persona is not loaded.
  PersonaWriter(const WriterParts& parts, const std::string& persona, PersonaIndex* index)
      : parts_(parts), persona_(persona), index_(index), documents_(parts, persona, index) {}

  /// Errors: of the store, and "state_unusable" (kStopProcess) for a damaged row.
  Status apply(PersonaChanges& changes);

 private:
  Status change_memory(PersonaChanges& changes);
  Status erase_everything();
  Status note_command(const CommandReport& report);
  Status resolve_item(AdmittedTurn& turn);
  Status add_turn(AdmittedTurn& turn, const PersonaChanges& changes);
  Status move_messages(const std::string& item, const std::string& into);
  Result<std::vector<Message>> messages_of_item(std::string_view item);
  void take_out(const Message& message, bool forgets);
  void note_message(JournalOp op, const Message& message, std::string_view stage);
  void note_gone(const Message& message, std::string_view stage);
  Result<std::set<std::string>> named_by(const PersonaChanges& changes);
  Status forget(const model::ForgetArgs& args, const PersonaChanges& changes);
  Status forget_messages(std::set<std::string>& gone, const std::optional<std::string>& session);
  Result<bool> forget_versions(std::set<std::string>& gone, const std::optional<std::string>& session);
  void close(std::string_view key, std::string_view row);
  void erase(std::string_view key) { parts_.batch.erase(parts_.table, key); }
  void put(std::string_view key, std::string_view value) { parts_.batch.put(parts_.table, key, value); }
  Status scan(const rows::Range& range, const store::Visitor& visit) {
    return parts_.store.scan(parts_.table, range.from, range.to, visit);
  }

  const WriterParts& parts_;
  const std::string& persona_;
  PersonaIndex* index_;
  DocumentWriter documents_;
  std::set<std::uint64_t> gone_;  ///< positions of messages of which the journal says that they left
};

}  // namespace turnstream::recall
