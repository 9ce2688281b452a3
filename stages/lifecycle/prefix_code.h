#pragma once
// PrefixCode: a prefix code for symbols of given weights (Huffman, canonical), and the bits that it is written to and
// read from. Equal weights give an equal code on every machine. Threads: values.

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace turnstream::lifecycle {

class BitWriter {
 public:
  /// Appends the lowest `count` bits of `value`, at most 32.
  void write(std::uint32_t value, int count) {
    bits_ = bits_ << count | (value & ((std::uint64_t{1} << count) - 1));
    for (filled_ += count; filled_ >= 8; filled_ -= 8) {
      bytes_.push_back(static_cast<char>(bits_ >> (filled_ - 8) & 255));
    }
  }
  /// All bytes; the last is filled up with zeros.
  [[nodiscard]] std::string take() {
    write(0, (8 - filled_) % 8);
    return std::move(bytes_);
  }

 private:
  std::string bytes_;
  std::uint64_t bits_ = 0;
  int filled_ = 0;  ///< bits that are not in bytes_ yet
};

class BitReader {
 public:
  explicit BitReader(std::string_view bytes) : bytes_(bytes) {}

  /// The next bit; 0 after the end.
  std::uint32_t bit() {
    const std::size_t byte = at_ / 8;
    const int shift = 7 - static_cast<int>(at_++ % 8);
    return byte < bytes_.size() ? static_cast<std::uint32_t>(static_cast<unsigned char>(bytes_[byte]) >> shift & 1) : 0;
  }
  std::uint32_t bits(int count) {
    std::uint32_t value = 0;
    for (; count > 0; --count) {
      value = value << 1 | bit();
    }
    return value;
  }
  /// True if no more than all bits were read.
  [[nodiscard]] bool ok() const { return at_ <= bytes_.size() * 8; }
  /// True if all bytes were needed.
  [[nodiscard]] bool done() const { return ok() && (at_ + 7) / 8 == bytes_.size(); }

 private:
  std::string_view bytes_;
  std::size_t at_ = 0;
};

class PrefixCode {
 public:
  /// Precondition: at least two weights, all above 0 and together below 2³¹, so that no code is longer than 32 bits.
  explicit PrefixCode(const std::vector<std::uint32_t>& weights);

  /// The number of bits of the symbol's code.
  [[nodiscard]] int length(std::size_t symbol) const { return lengths_[symbol]; }
  void write(BitWriter& out, std::size_t symbol) const { out.write(codes_[symbol], lengths_[symbol]); }
  [[nodiscard]] std::size_t read(BitReader& in) const;

 private:
  std::vector<std::uint8_t> lengths_;
  std::vector<std::uint32_t> codes_;
  std::vector<std::uint16_t> symbols_;    ///< in order of code length, then symbol
  std::vector<std::uint32_t> firsts_;     ///< by length: the first code of that length
  std::vector<std::uint32_t> positions_;  ///< by length: the place of that code's symbol in symbols_
};

}  // namespace turnstream::lifecycle
