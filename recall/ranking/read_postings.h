#pragma once
// ReadPostings: the posting list of one term, prefix or pair of terms of a query, read into an array, so that the count of any
// message is found by a search. ReadLists keeps the lists of a query, and their memory for the next one.
// Threads: one that changes it, or any number that read. They borrow nothing.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "recall/ranking/posting_list.h"

namespace turnstream::recall {

struct MessageCount {
  MessageNumber message = 0;
  std::uint32_t count = 0;
};

class ReadPostings {
 public:
  void read(const PostingList& list, double rarity) {
    rarity_ = rarity;
    postings_.resize(list.holding());
    MessageCount* next = postings_.data();
    list.for_each([&next](MessageNumber message, std::uint32_t count) { *next++ = {message, count}; });
  }

  [[nodiscard]] double rarity() const { return rarity_; }
  /// In ascending order of messages.
  [[nodiscard]] const std::vector<MessageCount>& all() const { return postings_; }
  /// 0 if the message is not in the list.
  [[nodiscard]] std::uint32_t count_of(MessageNumber message) const {
    const auto found = first_from(postings_.begin(), message);
    return found != postings_.end() && found->message == message ? found->count : 0;
  }
  /// Calls visit(place, count) for each of the messages that is in the list; `place` is that in `ascending`.
  template <typename Visit>
  void for_each_of(std::span<const MessageNumber> ascending, Visit visit) const {
    auto posting = ascending.empty() ? postings_.end() : first_from(postings_.begin(), ascending.front());
    for (std::size_t place = 0; place < ascending.size() && posting != postings_.end();) {
      if (posting->message == ascending[place]) {
        visit(place++, posting->count);
        ++posting;
      } else if (posting->message > ascending[place]) {
        ++place;
      } else {
        posting = first_from(posting, ascending[place]);
      }
    }
  }

 private:
  using Place = std::vector<MessageCount>::const_iterator;

  /// The first posting that is not before the message.
  [[nodiscard]] Place first_from(Place begin, MessageNumber message) const {
    return std::lower_bound(begin, postings_.end(), message,
                            [](const MessageCount& posting, MessageNumber wanted) { return posting.message < wanted; });
  }

  std::vector<MessageCount> postings_;
  double rarity_ = 0;
};

class ReadLists {
 public:
  void clear() { used_ = 0; }
  ReadPostings& add(const PostingList& list, double rarity) {
    ReadPostings& added = next();
    added.read(list, rarity);
    return added;
  }
  /// The same list once more, of another part of the query. `list`: not of this object.
  void add_copy(const ReadPostings& list) { next() = list; }
  /// In the order of add(). Valid until the next change.
  [[nodiscard]] std::span<const ReadPostings> all() const { return {lists_.data(), used_}; }

 private:
  ReadPostings& next() {
    if (used_ == lists_.size()) {
      lists_.emplace_back();
    }
    return lists_[used_++];
  }

  std::vector<ReadPostings> lists_;
  std::size_t used_ = 0;
};

}  // namespace turnstream::recall
