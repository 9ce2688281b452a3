#include "recall/answers/filter.h"

#include <algorithm>
#include <iterator>
#include <span>
#include <utility>

namespace turnstream::recall {
namespace {

template <typename T>
bool contains(const std::vector<T>& list, const T& element) {
  return std::find(list.begin(), list.end(), element) != list.end();
}

std::vector<NameNumber> numbers_of(const PersonaIndex& index, const std::vector<std::string>& names) {
  std::vector<NameNumber> numbers;
  for (const std::string& name : names) {
    if (const auto number = index.find_name(name)) {
      numbers.push_back(*number);
    }
  }
  return numbers;
}

constexpr NameNumber kNoName = 0;  // of the empty name

}  // namespace

ResolvedFilter::ResolvedFilter(const PersonaIndex& index, const RecallFilter& filter)
    : index_(index),
      filter_(filter),
      session_(wanted(filter.session_id)),
      user_(wanted(filter.user_id)),
      room_(wanted(filter.room_id)),
      task_(wanted(filter.task_id)),
      types_(numbers_of(index, filter.types)),
      tags_(numbers_of(index, filter.tags)),
      instruction_(index.find_name("instruction")),
      preference_(index.find_name("preference")),
      habit_(index.find_name("habit")),
      messages_(wants_kind("message") && (filter.types.empty() || contains(filter.types, std::string("chat")))) {}

ResolvedFilter::Wanted ResolvedFilter::wanted(const std::optional<std::string>& name) const {
  return name ? Wanted{true, index_.find_name(*name)} : Wanted{};
}

bool ResolvedFilter::wants_kind(std::string_view kind) const {
  return filter_.kinds.empty() || contains(filter_.kinds, std::string(kind));
}

bool ResolvedFilter::place_matches(const PlaceNumbers& place) const {
  return session_.matches(place.session) && user_.matches(place.user) && room_.matches(place.room) &&
         task_.matches(place.task);
}

bool ResolvedFilter::tags_match(const std::vector<NameNumber>& tags) const {
  return filter_.tags.empty() ||
         std::any_of(tags_.begin(), tags_.end(), [&](NameNumber tag) { return contains(tags, tag); });
}

bool ResolvedFilter::time_matches(EventTime time) const {
  return (!filter_.since || time >= *filter_.since) && (!filter_.until || time < *filter_.until);
}

bool ResolvedFilter::passes_message(MessageNumber number) const {
  if (!messages_) {
    return false;
  }
  const MessageEntry& message = index_.message(number);
  const ItemEntry& item = index_.item(message.item);
  return place_matches(message.place) && time_matches(message.time) && tags_match(item.tags) &&
         (!filter_.importance_min || item.importance >= *filter_.importance_min);
}

bool ResolvedFilter::kind_matches(const DocumentEntry& document) const {
  if (!filter_.types.empty() && !contains(types_, document.type)) {
    return false;
  }
  if (document.kind != Kind::kPattern) {
    return wants_kind(name_in(kKinds, document.kind));
  }
  const std::pair<std::optional<NameNumber>, std::string_view> stated[] = {
      {instruction_, "instruction"}, {preference_, "preference"}, {habit_, "habit"}};
  const auto* const found = std::find_if(std::begin(stated), std::end(stated), [&document](const auto& type) {
    return type.first && document.type == *type.first;
  });
  if (found != std::end(stated)) {
    return wants_kind(found->second) || contains(filter_.kinds, std::string("pattern"));
  }
  return contains(filter_.kinds, std::string("pattern")) || (filter_.kinds.empty() && !filter_.types.empty());
}

template <typename Test>
bool ResolvedFilter::any_place(const DocumentEntry& document, const Test& test) const {
  return std::any_of(document.sources.begin(), document.sources.end(), [&](const SourceNumbers& source) {
    const auto lists = index_.messages_of(source);
    return std::any_of(lists.begin(), lists.end(), [&](const std::span<const MessageNumber>& messages) {
      return std::any_of(messages.begin(), messages.end(),
                         [&](MessageNumber message) { return test(index_.message(message).place); });
    });
  });
}

bool ResolvedFilter::user_may_match(const DocumentEntry& document) const {
  if (!user_.is_given) {
    return true;
  }
  if (document.place.user != kNoName) {
    return user_.matches(document.place.user);
  }
  const bool repeats_words = document.kind == Kind::kInsight || document.kind == Kind::kTopic ||
                             document.kind == Kind::kDaily || document.kind == Kind::kEpisode;
  return !repeats_words ||
         !any_place(document, [this](const PlaceNumbers& place) { return !user_.matches(place.user); });
}

bool ResolvedFilter::source_matches(const DocumentEntry& document) const {
  if (!user_may_match(document)) {
    return false;
  }
  if (place_matches(document.place)) {
    return true;
  }
  const bool holds_for_all =
      document.kind == Kind::kPattern && instruction_ == document.type && document.place.user == kNoName;
  if (user_.is_given && holds_for_all) {
    return session_.matches(document.place.session) && room_.matches(document.place.room) &&
           task_.matches(document.place.task);
  }
  return any_place(document, [this](const PlaceNumbers& place) { return place_matches(place); });
}

bool ResolvedFilter::passes_document(DocumentNumber number) const {
  const DocumentEntry& document = index_.document(number);
  return document.is_live && kind_matches(document) && (!filter_.current || document.holds) &&
         time_matches(document.time) && tags_match(document.tags) && source_matches(document) &&
         (!filter_.importance_min || document.importance.value_or(document.confidence) >= *filter_.importance_min);
}

}  // namespace turnstream::recall
