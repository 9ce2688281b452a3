#pragma once
// PersonaIndex: what recall holds of one persona in memory, at one moment: its messages and documents with what filters and
// ranking need of them, without texts. The read model makes it from rows and keeps it up to date; queries read it. An index
// that was kept up to date ranks as one that is made from the rows again. Threads: one that changes, or any number that read.

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "recall/documents/document.h"
#include "recall/documents/message.h"
#include "recall/ranking/message_index.h"
#include "recall/ranking/signals.h"
#include "recall/ranking/string_numbers.h"
#include "recall/ranking/text_index.h"
#include "recall/ranking/vectors/vector_table.h"

namespace turnstream::recall {

/// The number of a name in PersonaIndex::names(): of a session, user, room, task, tag or type. 0 is the empty name.
using NameNumber = std::uint32_t;
using ItemNumber = std::uint32_t;
using TurnNumber = std::uint32_t;

/// Where a message or document comes from, for filters.
struct PlaceNumbers {
  NameNumber session = 0;
  NameNumber user = 0;
  NameNumber room = 0;
  NameNumber task = 0;
};

struct MessageEntry {
  std::uint64_t position = 0;
  ItemNumber item = 0;      ///< that stands for it now
  ItemNumber own_item = 0;  ///< of its id
  TurnNumber turn = 0;
  PlaceNumbers place;
  EventTime time;
};

/// What rests on a turn or an item. Both lists are ascending.
struct Links {
  std::vector<MessageNumber> messages;    ///< of the turn; of an item those that say the same
  std::vector<DocumentNumber> documents;  ///< that rest on it, without items
};

/// What is known of an item, by which messages and documents are filtered and shown.
struct ItemEntry {
  bool is_kept = false;  ///< false: a stage has dropped it, or never had it; then the fields below are empty
  std::string tier;
  std::int64_t importance = 0;
  std::int64_t confidence = 0;
  std::vector<NameNumber> tags;
  Links links;                       ///< documents: of sources that name no turn
  std::vector<MessageNumber> named;  ///< messages with its id that now have another item
};

/// What a document rests on: a turn, or an item if the source names no turn.
struct SourceNumbers {
  bool is_turn = false;
  std::uint32_t number = 0;
};

struct DocumentEntry {
  bool is_live = false;
  Kind kind = Kind::kMemory;
  std::string id;
  NameNumber type = 0;
  std::vector<NameNumber> tags;
  std::vector<SourceNumbers> sources;
  PlaceNumbers place;  ///< of an item; else only the session, if it has one
  EventTime time;
  std::optional<std::int64_t> importance;
  std::int64_t confidence = 0;
  bool holds = true;
};

/// How the texts of a persona are read.
struct TextReading {
  Language language = {};                ///< of messages, documents and queries
  const VectorTable* vectors = nullptr;  ///< of messages and queries; null: none. It outlives the index
};

/// Speeds up the making of an index from all its messages and documents. No message or document may be removed while it is used.
struct IndexLoading {
  TermReader reader;
  TermNumbering of_messages{reader};
  TermNumbering of_texts{reader};

  explicit IndexLoading(const Language& language) : reader(language) {}
  IndexLoading(const IndexLoading&) = delete;
  IndexLoading& operator=(const IndexLoading&) = delete;
};

class PersonaIndex {
 public:
  explicit PersonaIndex(const TextReading& reading)
      : messages_(reading.language, reading.vectors), texts_(reading.language) {
    names_.add("");
  }

  /// `message` comes after all that were added. The same message must be given to remove(). `loading`: of
  /// an index that is being made; may be null. `signals`: of the text, if they are known.
  void add(const Message& message, IndexLoading* loading = nullptr, std::optional<Signals> signals = std::nullopt);
  void remove(const Message& message);
  /// The message, which the index has, now has another item_now().
  void set_item(const Message& message);

  /// A document that was not there. Chat items are kept as items only: messages stand for them.
  void put(const Document& document, IndexLoading* loading = nullptr);
  /// The document `before`, as it was put, is now `after`, which has the same kind and id.
  void change(const Document& before, const Document& after);
  /// `before`: as it was put.
  void erase(const Document& before);

  [[nodiscard]] const MessageIndex& messages() const { return messages_; }
  [[nodiscard]] const TextIndex& texts() const { return texts_; }
  /// Precondition: the message is live.
  [[nodiscard]] const MessageEntry& message(MessageNumber number) const { return message_entries_[number]; }
  [[nodiscard]] const DocumentEntry& document(DocumentNumber number) const { return documents_[number]; }
  [[nodiscard]] std::size_t document_numbers() const { return documents_.size(); }
  [[nodiscard]] const ItemEntry& item(ItemNumber number) const { return items_[number]; }
  [[nodiscard]] std::optional<ItemNumber> find_item(std::string_view id) const { return item_ids_.find(id); }
  /// The messages of the turn; of an item those that it stands for, then those with its id that now have another item.
  [[nodiscard]] std::array<std::span<const MessageNumber>, 2> messages_of(const SourceNumbers& source) const;
  /// The documents that rest on the message's turn or item, ascending. Precondition: the message is live.
  [[nodiscard]] std::vector<DocumentNumber> documents_on(MessageNumber number) const;
  [[nodiscard]] std::optional<NameNumber> find_name(std::string_view name) const { return names_.find(name); }
  [[nodiscard]] std::optional<DocumentNumber> find_document(Kind kind, std::string_view id) const;

  [[nodiscard]] bool is_empty() const { return messages_.size() == 0 && documents_.empty() && items_.empty(); }
  /// Whether most of it belongs to what was removed: a new index from the rows would be smaller.
  [[nodiscard]] bool is_mostly_gone() const;
  /// An estimate of the bytes in memory.
  [[nodiscard]] std::size_t memory_bytes() const;

 private:
  [[nodiscard]] PlaceNumbers numbers_of(const Place& place);
  [[nodiscard]] std::vector<NameNumber> numbers_of(const std::vector<std::string>& names);
  ItemNumber item_number(std::string_view id);
  TurnNumber turn_number(std::string_view id);
  /// Absent if it is not there, or was removed.
  [[nodiscard]] std::optional<MessageNumber> find_message(const Message& message) const;
  Links& links_of(const SourceNumbers& source);
  void describe(const Document& document, DocumentNumber number);
  void link_sources(const Document& document, DocumentNumber number);
  void unlink_sources(DocumentNumber number);
  void keep_item(const Document& document);

  MessageIndex messages_;
  TextIndex texts_;
  std::vector<MessageEntry> message_entries_;      ///< by the number in messages_
  std::vector<DocumentEntry> documents_;           ///< by the number in texts_
  StringNumbers document_names_;                   ///< kind and id
  std::vector<DocumentNumber> documents_by_name_;  ///< by the number in document_names_
  StringNumbers names_;
  StringNumbers item_ids_;
  std::vector<ItemEntry> items_;  ///< by the number in item_ids_
  StringNumbers turn_ids_;
  std::vector<Links> turns_;  ///< by the number in turn_ids_
  std::size_t gone_ = 0;      ///< messages and documents that were removed
};

}  // namespace turnstream::recall
