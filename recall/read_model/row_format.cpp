#include "recall/read_model/row_format.h"

#include <memory>
#include <string_view>

#include "pipeline/base/log_line.h"

namespace turnstream::recall {
namespace {

constexpr std::string_view kKey = "F";
/// One more with each change of row_keys.h, journal_rows.h, stored_document.h or signals.h.
constexpr std::string_view kVersion = "7";
constexpr std::string_view kEnd = "\xff";

}  // namespace

Result<bool> are_rows_current(store::KeyValueStore& store, store::TableId table) {
  TS_ASSIGN_OR_RETURN(const auto version, store.get(table, kKey));
  return version == kVersion;
}

Status make_rows_current(store::KeyValueStore& store, store::TableId table) {
  TS_ASSIGN_OR_RETURN(const bool are_current, are_rows_current(store, table));
  if (are_current) {
    return {};
  }
  bool is_empty = true;
  TS_RETURN_IF_ERROR(store.scan(table, "", kEnd, [&](std::string_view, std::string_view) { return is_empty = false; }));
  if (!is_empty) {
    LogLine(LogLevel::kInfo, "recall_is_made_again").with("message", "Its rows are of another version of the program.");
    TS_RETURN_IF_ERROR(store.erase_range(table, "", kEnd));
  }
  const std::unique_ptr<store::Batch> batch = store.make_batch();
  batch->put(table, kKey, kVersion);
  return store.write(*batch);
}

}  // namespace turnstream::recall
