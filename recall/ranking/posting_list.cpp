#include "recall/ranking/posting_list.h"

#include <algorithm>
#include <cstring>

#include "pipeline/base/check.h"

namespace turnstream::recall {
namespace {

void append_number(FewBytes& bytes, std::uint64_t number) {
  for (; number >= 0x80; number >>= 7) {
    bytes.push_back(static_cast<std::uint8_t>(number | 0x80));
  }
  bytes.push_back(static_cast<std::uint8_t>(number));
}

void append_posting(FewBytes& bytes, MessageNumber distance, std::uint32_t count) {
  append_number(bytes, std::uint64_t{distance} << 1 | (count > 1 ? 1 : 0));
  if (count > 1) {
    append_number(bytes, count);
  }
}

}  // namespace

void PostingList::insert(MessageNumber message, std::uint32_t count) {
  TS_CHECK(count > 0);
  if (empty() || message > last_) {
    constexpr MessageNumber kOneByteMax = 0x3f;
    const MessageNumber distance = message - last_;
    if (count == 1 && distance <= kOneByteMax) {
      bytes_.push_back(static_cast<std::uint8_t>(distance << 1));
    } else {
      append_posting(bytes_, distance, count);
    }
    last_ = message;
  } else {
    const auto [before, behind] = first_not_before(message);
    TS_CHECK(behind.message != message);
    FewBytes both;
    append_posting(both, message - before.message, count);
    append_posting(both, behind.message - message, behind.count);
    replace(before.end, behind.end, both);
  }
  ++holding_;
}

void PostingList::remove(MessageNumber message) {
  TS_CHECK(!empty() && message <= last_);
  const auto [before, removed] = first_not_before(message);
  TS_CHECK(removed.message == message);
  if (message == last_) {
    bytes_.resize(before.end);
    last_ = before.message;
  } else {
    const Posting behind = next(bytes_.data(), removed);
    FewBytes nearer;
    append_posting(nearer, behind.message - before.message, behind.count);
    replace(before.end, behind.end, nearer);
  }
  --holding_;
}

/// Precondition: message <= last_.
PostingList::Found PostingList::first_not_before(MessageNumber message) const {
  const std::uint8_t* const bytes = bytes_.data();
  Found found{.before = {}, .posting = next(bytes, {})};
  while (found.posting.message < message) {
    found = {.before = found.posting, .posting = next(bytes, found.posting)};
  }
  return found;
}

/// Puts other bytes in the place of those from `begin` to `end`, and moves what follows.
void PostingList::replace(std::size_t begin, std::size_t end, const FewBytes& by) {
  const std::size_t behind = bytes_.size() - end;
  bytes_.resize(std::max(bytes_.size(), begin + by.size() + behind));
  std::memmove(bytes_.data() + begin + by.size(), bytes_.data() + end, behind);
  std::memcpy(bytes_.data() + begin, by.data(), by.size());
  bytes_.resize(begin + by.size() + behind);
}

}  // namespace turnstream::recall
