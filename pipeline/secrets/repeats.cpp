#include "pipeline/secrets/repeats.h"

#include <algorithm>

#include "pipeline/secrets/text_scan.h"

namespace turnstream::secrets {
namespace {

constexpr std::size_t kPrefixMax = 256;  // bytes of a value in the tree
constexpr std::size_t kTokenMax = 5;     // bytes of a value that must be a whole token
constexpr std::size_t kNone = std::string_view::npos;

unsigned char byte_of(char c) {
  return static_cast<unsigned char>(lower(c));
}

}  // namespace

Repeats::Repeats(const std::vector<Value>& values) {
  nodes_.emplace_back();
  for (const Value& value : values) {
    if (value.text.size() >= kRepeatedMin && values_.size() < kRepeatedMax) {
      insert(value);
    }
  }
  link();
}

void Repeats::insert(const Value& value) {
  const auto prefix = value.text.substr(0, kPrefixMax);
  std::uint32_t node = 0;
  for (const char c : prefix) {
    std::uint32_t next = node == 0 ? first_[byte_of(c)] : nodes_[node].child;
    while (next != 0 && nodes_[next].byte != byte_of(c)) {
      next = nodes_[next].sibling;
    }
    if (next == 0) {
      next = static_cast<std::uint32_t>(nodes_.size());
      nodes_.push_back({.sibling = node == 0 ? 0 : nodes_[node].child, .byte = byte_of(c)});
      (node == 0 ? first_[byte_of(c)] : nodes_[node].child) = next;
    }
    node = next;
  }
  if (nodes_[node].value != 0) {
    return;
  }
  const bool is_letters = is_of_words(prefix);
  const bool is_word = value.text.find(' ') == kNone && std::none_of(value.text.begin(), value.text.end(), is_digit);
  const Bound bound = value.text.size() <= kTokenMax                     ? Bound::kToken
                      : is_letters && prefix.size() == value.text.size() ? Bound::kWord
                                                                         : Bound::kNone;
  values_.push_back({.value = value, .prefix = prefix.size(), .bound = bound, .is_plain_word = is_word});
  nodes_[node].value = static_cast<std::uint32_t>(values_.size());
}

void Repeats::link() {
  std::vector<std::uint32_t> queue;  // the prefixes by ascending length
  std::size_t steps = 0;
  std::copy_if(first_.begin(), first_.end(), std::back_inserter(queue), [](std::uint32_t node) { return node != 0; });
  for (std::size_t i = 0; i < queue.size(); ++i) {
    const Node parent = nodes_[queue[i]];
    for (std::uint32_t child = parent.child; child != 0; child = nodes_[child].sibling) {
      Node& node = nodes_[child];
      node.shorter = step(parent.shorter, node.byte, steps);
      const Node& shorter = nodes_[node.shorter];
      node.ending = shorter.value != 0 ? node.shorter : shorter.ending;
      queue.push_back(child);
    }
  }
}

std::uint32_t Repeats::step(std::uint32_t node, unsigned char byte, std::size_t& steps) const {
  for (; node != 0; node = nodes_[node].shorter) {
    for (std::uint32_t child = nodes_[node].child; child != 0; child = nodes_[child].sibling) {
      ++steps;
      if (nodes_[child].byte == byte) {
        return child;
      }
    }
  }
  ++steps;
  return first_[byte];
}

bool Repeats::is_bounded(const Held& held, std::string_view text, std::size_t begin, std::size_t end) {
  switch (held.bound) {
    case Bound::kToken:
      return is_whole_token(text, begin, end);
    case Bound::kWord:
      return is_apart_from_letters(text, begin, end);
    case Bound::kNone:
      break;
  }
  return true;
}

std::size_t Repeats::find(std::string_view text, std::vector<Secret>& found, bool named_only) const {
  std::size_t steps = 0;
  std::vector<std::size_t> last(values_.size(), kNone);  // for each value its last place in `found`
  std::uint32_t node = 0;
  for (std::size_t at = 0; !values_.empty() && at < text.size(); ++at) {
    node = step(node, byte_of(text[at]), steps);
    for (std::uint32_t seen = nodes_[node].value != 0 ? node : nodes_[node].ending; seen != 0;
         seen = nodes_[seen].ending) {
      ++steps;
      const std::size_t index = nodes_[seen].value - 1;
      const Held& held = values_[index];
      const std::size_t begin = at + 1 - held.prefix;
      std::size_t end = at + 1;
      const bool overlaps = last[index] != kNone && found[last[index]].end > begin;
      if ((named_only && held.is_plain_word) || (overlaps && found[last[index]].end >= end) ||
          !is_bounded(held, text, begin, end)) {
        continue;
      }
      for (auto rest = held.value.text.substr(held.prefix);
           !rest.empty() && end < text.size() && lower(rest.front()) == lower(text[end]); rest.remove_prefix(1)) {
        ++end;
        ++steps;
      }
      if (overlaps) {
        found[last[index]].end = end;
      } else {
        last[index] = found.size();
        found.push_back({begin, end, held.value.kind});
      }
    }
  }
  return steps;
}

bool Repeats::may_be_in(std::string_view text) const {
  std::size_t steps = 0;
  std::uint32_t node = 0;
  return std::any_of(text.begin(), text.end(), [&](char c) {
    node = step(node, byte_of(c), steps);
    return nodes_[node].value != 0 || nodes_[node].ending != 0;
  });
}

}  // namespace turnstream::secrets
