#pragma once
// A document as bytes, as rows keep it: made once when a change is applied, so that neither loading an index nor showing a
// result reads JSON. Threads: pure.

#include <optional>
#include <string>
#include <string_view>

#include "recall/documents/document.h"

namespace turnstream::recall {

/// Appends all but kind and id, in the compact form of ByteWriter.
void append_stored(std::string& out, const Document& document);

/// What append_stored() wrote. Absent if the bytes are damaged.
[[nodiscard]] std::optional<Document> read_stored(Kind kind, std::string_view id, std::string_view bytes);

/// The same without what an index does not keep: validity, provenance, and the text and sources of a chat item.
[[nodiscard]] std::optional<Document> read_for_index(Kind kind, std::string_view id, std::string_view bytes);

}  // namespace turnstream::recall
