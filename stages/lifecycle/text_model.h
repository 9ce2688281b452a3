#pragma once
// TextModel: compresses the texts of archived items. It predicts each bit from the bytes before it by mixing the
// predictions of several contexts (logistic mixing, as in Mahoney: Adaptive weighing of context models for lossless data
// compression, 2005), and codes the bit arithmetically with that probability. All arithmetic is on integers, so every
// machine makes the same bytes. The model first learns sample_texts.h once, because most items are short. Changes of this
// file or of the sample texts need another format of the archived rows. Threads: any; pure.

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace turnstream::lifecycle {

[[nodiscard]] std::string compress_text(std::string_view text);

/// The text of `size` bytes that compress_text() compressed. Of damaged bytes: any text of that size, or absent.
[[nodiscard]] std::optional<std::string> expand_text(std::string_view bytes, std::size_t size);

}  // namespace turnstream::lifecycle
