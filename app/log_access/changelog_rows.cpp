#include "app/log_access/changelog_rows.h"

#include "app/log_access/scan.h"

namespace turnstream::app {

Result<ChangelogRows> latest_rows(log::Client& client, const log::TopicPartition& changelog,
                                  log::milliseconds timeout) {
  ChangelogRows rows;
  const auto apply = [&](const log::Record& record) -> Result<bool> {
    const std::string key(record.key.value_or(std::string_view()));
    if (record.value) {
      rows[key] = *record.value;
    } else {
      rows.erase(key);
    }
    return true;
  };
  TS_RETURN_IF_ERROR(scan_from(client, {{changelog, NextOffset{0}}}, timeout, apply));
  return rows;
}

}  // namespace turnstream::app
