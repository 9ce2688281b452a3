#pragma once
// Threads: any; pure.

#include <string>
#include <string_view>

namespace turnstream {

/// The texts in a row, with `between` behind each text that has another after it. Empty texts at the beginning are passed over.
template <typename Texts>
[[nodiscard]] std::string joined(const Texts& texts, std::string_view between) {
  std::string all;
  for (const std::string& text : texts) {
    all.append(all.empty() ? std::string_view() : between).append(text);
  }
  return all;
}

}  // namespace turnstream
