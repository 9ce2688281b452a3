#include "recall/read_model/persona_list.h"

#include <iterator>
#include <set>
#include <utility>

#include "recall/documents/stored_document.h"
#include "recall/read_model/persona_memory.h"
#include "recall/read_model/row_keys.h"

namespace turnstream::recall {
namespace {

/// The spaces with what recall can return: a persona that has rows in none of them has no memory.
constexpr std::string_view kShownSpaces = "DM";

/// Keeps the first `count` names behind `after`. A key begins with the length of the name, so rows are in another order.
class FirstNames {
 public:
  FirstNames(std::string_view after, std::size_t count) : after_(after), count_(count) {}

  void add(std::string name) {
    if (name <= after_) {
      return;
    }
    names_.insert(std::move(name));
    if (names_.size() > count_) {
      names_.erase(std::prev(names_.end()));
    }
  }
  [[nodiscard]] const std::set<std::string>& names() const { return names_; }

 private:
  std::string_view after_;
  std::size_t count_;
  std::set<std::string> names_;
};

/// The persona of the first row of the space behind those of `after`: one search of a row. Absent: there is none.
Result<std::optional<std::string>> next_persona(store::KeyValueStore& store, store::TableId table, char space,
                                                std::string_view after) {
  std::optional<std::string> next;
  bool is_sound = true;
  const rows::Range range = rows::rows_behind(space, after);
  TS_RETURN_IF_ERROR(store.scan(table, range.from, range.to, [&](std::string_view key, std::string_view) {
    next = rows::persona_of(key);
    is_sound = next.has_value();
    return false;
  }));
  return is_sound ? Result(std::move(next)) : damaged_row("row of a persona");
}

/// Adds each persona that has rows in the space.
Status add_names(store::KeyValueStore& store, store::TableId table, char space, FirstNames& names) {
  std::string last;
  for (;;) {
    TS_ASSIGN_OR_RETURN(std::optional<std::string> next, next_persona(store, table, space, last));
    if (!next) {
      return {};
    }
    last = *next;
    names.add(*std::move(next));
  }
}

class Summing {
 public:
  Summing(store::KeyValueStore& store, store::TableId table) : store_(store), table_(table) {}

  [[nodiscard]] std::size_t rows_read() const { return rows_; }

  Result<PersonaSummary> sum(const std::string& persona) {
    PersonaSummary summary;
    summary.persona = persona;
    TS_RETURN_IF_ERROR(count_messages(summary));
    TS_RETURN_IF_ERROR(count_documents(summary));
    return summary;
  }

 private:
  Status count_messages(PersonaSummary& summary) {
    bool is_sound = true;
    const rows::Range range = rows::persona_range('M', summary.persona);
    TS_RETURN_IF_ERROR(store_.scan(table_, range.from, range.to, [&](std::string_view, std::string_view bytes) {
      ++rows_;
      is_sound = rows::read_message_row(bytes, row_);
      if (is_sound && row_.to == rows::kOpen) {
        ++summary.messages;
        summary.since = summary.since.value_or(row_.message.time);
        summary.last = row_.message.time;
      }
      return is_sound;
    }));
    return is_sound ? Status() : damaged_row("message");
  }

  /// Without chat items, for which the messages stand.
  Status count_documents(PersonaSummary& summary) {
    bool is_sound = true;
    const rows::Range range = rows::persona_range('D', summary.persona);
    TS_RETURN_IF_ERROR(store_.scan(table_, range.from, range.to, [&](std::string_view key, std::string_view bytes) {
      ++rows_;
      const auto name = rows::read_document_key(summary.persona, key);
      const auto row = rows::read_document_row(bytes);
      is_sound = name && row;
      if (is_sound && name->kind == Kind::kMemory) {
        const auto item = read_for_index(name->kind, name->id, row->stored);
        is_sound = item.has_value();
        summary.memories += is_sound && item->type != "chat" ? 1 : 0;
      } else {
        ++summary.memories;
      }
      return is_sound;
    }));
    return is_sound ? Status() : damaged_row("document");
  }

  store::KeyValueStore& store_;
  const store::TableId table_;
  rows::MessageRow row_;
  std::size_t rows_ = 0;
};

}  // namespace

Result<std::vector<std::string>> personas_behind(store::KeyValueStore& store, store::TableId table,
                                                 const std::string& after, std::size_t limit) {
  std::vector<std::string> found;
  while (found.size() < limit) {
    TS_ASSIGN_OR_RETURN(std::optional<std::string> next,
                        next_persona(store, table, 'D', found.empty() ? after : found.back()));
    if (!next) {
      break;
    }
    found.push_back(*std::move(next));
  }
  return found;
}

Result<PersonaPage> list_personas(store::KeyValueStore& store, store::TableId table, std::string_view after,
                                  const PersonaPageLimits& limits) {
  FirstNames first(after, limits.personas + 1);  // one more says that there is another page
  for (const char space : kShownSpaces) {
    TS_RETURN_IF_ERROR(add_names(store, table, space, first));
  }
  PersonaPage page;
  Summing summing(store, table);
  for (const std::string& persona : first.names()) {
    const bool is_full = page.personas.size() == limits.personas || summing.rows_read() >= limits.rows;
    if (!page.personas.empty() && is_full) {
      page.next = page.personas.back().persona;
      break;
    }
    TS_ASSIGN_OR_RETURN(PersonaSummary summary, summing.sum(persona));
    page.personas.push_back(std::move(summary));
  }
  return page;
}

}  // namespace turnstream::recall
