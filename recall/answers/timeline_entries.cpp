#include "recall/answers/timeline_entries.h"

#include <algorithm>
#include <cstdlib>
#include <nlohmann/json.hpp>
#include <set>
#include <tuple>
#include <utility>

#include "pipeline/base/time_format.h"
#include "pipeline/json/document.h"
#include "pipeline/json/members.h"
#include "recall/answers/search.h"

namespace turnstream::recall {
namespace {

constexpr std::int64_t kConfidenceMoved = 100'000;
constexpr std::string_view kBegan = "began";

/// A bound of the validity of a fact or note.
struct Bound {
  std::int64_t time = 0;
  bool is_end = false;

  friend auto operator<=>(const Bound&, const Bound&) = default;
};

/// Ascending.
std::vector<Bound> bounds_of(const Document& document) {
  std::vector<Bound> bounds;
  const nlohmann::json validity = json::parse_document(document.validity.empty() ? "[]" : document.validity);
  for (const nlohmann::json& window : validity) {
    if (const auto from = parse_time(json::text_member(window, "from"))) {
      bounds.push_back({*from, false});
    }
    if (const auto to = parse_time(json::text_member(window, "to"))) {
      bounds.push_back({*to, true});
    }
  }
  return bounds;
}

bool says_the_same(const Document& a, const Document& b) {
  return a.text == b.text && a.subject == b.subject && a.type == b.type;
}

/// What ends comes before what takes its place.
std::tuple<std::int64_t, Offset, bool, Kind, std::string_view, std::string_view> order_of(const TimelineEntry& entry) {
  return {entry.time, entry.log, entry.change == kBegan, entry.document.kind, entry.document.id, entry.change};
}

/// Sorts, and drops all but the last `count`.
template <typename Key>
void keep_newest(std::vector<TimelineEntry>& entries, std::size_t count, Key key) {
  std::sort(entries.begin(), entries.end(),
            [&](const TimelineEntry& a, const TimelineEntry& b) { return key(a) < key(b); });
  if (entries.size() > count) {
    entries.erase(entries.begin(), entries.end() - static_cast<std::ptrdiff_t>(count));
  }
}

}  // namespace

/// Whether a memory of this kind can pass the filter.
bool Timeline::wants(Kind kind) const {
  const auto has = [&](std::string_view name) {
    return std::find(filter_.kinds.begin(), filter_.kinds.end(), name) != filter_.kinds.end();
  };
  const bool is_named = has(name_in(kKinds, kind)) ||
                        (kind == Kind::kPattern && (has("instruction") || has("preference") || has("habit")));
  return filter_.kinds.empty() || is_named;
}

/// The versions of one memory, the oldest first. A memory that left and came back has had several lives.
void Timeline::add(Versions versions) {
  if (versions.empty() || !passes(versions.back().document)) {
    return;
  }
  for (DocumentVersion& version : versions) {
    version.document.sources.clear();
  }
  for (auto begin = versions.begin(); begin != versions.end();) {
    auto end = begin + 1;
    while (end != versions.end() && (end - 1)->to == end->from) {
      ++end;
    }
    add_life(Versions(std::make_move_iterator(begin), std::make_move_iterator(end)));
    begin = end;
  }
}

/// The newest ones, the oldest of them first. Errors: of the store.
Result<std::vector<TimelineEntry>> Timeline::take() {
  TS_RETURN_IF_ERROR(look_up_times());
  keep_newest(entries_, limit_, [](const TimelineEntry& entry) { return order_of(entry); });
  return std::move(entries_);
}

bool Timeline::passes(const Document& document) const {
  const auto has = [](const std::vector<std::string>& list, std::string_view name) {
    return list.empty() || std::find(list.begin(), list.end(), name) != list.end();
  };
  const bool is_message = document.kind == Kind::kMemory && document.type == "chat";
  const bool is_pattern = document.kind == Kind::kPattern && has(filter_.kinds, "pattern");
  return !is_message && (has(filter_.kinds, kind_name(document)) || is_pattern) && has(filter_.types, document.type) &&
         (!filter_.current || document.holds) && (!filter_.user_id || document.place.user_id == *filter_.user_id);
}

bool Timeline::is_in_time(std::int64_t time) const {
  return (!filter_.since || EventTime{time} >= *filter_.since) && (!filter_.until || EventTime{time} < *filter_.until);
}

void Timeline::push(EventTime time, std::string_view change, Offset log, const Document& document) {
  if (is_in_time(time.value())) {
    entries_.push_back({time.value(), false, change, log, document});
    if (entries_.size() >= 4 * limit_) {
      keep_newest(entries_, limit_, [](const TimelineEntry& entry) { return order_of(entry); });
    }
  }
}

void Timeline::push_of_log(std::string_view change, Offset log, const Document& document) {
  of_log_.push_back({0, true, change, log, document});
  // Log times ascend with offsets; without an end of the time only the newest can be wanted.
  if (!filter_.until && of_log_.size() >= 4 * limit_) {
    keep_newest(of_log_, limit_, [](const TimelineEntry& entry) { return std::pair(entry.log, entry.document.id); });
  }
}

/// Moves the newest entries of of_log_ that are in time to entries_.
Status Timeline::look_up_times() {
  keep_newest(of_log_, of_log_.size(),
              [](const TimelineEntry& entry) { return std::pair(entry.log, entry.document.id); });
  if (filter_.until) {
    std::size_t low = 0;
    for (std::size_t high = of_log_.size(); low < high;) {
      const std::size_t middle = low + (high - low) / 2;
      TS_ASSIGN_OR_RETURN(const LogTime time, memory_.log_time(of_log_[middle].log));
      low = time.value() < filter_.until->value() ? middle + 1 : low;
      high = time.value() < filter_.until->value() ? high : middle;
    }
    of_log_.resize(low);
  }
  for (std::size_t kept = 0; kept < limit_ && !of_log_.empty(); ++kept) {
    TimelineEntry entry = std::move(of_log_.back());
    of_log_.pop_back();
    TS_ASSIGN_OR_RETURN(const LogTime time, memory_.log_time(entry.log));
    if (!is_in_time(time.value())) {
      break;  // and so are all before it
    }
    entry.time = time.value();
    entries_.push_back(std::move(entry));
  }
  return {};
}

void Timeline::add_life(const Versions& versions) {
  if (!versions.front().document.validity.empty()) {
    add_valid(versions);
  } else {
    add_other(versions);
  }
  if (versions.back().to) {
    push_of_log("removed", *versions.back().to, versions.back().document);
  }
}

/// A bound counts if the last version has it, or if the intervals before the first one of a later version were dropped
/// (a fact keeps a number of them). It stands for the first version that has it.
void Timeline::add_valid(const Versions& versions) {
  std::vector<std::pair<Bound, const DocumentVersion*>> counting;
  for (const DocumentVersion& version : versions) {
    const std::vector<Bound> bounds = bounds_of(version.document);
    const std::set<Bound> now(bounds.begin(), bounds.end());
    std::erase_if(counting, [&](const auto& one) {
      return !now.empty() && !(one.first < *now.begin()) && now.count(one.first) == 0;
    });
    for (const Bound& bound : now) {
      if (std::none_of(counting.begin(), counting.end(), [&](const auto& one) { return one.first == bound; })) {
        counting.emplace_back(bound, &version);
      }
    }
  }
  for (const auto& [bound, version] : counting) {
    push(EventTime{bound.time}, bound.is_end ? "ended" : kBegan, version->from, version->document);
  }
  for (std::size_t i = 1; i < versions.size(); ++i) {
    if (!says_the_same(versions[i].document, versions[i - 1].document)) {
      push_of_log("changed", versions[i].from, versions[i].document);
    }
  }
}

void Timeline::add_other(const Versions& versions) {
  const Document* told = nullptr;
  for (const auto& [from, to, document] : versions) {
    const bool is_told = told != nullptr && says_the_same(document, *told) &&
                         std::abs(document.confidence - told->confidence) < kConfidenceMoved;
    if (!is_told) {
      push(document.time, told == nullptr ? kBegan : "changed", from, document);
      told = &document;
    }
  }
}

}  // namespace turnstream::recall
