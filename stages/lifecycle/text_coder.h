#pragma once
// TextCoder: compresses the texts of archived items. A text is coded as literals and copies of earlier bytes (LZ77), of
// the sample texts or of itself, with fixed prefix codes that come from the sample texts; the encoder finds the
// cheapest such coding. It needs no tables in addition to the text, so it is fast and good for short texts, and every machine
// makes the same bytes. Other sample texts or codes make old bytes unreadable. Threads: any; pure.

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace turnstream::lifecycle {

[[nodiscard]] std::string compress_text(std::string_view text);

/// The text of `size` bytes that compress_text() compressed. Of damaged bytes: any text of that size, or absent.
[[nodiscard]] std::optional<std::string> expand_text(std::string_view bytes, std::size_t size);

}  // namespace turnstream::lifecycle
