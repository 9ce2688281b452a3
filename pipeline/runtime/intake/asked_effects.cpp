#include "pipeline/runtime/intake/asked_effects.h"

#include <algorithm>

namespace turnstream::runtime {
namespace {

constexpr std::size_t kOpenMax = 100'000;
constexpr std::size_t kEarlyMax = 10'000;

std::string answer_key(const std::string& id, std::string_view hash, Partition partition) {
  return id + " " + std::string(hash) + " " + std::to_string(partition.value());
}

}  // namespace

void AskedEffects::ask(const std::string& id, std::string hash, Partition partition, MonotonicTime now) {
  const std::string key = answer_key(id, hash, partition);
  if (early_.erase(key) > 0) {
    early_order_.erase(std::find(early_order_.begin(), early_order_.end(), key));
    return;
  }
  if (open_.size() < kOpenMax) {
    open_.emplace(id, Open{std::move(hash), partition, now});
  }
}

void AskedEffects::answer(const std::string& id, std::string_view hash, Partition partition) {
  gave_up_ = false;
  const auto found = open_.find(id);
  if (found != open_.end()) {
    if (found->second.hash == hash && found->second.partition == partition) {
      open_.erase(found);
    }
    return;
  }
  if (auto key = answer_key(id, hash, partition); early_.insert(key).second) {
    early_order_.push_back(std::move(key));
  }
  if (early_order_.size() > kEarlyMax) {
    early_.erase(early_order_.front());
    early_order_.pop_front();
  }
}

bool AskedEffects::is_awaited(Partition partition) const {
  return !gave_up_ && std::any_of(open_.begin(), open_.end(),
                                  [&](const auto& entry) { return entry.second.partition == partition; });
}

std::size_t AskedEffects::expire(MonotonicTime now) {
  const std::size_t dropped =
      std::erase_if(open_, [&](const auto& entry) { return now.value() - entry.second.since.value() > wait_us_max_; });
  const bool is_first = dropped > 0 && !gave_up_;
  gave_up_ = gave_up_ || dropped > 0;
  return is_first ? dropped : 0;
}

void AskedEffects::clear() {
  open_.clear();
  early_.clear();
  early_order_.clear();
  gave_up_ = false;
}

}  // namespace turnstream::runtime
