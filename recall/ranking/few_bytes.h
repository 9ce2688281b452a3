#pragma once
// FewBytes: a string of bytes that stand in the object itself while they are few, and on the heap after that. Most posting lists
// are that short. It grows by half, so that long ones waste little. Threads: one that changes it, or any number that read.
// Pointers into it are valid until the next change.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <utility>

#include "recall/ranking/heap_bytes.h"

namespace turnstream::recall {

class FewBytes {
 public:
  FewBytes() = default;
  FewBytes(FewBytes&& other) noexcept { swap(other); }
  FewBytes& operator=(FewBytes&& other) noexcept {
    swap(other);
    return *this;
  }
  FewBytes(const FewBytes&) = delete;
  FewBytes& operator=(const FewBytes&) = delete;
  ~FewBytes() {
    if (is_on_heap()) {
      delete[] on_heap();
    }
  }

  [[nodiscard]] std::size_t size() const { return size_; }
  [[nodiscard]] const std::uint8_t* data() const { return is_on_heap() ? on_heap() : own_; }
  [[nodiscard]] std::uint8_t* data() { return is_on_heap() ? on_heap() : own_; }

  void push_back(std::uint8_t byte) {
    if (size_ == capacity_) {
      grow(std::size_t{size_} + 1);
    }
    data()[size_++] = byte;
  }
  /// New bytes have any value.
  void resize(std::size_t size) {
    if (size > capacity_) {
      grow(size);
    }
    size_ = static_cast<std::uint32_t>(size);
  }

  /// What it has on the heap, an estimate.
  [[nodiscard]] std::size_t memory_bytes() const { return is_on_heap() ? heap_bytes(capacity_) : 0; }

 private:
  static constexpr std::size_t kOwnBytes = 16;

  [[nodiscard]] bool is_on_heap() const { return capacity_ > kOwnBytes; }
  /// The address of the heap's block stands in place of the bytes.
  [[nodiscard]] std::uint8_t* on_heap() const {
    std::uint8_t* block = nullptr;
    std::memcpy(&block, own_, sizeof(block));
    return block;
  }
  void grow(std::size_t size) {
    constexpr std::size_t kStep = 16;
    const std::size_t wanted = std::max(size, capacity_ + std::size_t{capacity_} / 2);
    const std::size_t capacity = (wanted + kStep - 1) / kStep * kStep;
    auto* const block = new std::uint8_t[capacity];
    std::memcpy(block, data(), size_);
    if (is_on_heap()) {
      delete[] on_heap();
    }
    std::memcpy(own_, &block, sizeof(block));
    capacity_ = static_cast<std::uint32_t>(capacity);
  }
  void swap(FewBytes& other) noexcept {
    std::swap(size_, other.size_);
    std::swap(capacity_, other.capacity_);
    std::uint8_t bytes[kOwnBytes];  // std::swap goes byte by byte
    std::memcpy(bytes, own_, kOwnBytes);
    std::memcpy(own_, other.own_, kOwnBytes);
    std::memcpy(other.own_, bytes, kOwnBytes);
  }

  std::uint32_t size_ = 0;
  std::uint32_t capacity_ = kOwnBytes;
  std::uint8_t own_[kOwnBytes] = {};
};

}  // namespace turnstream::recall
