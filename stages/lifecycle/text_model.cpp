#include "stages/lifecycle/text_model.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <vector>

#include "stages/lifecycle/sample_texts.h"

namespace turnstream::lifecycle {
namespace {

// Probabilities are of a 1 bit, in units of 2⁻¹². A logit is ln(p / (1 − p)) in units of 2⁻⁸, within ±2047.
constexpr int kLogitMax = 2047;

/// The probability of a logit.
int squash(int logit) {
  static constexpr std::array<int, 33> kSteps{1,    2,    3,    6,    10,   16,   27,   45,   73,   120,  194,
                                              310,  488,  747,  1101, 1546, 2047, 2549, 2994, 3348, 3607, 3785,
                                              3901, 3975, 4022, 4050, 4068, 4079, 4085, 4089, 4092, 4093, 4094};
  logit = std::clamp(logit, -kLogitMax, kLogitMax);
  const int weight = logit & 127;
  const auto step = static_cast<std::size_t>((logit >> 7) + 16);
  return (kSteps[step] * (128 - weight) + kSteps[step + 1] * weight + 64) >> 7;
}

/// The logit of each probability: the inverse of squash().
std::array<std::int16_t, 4096> make_logits() {
  std::array<std::int16_t, 4096> logits{};
  std::size_t next = 0;
  for (int logit = -kLogitMax; logit <= kLogitMax; ++logit) {
    for (const auto end = static_cast<std::size_t>(squash(logit)); next <= end; ++next) {
      logits[next] = static_cast<std::int16_t>(logit);
    }
  }
  std::fill(logits.begin() + static_cast<std::ptrdiff_t>(next), logits.end(), std::int16_t{kLogitMax});
  return logits;
}

int logit_of(int probability) {
  static const std::array<std::int16_t, 4096> kLogits = make_logits();
  return kLogits[static_cast<std::size_t>(probability)];
}

/// What was seen in one context: the probability in the upper 12 bits and how often, up to 15, in the lower 4.
class Slot {
 public:
  [[nodiscard]] int probability() const { return bits_ >> 4; }
  [[nodiscard]] int count() const { return bits_ & 15; }
  void learn(int bit) {
    static constexpr std::array<int, 16> kRates{32768, 19661, 14043, 10923, 8937, 7562, 6554, 5783,
                                                5174,  4681,  4274,  3932,  3641, 3390, 3171, 2979};
    const int error = (bit << 12) - bit - probability();
    const int moved = probability() + ((error * kRates[static_cast<std::size_t>(count())] + (1 << 15)) >> 16);
    bits_ = static_cast<std::uint16_t>(std::clamp(moved, 1, 4094) << 4 | std::min(15, count() + 1));
  }

 private:
  std::uint16_t bits_ = 2048 << 4;
};

constexpr std::size_t kContexts = 7;  // the orders 0 to 4 and 6, and the current word
constexpr std::size_t kInputs = kContexts + 1;
constexpr int kTableBits = 14;
constexpr int kMatchBits = 12;
constexpr int kMatchMin = 4;  // bytes

class Model {
 public:
  /// The probability that the next bit is 1.
  int predict() {
    for (std::size_t i = 0; i < kContexts; ++i) {
      const std::uint32_t hash = (hashes_[i] + partial_ * 0x9E3779B1u) * 0x85EBCA6Bu;
      slots_[i] = i == 0 ? partial_ : hash >> (32 - kTableBits);
      const Slot& slot = tables_[i][slots_[i]];
      static constexpr std::array<int, 16> kTrust{0, 10, 13, 15, 16, 17, 18, 18, 19, 19, 20, 20, 20, 20, 20, 20};
      inputs_[i] = logit_of(slot.probability()) * kTrust[static_cast<std::size_t>(slot.count())] / 16;
    }
    inputs_[kContexts] = match_input();
    std::int64_t sum = 0;
    for (std::size_t i = 0; i < kInputs; ++i) {
      sum += static_cast<std::int64_t>(inputs_[i]) * weights()[i];
    }
    probability_ =
        std::clamp(squash(static_cast<int>(std::clamp<std::int64_t>(sum >> 16, -kLogitMax, kLogitMax))), 1, 4094);
    return probability_;
  }

  /// Learns the bit that predict() was for.
  void learn(int bit) {
    const int error = ((bit << 12) - probability_) * 10;
    for (std::size_t i = 0; i < kInputs; ++i) {
      weights()[i] += (inputs_[i] * error + (1 << 9)) >> 10;
    }
    for (std::size_t i = 0; i < kContexts; ++i) {
      tables_[i][slots_[i]].learn(bit);
    }
    if (match_length_ > 0 && predicted_bit_ != bit) {
      match_length_ = 0;
    }
    partial_ = partial_ << 1 | static_cast<std::uint32_t>(bit);
    if (partial_ >= 256) {
      end_byte(static_cast<std::uint8_t>(partial_ & 255));
    }
  }
  void learn_text(std::string_view text) {
    for (const char c : text) {
      for (int shift = 7; shift >= 0; --shift) {
        predict();
        learn(static_cast<unsigned char>(c) >> shift & 1);
      }
    }
  }

 private:
  using Weights = std::array<std::int32_t, kInputs>;

  /// One set of weights for each length of the match.
  Weights& weights() { return weights_[static_cast<std::size_t>(std::min(match_length_, 15)) / 4]; }

  int match_input() {
    if (match_length_ == 0) {
      return 0;
    }
    const int shift = 7 - (31 - __builtin_clz(partial_));
    const std::uint32_t expected = history_[match_] | 256u;
    if (expected >> (shift + 1) != partial_) {
      match_length_ = 0;
      return 0;
    }
    predicted_bit_ = static_cast<int>(expected >> shift & 1);
    const int strength = std::min(1024, match_length_ * 64);
    return predicted_bit_ == 1 ? strength : -strength;
  }

  void end_byte(std::uint8_t byte) {
    partial_ = 1;
    history_.push_back(byte);
    last_ = last_ << 8 | byte;
    const bool letter = (byte | 32) >= 'a' && (byte | 32) <= 'z';
    word_ = letter ? (word_ + (byte | 32u)) * 0x2C9277B5u : 0;
    const auto order = [this](int bytes) {
      const std::uint64_t seen = last_ & ((std::uint64_t{1} << (8 * bytes)) - 1);
      return static_cast<std::uint32_t>((seen * 0x9E3779B97F4A7C15u + static_cast<std::uint64_t>(bytes)) >> 29);
    };
    hashes_ = {0, order(1), order(2), order(3), order(4), order(6), word_ * 0x27D4EB2Fu + 77};
    find_match();
  }

  void find_match() {
    if (match_length_ > 0) {
      ++match_;
      ++match_length_;
    }
    if (history_.size() < kMatchMin) {
      return;
    }
    const auto recent = static_cast<std::uint32_t>(last_);
    std::uint32_t& place = places_[recent * 0x9E3779B1u >> (32 - kMatchBits)];
    if (match_length_ == 0 && place > 0) {
      match_ = place;
      while (match_length_ < 32 && static_cast<std::size_t>(match_length_) < match_ &&
             history_[match_ - 1 - static_cast<std::size_t>(match_length_)] ==
                 history_[history_.size() - 1 - static_cast<std::size_t>(match_length_)]) {
        ++match_length_;
      }
      match_length_ = match_length_ < kMatchMin ? 0 : match_length_;
    }
    place = static_cast<std::uint32_t>(history_.size());
  }

  std::array<std::array<Slot, std::size_t{1} << kTableBits>, kContexts> tables_{};
  std::array<Weights, 4> weights_ = [] {
    std::array<Weights, 4> all{};
    for (Weights& one : all) {
      one.fill(24'000);
    }
    return all;
  }();
  std::array<std::uint32_t, std::size_t{1} << kMatchBits> places_{};  ///< hash of 4 bytes → where they last ended
  std::vector<std::uint8_t> history_;
  std::array<std::uint32_t, kContexts> hashes_{};
  std::array<std::uint32_t, kContexts> slots_{};
  std::array<int, kInputs> inputs_{};
  std::uint64_t last_ = 0;     ///< the last eight bytes
  std::uint32_t word_ = 0;     ///< hash of the letters of the current word
  std::uint32_t partial_ = 1;  ///< a 1 and the bits of the current byte
  std::size_t match_ = 0;      ///< where in the history the predicted byte is
  int match_length_ = 0;       ///< 0: no match
  int predicted_bit_ = 0;
  int probability_ = 2048;
};

const Model& primed() {
  static const Model kPrimed = [] {
    Model model;
    model.learn_text(kSampleTexts);
    return model;
  }();
  return kPrimed;
}

/// The interval of the arithmetic coder.
struct Range {
  std::uint32_t low = 0;
  std::uint32_t high = 0xFFFFFFFF;

  [[nodiscard]] std::uint32_t middle(int probability) const {
    return low + static_cast<std::uint32_t>(
                     (static_cast<std::uint64_t>(high - low) * static_cast<std::uint64_t>(probability)) >> 12);
  }
  void narrow(int bit, std::uint32_t mid) { (bit == 1 ? high : low) = bit == 1 ? mid : mid + 1; }
  [[nodiscard]] bool settled() const { return (low ^ high) >> 24 == 0; }
  void shift() {
    low <<= 8;
    high = high << 8 | 255;
  }
};

}  // namespace

std::string compress_text(std::string_view text) {
  Model model = primed();
  Range range;
  std::string out;
  for (const char c : text) {
    for (int at = 7; at >= 0; --at) {
      const int bit = static_cast<unsigned char>(c) >> at & 1;
      range.narrow(bit, range.middle(model.predict()));
      model.learn(bit);
      for (; range.settled(); range.shift()) {
        out.push_back(static_cast<char>(range.low >> 24));
      }
    }
  }
  // One byte more decides among the values of the interval: the reader adds zeros.
  if (range.low > 0) {
    out.push_back(static_cast<char>((range.low >> 24) + 1));
  }
  return out;
}

std::optional<std::string> expand_text(std::string_view bytes, std::size_t size) {
  Model model = primed();
  Range range;
  std::size_t at = 0;
  const auto next = [&] { return at < bytes.size() ? static_cast<unsigned char>(bytes[at++]) : (++at, 0u); };
  std::uint32_t value = 0;
  for (int i = 0; i < 4; ++i) {
    value = value << 8 | next();
  }
  std::string text;
  while (text.size() < size && at <= bytes.size() + 4) {
    std::uint32_t byte = 1;
    while (byte < 256) {
      const std::uint32_t mid = range.middle(model.predict());
      const int bit = value <= mid ? 1 : 0;
      range.narrow(bit, mid);
      model.learn(bit);
      byte = byte << 1 | static_cast<std::uint32_t>(bit);
      for (; range.settled(); range.shift()) {
        value = value << 8 | next();
      }
    }
    text.push_back(static_cast<char>(byte & 255));
  }
  if (text.size() != size || at < bytes.size()) {
    return std::nullopt;
  }
  return text;
}

}  // namespace turnstream::lifecycle
