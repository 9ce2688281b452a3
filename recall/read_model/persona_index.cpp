#include "recall/read_model/persona_index.h"

#include <algorithm>
#include <chrono>

#include "pipeline/base/check.h"
#include "recall/ranking/dates.h"

namespace turnstream::recall {
namespace {

constexpr std::size_t kIndexBytes = 4'096;  ///< of an empty one, about
constexpr std::size_t kEntryBytes = 200;    ///< of a message or document with its places in the tables, about

std::string name_of_document(Kind kind, std::string_view id) {
  return std::string(1, static_cast<char>(kind)).append(id);
}

std::chrono::year_month_day date_of(EventTime time) {
  return std::chrono::floor<std::chrono::days>(
      std::chrono::sys_time<std::chrono::milliseconds>(std::chrono::milliseconds(time.value())));
}

/// The message as the ranking reads it. Borrows `message` and `date_text`.
NewMessage ranked(const Message& message, const std::string& date_text) {
  return {.position = position_of(message.offset, message.side),
          .session = message.place.session_id,
          .speaker = message.speaker,
          .text = message.text,
          .caption = message.caption,
          .date_text = date_text,
          .date = date_of(message.time)};
}

template <typename Number>
void insert_sorted(std::vector<Number>& numbers, Number number) {
  const auto at = std::lower_bound(numbers.begin(), numbers.end(), number);
  if (at == numbers.end() || *at != number) {
    numbers.insert(at, number);
  }
}

template <typename Number>
void erase_sorted(std::vector<Number>& numbers, Number number) {
  const auto at = std::lower_bound(numbers.begin(), numbers.end(), number);
  if (at != numbers.end() && *at == number) {
    numbers.erase(at);
  }
}

bool is_chat(const Document& document) {
  return document.kind == Kind::kMemory && document.type == "chat";
}

}  // namespace

PlaceNumbers PersonaIndex::numbers_of(const Place& place) {
  return {names_.add(place.session_id), names_.add(place.user_id), names_.add(place.room_id),
          names_.add(place.task_id)};
}

std::vector<NameNumber> PersonaIndex::numbers_of(const std::vector<std::string>& names) {
  std::vector<NameNumber> numbers;
  numbers.reserve(names.size());
  for (const std::string& name : names) {
    numbers.push_back(names_.add(name));
  }
  return numbers;
}

ItemNumber PersonaIndex::item_number(std::string_view id) {
  const ItemNumber number = item_ids_.add(id);
  items_.resize(item_ids_.size());
  return number;
}

TurnNumber PersonaIndex::turn_number(std::string_view id) {
  const TurnNumber number = turn_ids_.add(id);
  turns_.resize(turn_ids_.size());
  return number;
}

void PersonaIndex::add(const Message& message, IndexLoading* loading, std::optional<Signals> signals) {
  const std::string date = date_text(date_of(message.time));
  NewMessage added = ranked(message, date);
  added.signals = signals;
  const MessageNumber number = messages_.add(added, loading == nullptr ? nullptr : &loading->of_messages);
  TS_CHECK(number == message_entries_.size());
  const ItemNumber item = item_number(item_now(message));
  const TurnNumber turn = turn_number(message.turn_id);
  const ItemNumber own_item = item_number(message.item_id);
  message_entries_.push_back({added.position, item, own_item, turn, numbers_of(message.place), message.time});
  items_[item].links.messages.push_back(number);
  turns_[turn].messages.push_back(number);
  if (item != own_item) {
    items_[own_item].named.push_back(number);
  }
}

void PersonaIndex::remove(const Message& message) {
  const std::optional<MessageNumber> found = find_message(message);
  if (!found) {
    return;
  }
  const MessageNumber number = *found;
  const std::string date = date_text(date_of(message.time));
  messages_.remove(number, ranked(message, date));
  const MessageEntry& entry = message_entries_[number];
  erase_sorted(items_[entry.item].links.messages, number);
  erase_sorted(turns_[entry.turn].messages, number);
  erase_sorted(items_[item_number(message.item_id)].named, number);
  ++gone_;
}

/// Positions are ascending.
std::optional<MessageNumber> PersonaIndex::find_message(const Message& message) const {
  const std::uint64_t position = position_of(message.offset, message.side);
  const auto found =
      std::lower_bound(message_entries_.begin(), message_entries_.end(), position,
                       [](const MessageEntry& entry, std::uint64_t wanted) { return entry.position < wanted; });
  const auto number = static_cast<MessageNumber>(found - message_entries_.begin());
  const bool is_there = found != message_entries_.end() && found->position == position && messages_.is_live(number);
  return is_there ? std::optional(number) : std::nullopt;
}

void PersonaIndex::set_item(const Message& message) {
  const std::optional<MessageNumber> found = find_message(message);
  if (!found) {
    return;
  }
  const ItemNumber item = item_number(item_now(message));
  MessageEntry& entry = message_entries_[*found];
  erase_sorted(items_[entry.item].links.messages, *found);
  insert_sorted(items_[item].links.messages, *found);
  insert_sorted(items_[item_number(message.item_id)].named, *found);
  entry.item = item;
}

void PersonaIndex::keep_item(const Document& document) {
  std::vector<NameNumber> tags = numbers_of(document.tags);
  ItemEntry& item = items_[item_number(document.id)];
  item.is_kept = true;
  item.tier = document.tier;
  item.importance = document.importance.value_or(0);
  item.confidence = document.confidence;
  item.tags = std::move(tags);
}

void PersonaIndex::put(const Document& document, IndexLoading* loading) {
  if (document.kind == Kind::kMemory) {
    keep_item(document);
  }
  if (is_chat(document)) {
    return;
  }
  const DocumentNumber number = texts_.add(indexed_text(document), loading == nullptr ? nullptr : &loading->of_texts);
  documents_.resize(std::max<std::size_t>(documents_.size(), number + 1));
  const std::uint32_t name = document_names_.add(name_of_document(document.kind, document.id));
  documents_by_name_.resize(std::max<std::size_t>(documents_by_name_.size(), name + 1));
  documents_by_name_[name] = number;
  describe(document, number);
}

/// Most changes leave the text as it is, and what the index of texts costs grows with the number of texts.
void PersonaIndex::change(const Document& before, const Document& after) {
  const std::optional<DocumentNumber> number = find_document(before.kind, before.id);
  if (!number || is_chat(after) || indexed_text(before) != indexed_text(after)) {
    erase(before);
    put(after);
    return;
  }
  if (after.kind == Kind::kMemory) {
    keep_item(after);
  }
  unlink_sources(*number);
  describe(after, *number);
}

/// All but its text.
void PersonaIndex::describe(const Document& document, DocumentNumber number) {
  DocumentEntry& entry = documents_[number];
  entry.is_live = true;
  entry.kind = document.kind;
  entry.id = document.id;
  entry.type = names_.add(document.type);
  entry.tags = numbers_of(document.tags);
  entry.place = numbers_of(document.place);
  entry.time = document.time;
  entry.importance = document.importance;
  entry.confidence = document.confidence;
  entry.holds = document.holds;
  link_sources(document, number);
}

/// An item is not among what rests on its turn, but has the turn as its source.
void PersonaIndex::link_sources(const Document& document, DocumentNumber number) {
  std::vector<SourceNumbers> sources;
  for (const model::Source& source : document.sources) {
    const bool is_turn = !source.turn_id.empty();
    sources.push_back({is_turn, is_turn ? turn_number(source.turn_id) : item_number(source.id)});
    if (document.kind != Kind::kMemory) {
      insert_sorted(links_of(sources.back()).documents, number);
    }
  }
  documents_[number].sources = std::move(sources);
}

void PersonaIndex::unlink_sources(DocumentNumber number) {
  for (const SourceNumbers& source : documents_[number].sources) {
    erase_sorted(links_of(source).documents, number);
  }
}

Links& PersonaIndex::links_of(const SourceNumbers& source) {
  return source.is_turn ? turns_[source.number] : items_[source.number].links;
}

std::array<std::span<const MessageNumber>, 2> PersonaIndex::messages_of(const SourceNumbers& source) const {
  if (source.is_turn) {
    return {turns_[source.number].messages, {}};
  }
  const ItemEntry& item = items_[source.number];
  return {item.links.messages, item.named};
}

std::vector<DocumentNumber> PersonaIndex::documents_on(MessageNumber number) const {
  const MessageEntry& message = message_entries_[number];
  std::vector<DocumentNumber> all = turns_[message.turn].documents;
  for (const ItemNumber item : {message.item, message.own_item}) {
    for (const DocumentNumber document : items_[item].links.documents) {
      insert_sorted(all, document);
    }
  }
  return all;
}

void PersonaIndex::erase(const Document& before) {
  if (before.kind == Kind::kMemory) {
    ItemEntry& item = items_[item_number(before.id)];
    item.is_kept = false;
    item.tier.clear();
    item.importance = item.confidence = 0;
    item.tags.clear();
  }
  const std::optional<DocumentNumber> found = find_document(before.kind, before.id);
  if (!found) {
    return;
  }
  const DocumentNumber number = *found;
  texts_.remove(number, indexed_text(before));
  unlink_sources(number);
  ++gone_;
  documents_[number] = {};
  document_names_.remove(name_of_document(before.kind, before.id));
}

std::optional<DocumentNumber> PersonaIndex::find_document(Kind kind, std::string_view id) const {
  const std::optional<std::uint32_t> name = document_names_.find(name_of_document(kind, id));
  return name ? std::optional(documents_by_name_[*name]) : std::nullopt;
}

bool PersonaIndex::is_mostly_gone() const {
  constexpr std::size_t kWorthIt = 1'000;
  return gone_ > kWorthIt && gone_ > messages_.size() + texts_.size();
}

std::size_t PersonaIndex::memory_bytes() const {
  return kIndexBytes + messages_.memory_bytes() + texts_.memory_bytes() +
         kEntryBytes * (message_entries_.size() + documents_.size() + items_.size() + turns_.size());
}

}  // namespace turnstream::recall
