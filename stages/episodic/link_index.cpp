#include "stages/episodic/link_index.h"

#include <algorithm>

namespace turnstream::episodic {
namespace {

/// The number of the first entry in the window if `next` is the number of the next entry.
std::uint64_t window_begin(std::uint64_t next, const EpisodicSettings& settings) {
  const auto window = static_cast<std::uint64_t>(settings.link_window_items);
  return next > window ? next - window : 0;
}

}  // namespace

Status LinkIndex::load() {
  if (is_loaded_) {
    return {};
  }
  const std::uint64_t end = (state_.links_next + kLinkRowEntries - 1) / kLinkRowEntries;
  loaded_.reserve(static_cast<std::size_t>(end - state_.links_first) + 1);
  for (std::uint64_t number = state_.links_first; number < end; ++number) {
    TS_ASSIGN_OR_RETURN(const auto bytes, rows_.get(row_key(kLinksPrefix, number)));
    if (!bytes.has_value()) {
      return bad_state("A row of the index of links between items is missing.");
    }
    loaded_.push_back({number, std::string(*bytes), false});
  }
  is_loaded_ = true;
  return {};
}

Status LinkIndex::read_table() {
  TS_RETURN_IF_ERROR(load());
  if (table_.has_value()) {
    return {};
  }
  table_.emplace();
  for (const Row& row : loaded_) {
    if (!table_->add_row(row.bytes)) {
      return bad_state("A row of the index of links between items is damaged.");
    }
  }
  return {};
}

Result<std::vector<std::string>> LinkIndex::related(const LinkEntry& subject) {
  TS_RETURN_IF_ERROR(read_table());
  const std::uint64_t first = state_.links_first * kLinkRowEntries;
  const std::uint64_t begin = window_begin(state_.links_next, settings_);
  return table_->related(subject, begin > first ? begin - first : 0, settings_);
}

Status LinkIndex::append(const LinkEntry& entry) {
  TS_RETURN_IF_ERROR(load());
  const std::uint64_t number = state_.links_next / kLinkRowEntries;
  if (loaded_.empty() || loaded_.back().number != number) {
    loaded_.push_back({number, {}, true});
  }
  append_link_entry(loaded_.back().bytes, entry);
  if (table_.has_value()) {
    table_->add(entry);
  }
  loaded_.back().changed = true;
  ++state_.links_next;
  return {};
}

Result<std::vector<Uuid>> LinkIndex::forget(const std::function<bool(const LinkEntry&)>& matches) {
  TS_RETURN_IF_ERROR(load());
  table_.reset();
  std::vector<Uuid> forgotten;
  for (Row& row : loaded_) {
    std::optional<std::vector<LinkEntry>> entries = decode_link_row(row.bytes);
    if (!entries) {
      return bad_state("A row of the index of links between items is damaged.");
    }
    const std::size_t before = forgotten.size();
    for (LinkEntry& entry : *entries) {
      if (entry.id != Uuid{} && matches(entry)) {
        forgotten.push_back(entry.id);
        entry = LinkEntry{};
      }
    }
    if (forgotten.size() > before) {
      row.changed = true;
      row.bytes.clear();
      for (const LinkEntry& entry : *entries) {
        append_link_entry(row.bytes, entry);
      }
    }
  }
  return forgotten;
}

Status LinkIndex::forget_all() {
  TS_RETURN_IF_ERROR(load());
  for (const Row& row : loaded_) {
    rows_.erase(row_key(kLinksPrefix, row.number));
  }
  loaded_.clear();
  table_.reset();
  state_.links_next = 0;
  state_.links_first = 0;
  return {};
}

void LinkIndex::flush() {
  if (!is_loaded_) {
    return;
  }
  const std::uint64_t begin = window_begin(state_.links_next, settings_);
  for (Row& row : loaded_) {
    if ((row.number + 1) * kLinkRowEntries <= begin) {
      rows_.erase(row_key(kLinksPrefix, row.number));
      state_.links_first = row.number + 1;
    } else if (row.changed) {
      rows_.put(row_key(kLinksPrefix, row.number), row.bytes);
      row.changed = false;
    }
  }
}

}  // namespace turnstream::episodic
