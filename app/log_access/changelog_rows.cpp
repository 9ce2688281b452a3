#include "app/log_access/changelog_rows.h"

#include "app/log_access/scan.h"
#include "pipeline/store/changelog_check.h"

namespace turnstream::app {

Result<ChangelogRows> latest_rows(log::Client& client, const log::TopicPartition& changelog,
                                  log::milliseconds timeout) {
  ChangelogRows rows;
  store::ChangelogCheck check(changelog, std::nullopt);
  const auto apply = [&](const log::Record& record) -> Result<bool> {
    const std::string key(record.key.value_or(std::string_view()));
    if (!check.take(record)) {
      return !check.hopeless();
    }
    if (record.value) {
      rows[key] = *record.value;
    } else {
      rows.erase(key);
    }
    return true;
  };
  TS_RETURN_IF_ERROR(scan_from(client, {{changelog, NextOffset{0}}}, timeout, apply));
  TS_RETURN_IF_ERROR(check.verdict());
  return rows;
}

}  // namespace turnstream::app
