#pragma once
// DocumentWriter: the changes of one persona's documents by one record, as rows and in the index. What a document was before
// becomes a former version, or leaves with all of them if the record forgets it. PersonaWriter owns one.
// Threads: one. Lifetime: for one record; borrows all of WriterParts.

#include <optional>
#include <string>
#include <string_view>

#include "pipeline/base/result.h"
#include "pipeline/store/key_value_store.h"
#include "recall/documents/document.h"
#include "recall/read_model/journal_writer.h"
#include "recall/read_model/persona_index.h"
#include "recall/read_model/record_changes.h"
#include "recall/read_model/row_keys.h"

namespace turnstream::recall {

struct WriterParts {
  store::KeyValueStore& store;
  store::TableId table;
  store::Batch& batch;
  JournalWriter& journal;
  Partition partition;
  Offset offset;  ///< of the record
  LogTime log_time;
};

/// A document that holds before the record.
struct PresentDocument {
  Offset from;
  Document document;
};

class DocumentWriter {
 public:
  /// `index`: null if the persona is not loaded.
  DocumentWriter(const WriterParts& parts, const std::string& persona, PersonaIndex* index)
      : parts_(parts), persona_(persona), index_(index) {}

  /// `forgets`: the record has a forget. Errors: of the store, and "state_unusable" for a damaged row. Each document once.
  Status apply(const DocumentChange& change, bool forgets);
  Result<std::optional<PresentDocument>> present(Kind kind, std::string_view id);
  /// As it is before this record, or as it was at last; absent if nothing is known of it.
  Result<std::optional<Document>> last_version(Kind kind, std::string_view id);

 private:
  Result<std::string> json_after(const DocumentChange& change);
  void note(JournalOp op, const Document& document, const DocumentChange& change);
  Status end_version(const std::optional<PresentDocument>& before, const DocumentChange& change, bool forgets);
  void erase(std::string_view key) { parts_.batch.erase(parts_.table, key); }
  void put(std::string_view key, std::string_view value) { parts_.batch.put(parts_.table, key, value); }

  const WriterParts& parts_;
  const std::string& persona_;
  PersonaIndex* index_;
};

}  // namespace turnstream::recall
