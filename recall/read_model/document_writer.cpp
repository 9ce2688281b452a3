#include "recall/read_model/document_writer.h"

#include <utility>

#include "pipeline/codec/patch.h"
#include "recall/documents/stored_document.h"
#include "recall/read_model/persona_memory.h"

namespace turnstream::recall {

Result<std::optional<PresentDocument>> DocumentWriter::present(Kind kind, std::string_view id) {
  TS_ASSIGN_OR_RETURN(const auto bytes, parts_.store.get(parts_.table, rows::document_key(persona_, kind, id)));
  if (!bytes) {
    return std::optional<PresentDocument>();
  }
  const auto row = rows::read_document_row(*bytes);
  auto document = row ? read_stored(kind, id, row->stored) : std::nullopt;
  if (!document) {
    return damaged_row("document");
  }
  return std::optional(PresentDocument{row->from, *std::move(document)});
}

/// Precondition: the document is there if the change is not whole.
Result<std::string> DocumentWriter::json_after(const DocumentChange& change) {
  if (change.whole) {
    return change.value;
  }
  TS_ASSIGN_OR_RETURN(const auto before,
                      parts_.store.get(parts_.table, rows::json_key(persona_, change.kind, change.id)));
  return before ? Result<std::string>(codec::patched(*before, model::Patch{change.value, change.append}))
                : damaged_row("document");
}

Status DocumentWriter::apply(const DocumentChange& change, bool forgets) {
  TS_ASSIGN_OR_RETURN(const std::optional<PresentDocument> before, present(change.kind, change.id));
  if (change.removed) {
    if (before) {
      if (index_ != nullptr) {
        index_->erase(before->document);
      }
      note(JournalOp::kDelete, before->document, change);
      erase(rows::document_key(persona_, change.kind, change.id));
      erase(rows::json_key(persona_, change.kind, change.id));
    }
    return end_version(before, change, forgets);
  }
  if (!change.whole && !before) {
    return {};
  }
  TS_ASSIGN_OR_RETURN(const std::string json, json_after(change));
  const auto after = read_document(change.kind, change.id, json);
  if (!after) {
    return damaged_row("change of a completion");
  }
  const bool is_same = before && before->document == *after;
  if (index_ != nullptr && before && !is_same) {
    index_->change(before->document, *after);
  } else if (index_ != nullptr && !before) {
    index_->put(*after);
  }
  if (!is_same) {
    TS_RETURN_IF_ERROR(end_version(before, change, forgets));
    note(before ? JournalOp::kUpdate : JournalOp::kAdd, *after, change);
  }
  std::string stored;
  append_stored(stored, *after);
  put(rows::document_key(persona_, change.kind, change.id),
      rows::document_row({is_same ? before->from : parts_.offset, stored}));
  put(rows::json_key(persona_, change.kind, change.id), json);
  return {};
}

/// A chat item is shown as its messages, which have entries of their own.
void DocumentWriter::note(JournalOp op, const Document& document, const DocumentChange& change) {
  if (document.kind != Kind::kMemory || document.type != "chat") {
    parts_.journal.note(persona_, op, {std::string(kind_name(document)), document.id, change.stage});
  }
}

/// Keeps what held as a former version; or erases all of them.
Status DocumentWriter::end_version(const std::optional<PresentDocument>& before, const DocumentChange& change,
                                   bool forgets) {
  if (forgets) {
    const rows::Range formers = rows::versions_of(persona_, change.kind, change.id);
    return parts_.store.scan(parts_.table, formers.from, formers.to, [&](std::string_view key, std::string_view) {
      erase(key);
      return true;
    });
  }
  if (before) {
    std::string stored;
    append_stored(stored, before->document);
    const std::string key = rows::version_key(persona_, change.kind, change.id, before->from);
    put(key, rows::version_row({parts_.offset, stored}));
    put(rows::closed_key(parts_.partition, parts_.log_time, key), {});
  }
  return {};
}

/// As it is before this record, or as it was at last; absent if nothing is known of it.
Result<std::optional<Document>> DocumentWriter::last_version(Kind kind, std::string_view id) {
  TS_ASSIGN_OR_RETURN(std::optional<PresentDocument> now, present(kind, id));
  std::optional<Document> last;
  if (now) {
    last = std::move(now->document);
    return last;
  }
  const rows::Range formers = rows::versions_of(persona_, kind, id);
  const auto take = [&](std::string_view, std::string_view bytes) {
    const auto row = rows::read_version_row(bytes);
    last = row ? read_stored(kind, id, row->stored) : std::nullopt;
    return true;
  };
  TS_RETURN_IF_ERROR(parts_.store.scan(parts_.table, formers.from, formers.to, take));
  return last;
}

}  // namespace turnstream::recall
