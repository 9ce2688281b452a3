#include "recall/ranking/speakers.h"

#include <algorithm>
#include <string>

#include "pipeline/base/check.h"
#include "recall/ranking/counted.h"

namespace turnstream::recall {

std::uint32_t Speakers::add_message(std::string_view name) {
  const std::uint32_t number = names_.add(name);
  messages_.resize(std::max(messages_.size(), names_.size()));
  if (messages_[number]++ == 0) {
    Words words = words_of(name);
    for_each_counted(words, [&](const std::string& word, std::uint32_t count) {
      words_.insert(words_.number_of(word), number, count);
    });
  }
  return number;
}

void Speakers::remove_message(std::string_view name) {
  const std::optional<std::uint32_t> number = names_.find(name);
  TS_CHECK(number);
  if (--messages_[*number] == 0) {
    Words words = words_of(name);
    for_each_counted(words, [&](const std::string& word, std::uint32_t) { words_.remove(word, *number); });
    names_.remove(name);
  }
}

std::optional<std::uint32_t> Speakers::only_named_in(const Words& words) const {
  std::optional<std::uint32_t> only;
  for (const std::string& word : words) {
    const PostingList* named = words_.find(word);
    if (named == nullptr) {
      continue;
    }
    if (named->holding() > 1) {
      return std::nullopt;
    }
    std::uint32_t speaker = 0;
    named->for_each([&](std::uint32_t number, std::uint32_t) { speaker = number; });
    if (only && *only != speaker) {
      return std::nullopt;
    }
    only = speaker;
  }
  return only;
}

}  // namespace turnstream::recall
