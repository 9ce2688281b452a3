#pragma once
// PersonaMemory: one persona's memory at one moment, as a query reads it: its index, and the texts from the rows.
// load_index() makes the index. Threads: any number. Lifetime: borrows store, persona and index.

#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "pipeline/base/result.h"
#include "pipeline/store/key_value_store.h"
#include "recall/read_model/persona_index.h"
#include "recall/read_model/row_keys.h"

namespace turnstream::recall {

/// The moment of an answer in the persona's partition.
struct Moment {
  Partition partition;
  Offset offset;  ///< the last record that the answer takes into account; −1 before the first one
};

/// What a document was from one record of the log on.
struct DocumentVersion {
  Offset from;               ///< of that record
  std::optional<Offset> to;  ///< the record that ended it; absent: it holds at the moment
  Document document;
};

class PersonaMemory {
 public:
  PersonaMemory(store::KeyValueStore& store, store::TableId table, const std::string& persona,
                const PersonaIndex& index, Moment moment, bool is_past)
      : store_(store), table_(table), persona_(persona), index_(index), moment_(moment), is_past_(is_past) {}

  [[nodiscard]] const PersonaIndex& index() const { return index_; }
  [[nodiscard]] const std::string& persona() const { return persona_; }
  [[nodiscard]] Moment moment() const { return moment_; }
  /// True if a moment before the present was asked for.
  [[nodiscard]] bool is_past() const { return is_past_; }
  /// Precondition: the message is live in the index. Errors: of the store, "state_unusable".
  Result<Message> message(MessageNumber number) const;
  /// The document as it was at the moment; absent if it did not exist then.
  Result<std::optional<Document>> document(Kind kind, std::string_view id) const;

  /// The versions of one document up to the moment, the oldest first, also of one that is no longer there. Those that ended before the
  /// history that is kept are missing.
  Result<std::vector<DocumentVersion>> versions(Kind kind, std::string_view id) const;
  /// Calls visit(versions) for each document of the kind that is there or was there in the history that is kept, by id.
  Status for_each_history(Kind kind, const std::function<void(std::vector<DocumentVersion>)>& visit) const;
  /// The log time of a record of the persona's partition in the history that is kept; else of the first one in it.
  Result<LogTime> log_time(Offset offset) const;

 private:
  /// What holds now, if it did at the moment.
  Result<std::optional<DocumentVersion>> present(Kind kind, std::string_view id) const;
  Status read_formers(const rows::Range& range, const std::function<void(DocumentVersion)>& visit) const;

  store::KeyValueStore& store_;
  store::TableId table_;
  const std::string& persona_;
  const PersonaIndex& index_;
  Moment moment_;
  bool is_past_;
};

/// Makes the index of a persona, whose texts are read so, from its rows: of now, or after the record `as_of`. Errors: of the store,
/// "state_unusable".
Result<std::unique_ptr<PersonaIndex>> load_index(store::KeyValueStore& store, store::TableId table,
                                                 const std::string& persona, const TextReading& reading,
                                                 std::optional<Offset> as_of);

/// The documents of these kinds that hold now, by kind in the order given, then by id; without the persona's index. Errors: of the
/// store, "state_unusable".
Result<std::vector<DocumentVersion>> present_documents(store::KeyValueStore& store, store::TableId table,
                                                       const std::string& persona, std::span<const Kind> kinds);

/// A row that cannot be read: "state_unusable" (kStopProcess).
[[nodiscard]] Error damaged_row(std::string_view what);

}  // namespace turnstream::recall
