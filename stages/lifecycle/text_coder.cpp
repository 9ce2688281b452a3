#include "stages/lifecycle/text_coder.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <cstring>
#include <utility>
#include <vector>

#include "stages/lifecycle/prefix_code.h"
#include "stages/lifecycle/sample_texts.h"

namespace turnstream::lifecycle {
namespace {

constexpr std::size_t kCopy = 256;  // the symbol after which length and distance follow
constexpr std::size_t kCopyMin = 3;
constexpr std::size_t kCopyMax = 32;
constexpr std::size_t kDistanceBitsMax = 24;
constexpr std::size_t kCandidates = 4;  // earlier places that the encoder compares
constexpr int kHashBits = 12;
constexpr std::size_t kContexts = 32;

/// The context of a byte: its kind, if it stands before another one.
constexpr std::uint8_t context_of_byte(std::size_t byte) {
  const std::size_t lower = byte | 32;
  if (lower >= 'a' && lower <= 'z') {
    return static_cast<std::uint8_t>(lower - 'a');
  }
  if (byte >= '0' && byte <= '9') {
    return 26;
  }
  if (byte == ' ' || byte >= 128) {
    return byte == ' ' ? 27 : 28;
  }
  return byte < ' ' ? 29 : byte == '"' ? 30 : 31;
}

constexpr std::array<std::uint8_t, 256> make_contexts() {
  std::array<std::uint8_t, 256> contexts{};
  for (std::size_t byte = 0; byte < contexts.size(); ++byte) {
    contexts[byte] = context_of_byte(byte);
  }
  return contexts;
}

std::size_t context_of(char before) {
  static constexpr std::array<std::uint8_t, 256> kContextOf = make_contexts();
  return kContextOf[static_cast<unsigned char>(before)];
}

/// The symbols of a byte in each context: how often they stand there in the sample texts, mixed with how often they
/// stand anywhere.
std::vector<PrefixCode> literal_codes() {
  std::vector<std::uint32_t> anywhere(256, 1);
  std::vector<std::vector<std::uint32_t>> in_context(kContexts, std::vector<std::uint32_t>(256, 0));
  char before = '\n';
  for (const char c : kSampleTexts) {
    const auto byte = static_cast<unsigned char>(c);
    ++anywhere[byte];
    ++in_context[context_of(before)][byte];
    before = c;
  }
  std::vector<PrefixCode> codes;
  for (const std::vector<std::uint32_t>& counts : in_context) {
    std::vector<std::uint32_t> weights(kCopy + 1);
    std::uint32_t total = 0;
    for (std::size_t byte = 0; byte < 256; ++byte) {
      weights[byte] = 60 * counts[byte] + anywhere[byte];
      total += weights[byte];
    }
    weights[kCopy] = total / 4;
    codes.emplace_back(weights);
  }
  return codes;
}

struct Codes {
  std::vector<PrefixCode> literals = literal_codes();
  /// Copies of kCopyMin + symbol bytes, up to kCopyMax.
  PrefixCode lengths{
      {60, 60, 50, 45, 40, 32, 24, 18, 14, 10, 8, 7, 6, 5, 4, 4, 3, 3, 3, 3, 2, 2, 2, 2, 2, 2, 2, 2, 2, 9}};
  /// The number of bits of the distance; all but the highest follow.
  PrefixCode distances{{1, 1, 2, 4, 12, 30, 50, 60, 60, 50, 50, 90, 60, 6, 3, 2, 1, 1, 1, 1, 1, 1, 1, 1, 1}};

  [[nodiscard]] int length_cost(std::size_t length) const { return lengths.length(length - kCopyMin); }
  [[nodiscard]] int distance_cost(std::size_t distance) const {
    const auto bits = static_cast<std::size_t>(std::bit_width(distance));
    return distances.length(bits) + static_cast<int>(bits) - 1;
  }
};

const Codes& codes() {
  static const Codes kCodes;
  return kCodes;
}

std::size_t hash_of(std::string_view text, std::size_t at) {
  const auto byte = [&](std::size_t i) { return static_cast<std::uint32_t>(static_cast<unsigned char>(text[at + i])); };
  return ((byte(0) | byte(1) << 8 | byte(2) << 16) * 0x9E3779B1u) >> (32 - kHashBits);
}

/// Where each group of three bytes stood before: chains of places with one hash, the last first. 0 ends a chain.
using Heads = std::array<std::uint32_t, std::size_t{1} << kHashBits>;

/// The chains of the sample texts.
struct SampleChains {
  Heads heads{};
  std::vector<std::uint32_t> before = std::vector<std::uint32_t>(kSampleTexts.size());

  SampleChains() {
    for (std::size_t at = 1; at + kCopyMin <= kSampleTexts.size(); ++at) {
      before[at] = std::exchange(heads[hash_of(kSampleTexts, at)], static_cast<std::uint32_t>(at));
    }
  }
};

const SampleChains& sample_chains() {
  static const SampleChains kChains;
  return kChains;
}

/// The chains of a text behind the sample texts, which continue in the chains of these.
class Chains {
 public:
  /// `all`: the sample texts and the text.
  explicit Chains(std::string_view all) : all_(all), before_(all.size() - kSampleTexts.size()) {}

  /// Adds a place of the text and returns the one before it in its chain.
  std::uint32_t add(std::size_t at) {
    const std::size_t hash = hash_of(all_, at);
    const std::uint32_t own = std::exchange(heads_[hash], static_cast<std::uint32_t>(at));
    return before_[at - kSampleTexts.size()] = own != 0 ? own : samples_.heads[hash];
  }
  [[nodiscard]] std::uint32_t before(std::uint32_t place) const {
    return place < kSampleTexts.size() ? samples_.before[place] : before_[place - kSampleTexts.size()];
  }

 private:
  const SampleChains& samples_ = sample_chains();
  std::string_view all_;
  Heads heads_{};
  std::vector<std::uint32_t> before_;
};

/// How many bytes at the two places are equal, at most `limit`. Precondition: so many bytes stand at both.
std::size_t equal_bytes(const char* a, const char* b, std::size_t limit) {
  std::size_t equal = 0;
  for (; equal + 8 <= limit; equal += 8) {
    std::uint64_t left = 0;
    std::uint64_t right = 0;
    std::memcpy(&left, a + equal, sizeof left);
    std::memcpy(&right, b + equal, sizeof right);
    if (left != right) {
      return equal + static_cast<std::size_t>(std::countr_zero(left ^ right)) / 8;
    }
  }
  while (equal < limit && a[equal] == b[equal]) {
    ++equal;
  }
  return equal;
}

struct Copy {
  std::uint32_t length = 0;
  std::uint32_t distance = 0;
};

/// The longest copies found for each place, the nearest of each length: lengths and distances ascend.
struct Copies {
  std::vector<Copy> all;
  std::vector<std::size_t> ends;  ///< for each place the end of its copies in `all`
};

/// Inside a copy of at least this length the encoder looks for no other.
constexpr std::size_t kCopyLong = 10;

Copies find_copies(std::string_view all, std::size_t begin) {
  Chains chains(all);
  Copies copies;
  copies.all.reserve(2 * (all.size() - begin));
  copies.ends.reserve(all.size() - begin);
  Copy last;
  for (std::size_t at = begin; at + kCopyMin <= all.size(); ++at) {
    const std::uint32_t head = chains.add(at);
    if (last.length > kCopyLong) {
      --last.length;
      copies.all.push_back(last);
      copies.ends.push_back(copies.all.size());
      continue;
    }
    const std::size_t limit = std::min(kCopyMax, all.size() - at);
    last.length = kCopyMin - 1;
    std::uint32_t place = head;
    for (std::size_t tried = 0; place != 0 && tried < kCandidates && last.length < limit; ++tried) {
      const std::size_t length = equal_bytes(all.data() + place, all.data() + at, limit);
      if (length > last.length && at - place < std::size_t{1} << kDistanceBitsMax) {
        last = {static_cast<std::uint32_t>(length), static_cast<std::uint32_t>(at - place)};
        copies.all.push_back(last);
      }
      place = chains.before(place);
    }
    copies.ends.push_back(copies.all.size());
  }
  copies.ends.resize(all.size() - begin, copies.all.size());
  return copies;
}

/// The steps of the cheapest coding: for each place a copy, or length 0 for a literal.
std::vector<Copy> cheapest_steps(std::string_view all, std::size_t begin) {
  const Copies copies = find_copies(all, begin);
  const Codes& code = codes();
  std::vector<int> costs(copies.ends.size() + 1);
  std::vector<Copy> steps(copies.ends.size());
  for (std::size_t at = steps.size(); at-- > 0;) {
    const PrefixCode& literals = code.literals[context_of(all[begin + at - 1])];
    costs[at] = literals.length(static_cast<unsigned char>(all[begin + at])) + costs[at + 1];
    std::size_t length = kCopyMin;
    for (std::size_t i = at == 0 ? 0 : copies.ends[at - 1]; i < copies.ends[at]; ++i) {
      const Copy& copy = copies.all[i];
      const int fixed = literals.length(kCopy) + code.distance_cost(copy.distance);
      for (; length <= copy.length; ++length) {
        const int cost = fixed + code.length_cost(length) + costs[at + length];
        if (cost < costs[at]) {
          costs[at] = cost;
          steps[at] = {static_cast<std::uint32_t>(length), copy.distance};
        }
      }
    }
  }
  return steps;
}

void write_copy(BitWriter& out, const Codes& code, const Copy& copy) {
  code.lengths.write(out, copy.length - kCopyMin);
  const int bits = std::bit_width(copy.distance);
  code.distances.write(out, static_cast<std::size_t>(bits));
  out.write(copy.distance, bits - 1);
}

Copy read_copy(BitReader& in, const Codes& code) {
  Copy copy;
  copy.length = static_cast<std::uint32_t>(code.lengths.read(in) + kCopyMin);
  const auto bits = static_cast<int>(code.distances.read(in));
  copy.distance = bits == 0 ? 0 : 1u << (bits - 1) | in.bits(bits - 1);
  return copy;
}

}  // namespace

std::string compress_text(std::string_view text) {
  std::string all(kSampleTexts);
  all += text;
  const std::size_t begin = kSampleTexts.size();
  const std::vector<Copy> steps = cheapest_steps(all, begin);
  const Codes& code = codes();
  BitWriter out;
  for (std::size_t at = 0; at < steps.size();) {
    const PrefixCode& literals = code.literals[context_of(all[begin + at - 1])];
    if (steps[at].length == 0) {
      literals.write(out, static_cast<unsigned char>(all[begin + at]));
      ++at;
      continue;
    }
    literals.write(out, kCopy);
    write_copy(out, code, steps[at]);
    at += steps[at].length;
  }
  return out.take();
}

std::optional<std::string> expand_text(std::string_view bytes, std::size_t size) {
  std::string all(kSampleTexts);
  const std::size_t end = all.size() + size;
  const Codes& code = codes();
  BitReader in(bytes);
  while (all.size() < end && in.ok()) {
    const std::size_t symbol = code.literals[context_of(all.back())].read(in);
    if (symbol != kCopy) {
      all.push_back(static_cast<char>(symbol));
      continue;
    }
    const Copy copy = read_copy(in, code);
    if (copy.distance == 0 || copy.distance > all.size() || copy.length > end - all.size()) {
      return std::nullopt;
    }
    for (std::uint32_t i = 0; i < copy.length; ++i) {
      all.push_back(all[all.size() - copy.distance]);
    }
  }
  if (all.size() != end || !in.done()) {
    return std::nullopt;
  }
  return all.substr(kSampleTexts.size());
}

}  // namespace turnstream::lifecycle
