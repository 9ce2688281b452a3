#include "recall/ranking/posting_list.h"

#include <algorithm>

#include "pipeline/base/check.h"

namespace turnstream::recall {
namespace {

void append_number(std::vector<std::uint8_t>& bytes, std::uint64_t number) {
  for (; number >= 0x80; number >>= 7) {
    bytes.push_back(static_cast<std::uint8_t>(number | 0x80));
  }
  bytes.push_back(static_cast<std::uint8_t>(number));
}

void append_posting(std::vector<std::uint8_t>& bytes, MessageNumber distance, std::uint32_t count) {
  append_number(bytes, std::uint64_t{distance} << 1 | (count > 1 ? 1 : 0));
  if (count > 1) {
    append_number(bytes, count);
  }
}

}  // namespace

void PostingList::insert(MessageNumber message, std::uint32_t count) {
  TS_CHECK(count > 0);
  if (empty() || message > last_) {
    append_posting(bytes_, message - last_, count);
    last_ = message;
  } else {
    const auto [before, behind] = first_not_before(message);
    TS_CHECK(behind.message != message);
    Bytes both;
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
    const Posting behind = next(removed);
    Bytes nearer;
    append_posting(nearer, behind.message - before.message, behind.count);
    replace(before.end, behind.end, nearer);
  }
  --holding_;
}

/// Precondition: message <= last_.
PostingList::Found PostingList::first_not_before(MessageNumber message) const {
  Found found{.before = {}, .posting = next({})};
  while (found.posting.message < message) {
    found = {.before = found.posting, .posting = next(found.posting)};
  }
  return found;
}

/// Puts other bytes in the place of those from `begin` to `end`, and moves what follows.
void PostingList::replace(std::size_t begin, std::size_t end, const Bytes& by) {
  const auto place = [&](std::size_t at) { return bytes_.begin() + static_cast<std::ptrdiff_t>(at); };
  const std::size_t kept = std::min(end - begin, by.size());
  std::copy_n(by.begin(), kept, place(begin));
  bytes_.erase(place(begin + kept), place(end));
  bytes_.insert(place(begin + kept), by.begin() + static_cast<std::ptrdiff_t>(kept), by.end());
}

}  // namespace turnstream::recall
