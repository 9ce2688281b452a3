#include "stages/lifecycle/name_rows.h"

#include <algorithm>

#include "stages/common/evidence/rows.h"
#include "stages/lifecycle/id_list.h"
#include "stages/lifecycle/lists.h"
#include "stages/lifecycle/row_keys.h"

namespace turnstream::lifecycle {

using evidence::row_key;

Status NameRows::change(const Uuid& id, const Names& before, const Names& now) {
  for (const std::uint64_t name : without(before.hashes, now.hashes)) {
    TS_ASSIGN_OR_RETURN(const bool last, remove_id(rows_, row_key(kNamePrefix, name), id));
    for (const Origin& origin : before.origins) {
      if (last && origin.turn == name) {
        rows_.erase(session_key(origin.session, name));
      }
    }
  }
  for (const std::uint64_t name : without(now.hashes, before.hashes)) {
    Added& added = added_[name];
    added.ids.push_back(id);
    for (const Origin& origin : now.origins) {
      const auto& sessions = added.sessions;
      if (origin.turn == name && std::find(sessions.begin(), sessions.end(), origin.session) == sessions.end()) {
        added.sessions.push_back(origin.session);
      }
    }
  }
  return {};
}

Status NameRows::write_added() {
  for (const auto& [name, added] : added_) {
    const evidence::RowKey key = row_key(kNamePrefix, name);
    TS_ASSIGN_OR_RETURN(std::vector<Uuid> ids, ids_in(rows_, key));
    ids.insert(ids.end(), added.ids.begin(), added.ids.end());
    put_ids(rows_, key, ids);
    for (const std::uint64_t session : added.sessions) {
      rows_.put(session_key(session, name), kOrderedValue);
    }
  }
  added_.clear();
  return {};
}

}  // namespace turnstream::lifecycle
