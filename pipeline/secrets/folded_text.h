#pragma once
// A text as a reader sees it: without invisible characters, with Latin letters where look-alikes of other alphabets stand
// inside a Latin word, and with plain spaces and apostrophes. The rules of this folder read this text, so that
// "pass\u200bword" is a password, too. Internal to this folder. Threads: any; pure.

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace turnstream::secrets {

struct FoldedText {
  std::string text;
  /// For each byte of `text`, and for its end, the offset in the text that was folded.
  std::vector<std::uint32_t> origins;
};

/// Absent if the text is as a reader sees it already, and for texts of 4 GiB and more. `text` is valid UTF-8.
[[nodiscard]] std::optional<FoldedText> folded(std::string_view text);

}  // namespace turnstream::secrets
