#pragma once
// A persona's memory as one document: JSON (schemas/persona_export.schema.json), and Markdown made from it for people.
// The order depends on the memory alone. Threads: any; pure.

#include <string>

#include "app/explain/report.h"
#include "app/memory/persona_view.h"

namespace turnstream::app {

/// Raised when a member is renamed, removed, or changes its meaning; new members do not raise it.
inline constexpr int kExportVersion = 1;

/// The document: a list for each kind of memory, sorted by time, then id. Each memory is the value that docs/topics.md
/// describes. Long-term items that lifecycle archived stand in a list of their own. Statistics are left out.
[[nodiscard]] Report export_document(const PersonaView& view);

/// The document for a reader: headings, dates, who said what. Text of memories cannot become Markdown or HTML: what
/// would be such a sign is escaped.
[[nodiscard]] std::string export_markdown(const Report& document);

}  // namespace turnstream::app
