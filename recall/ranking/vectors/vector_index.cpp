#include "recall/ranking/vectors/vector_index.h"

#include <algorithm>

#include "recall/ranking/vectors/text_vector.h"

namespace turnstream::recall {
namespace {

/// The sums stay below 2³¹: at most 1024 · 127². With numbers of 16 bits on one side a compiler makes eight products at once
/// for every x86-64.
std::int32_t product(const std::int8_t* message, const std::int16_t* query, std::size_t size) {
  std::int32_t sum = 0;
  for (std::size_t i = 0; i < size; ++i) {
    sum += std::int32_t{message[i]} * std::int32_t{query[i]};
  }
  return sum;
}

}  // namespace

void VectorIndex::add(std::initializer_list<std::string_view> texts) {
  if (table_ == nullptr) {
    return;
  }
  const TextVector added = text_vector(*table_, texts, is_stop_word_);
  own_values_.insert(own_values_.end(), added.values.begin(), added.values.end());
  own_scales_.push_back(added.scale);
  values_.insert(values_.end(), added.values.begin(), added.values.end());
  lengths_.push_back(added.length);
}

void VectorIndex::lend(std::uint32_t to, std::span<const std::uint32_t> lenders,
                       std::span<const std::uint64_t> weights) {
  if (table_ == nullptr) {
    return;
  }
  const std::size_t size = table_->dimensions();
  VectorSum sum(size);
  for (std::size_t i = 0; i < lenders.size(); ++i) {
    sum.add(std::span(own_values_).subspan(lenders[i] * size, size),
            static_cast<double>(weights[i]) * own_scales_[lenders[i]]);
  }
  const TextVector lent = sum.vector();
  std::copy(lent.values.begin(), lent.values.end(), values_.begin() + static_cast<std::ptrdiff_t>(to * size));
  lengths_[to] = lent.length;
}

void VectorIndex::remove(std::uint32_t number) {
  if (table_ == nullptr) {
    return;
  }
  for (std::vector<std::int8_t>* values : {&own_values_, &values_}) {
    const auto first = values->begin() + static_cast<std::ptrdiff_t>(number * table_->dimensions());
    std::fill_n(first, table_->dimensions(), std::int8_t{0});
  }
  own_scales_[number] = 0;
  lengths_[number] = 0;
}

void VectorIndex::compare(std::string_view query, std::vector<double>& cosines) const {
  const TextVector asked = text_vector(*table_, {query}, is_stop_word_);
  const std::vector<std::int16_t> wide(asked.values.begin(), asked.values.end());
  cosines.assign(lengths_.size(), 0);
  if (asked.length == 0) {
    return;
  }
  const std::int8_t* message = values_.data();
  for (std::size_t number = 0; number < lengths_.size(); ++number, message += wide.size()) {
    if (lengths_[number] > 0) {
      cosines[number] = product(message, wide.data(), wide.size()) / (asked.length * lengths_[number]);
    }
  }
}

std::size_t VectorIndex::memory_bytes() const {
  return own_values_.capacity() + values_.capacity() + (own_scales_.capacity() + lengths_.capacity()) * sizeof(double);
}

}  // namespace turnstream::recall
