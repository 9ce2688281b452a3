#pragma once
// ResolvedFilter: a RecallFilter in the numbers of one index, to test messages and documents without comparing texts.
// Threads: any; it does not change. Lifetime: borrows index and filter.

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "recall/answers/query.h"
#include "recall/read_model/persona_index.h"

namespace turnstream::recall {

class ResolvedFilter {
 public:
  ResolvedFilter(const PersonaIndex& index, const RecallFilter& filter);

  [[nodiscard]] bool passes_message(MessageNumber number) const;
  /// A document passes a filter by session, room or task if it or the message of one of its sources does. It passes one by user in the
  /// same way, except: what is of another user never passes; an instruction of no user holds for all; and an insight, topic, daily
  /// entry or episode of no user passes only if it rests on messages with this user alone, since it repeats their words. Topics,
  /// times and other patterns that are not worth saying by themselves pass only if kinds or types name them.
  [[nodiscard]] bool passes_document(DocumentNumber number) const;

 private:
  /// A condition on one name. Absent: none. A name that the index does not have matches nothing.
  struct Wanted {
    bool is_given = false;
    std::optional<NameNumber> name;

    [[nodiscard]] bool matches(NameNumber number) const { return !is_given || (name && *name == number); }
  };

  [[nodiscard]] Wanted wanted(const std::optional<std::string>& name) const;
  [[nodiscard]] bool wants_kind(std::string_view kind) const;
  [[nodiscard]] bool place_matches(const PlaceNumbers& place) const;
  [[nodiscard]] bool tags_match(const std::vector<NameNumber>& tags) const;
  [[nodiscard]] bool time_matches(EventTime time) const;
  [[nodiscard]] bool source_matches(const DocumentEntry& document) const;
  [[nodiscard]] bool user_may_match(const DocumentEntry& document) const;
  /// Whether the place of one of the messages that the document rests on passes the test.
  template <typename Test>
  [[nodiscard]] bool any_place(const DocumentEntry& document, const Test& test) const;
  [[nodiscard]] bool kind_matches(const DocumentEntry& document) const;

  const PersonaIndex& index_;
  const RecallFilter& filter_;
  Wanted session_;
  Wanted user_;
  Wanted room_;
  Wanted task_;
  std::vector<NameNumber> types_;
  std::vector<NameNumber> tags_;
  std::optional<NameNumber> instruction_;
  std::optional<NameNumber> preference_;
  std::optional<NameNumber> habit_;
  bool messages_ = true;
};

}  // namespace turnstream::recall
