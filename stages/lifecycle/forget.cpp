#include "stages/lifecycle/forget.h"

#include <algorithm>
#include <deque>
#include <set>

#include "stages/common/evidence/forgotten.h"
#include "stages/common/evidence/rows.h"
#include "stages/lifecycle/id_list.h"
#include "stages/lifecycle/references.h"
#include "stages/lifecycle/row_keys.h"

namespace turnstream::lifecycle {
namespace {

/// More than the turns of any session.
constexpr std::size_t kAllTurns = std::size_t{1} << 40;

Status forget_everything(Work& work) {
  TS_RETURN_IF_ERROR(cancel_all_checks(work));
  std::int64_t removed = 0;
  TS_RETURN_IF_ERROR(work.book.remove_all([&removed](const Uuid&) { ++removed; }));
  work.context.effects().processed(removed);
  return {};
}

/// The removal of the items that are named. Names select candidates by hash; the ids of the item itself decide.
class Removal {
 public:
  Removal(Work& work, const model::ForgetArgs& args) : work_(work), forgotten_(args) {
    for (const std::string& id : args.ids) {
      add(id);
    }
  }

  Status add_removed_upstream() {
    for (const stage_api::UpstreamCompletion& completion : work_.input.upstream) {
      TS_RETURN_IF_ERROR(completion.each_change([this](const model::Change& change) {
        if (change.op == model::ChangeOp::kDelete) {
          add(change.id);
        }
        return Status();
      }));
    }
    return {};
  }

  Status remove_session(std::string_view session) {
    std::vector<std::uint64_t> turns;
    TS_RETURN_IF_ERROR(work_.context.state().scan(session_prefix(name_hash(session)), kAllTurns,
                                                  [&turns](std::string_view key, std::string_view) {
                                                    turns.push_back(turn_in_session_key(key));
                                                    return true;
                                                  }));
    for (const std::uint64_t turn : turns) {
      TS_RETURN_IF_ERROR(remove_named(turn));
    }
    return {};
  }

  /// Removes the items of all names, among them the ids of those that it removes.
  Status remove_all_named() {
    for (; !names_.empty(); names_.pop_front()) {
      const std::string name = names_.front();
      if (const auto id = parse_uuid(name); id.has_value()) {
        TS_RETURN_IF_ERROR(remove(*id));
      }
      TS_RETURN_IF_ERROR(remove_named(name_hash(name)));
    }
    return {};
  }

  [[nodiscard]] const std::set<Uuid>& removed() const { return removed_; }

 private:
  void add(const std::string& id) {
    forgotten_.add(id);
    names_.push_back(id);
  }

  Status remove_named(std::uint64_t name) {
    TS_ASSIGN_OR_RETURN(const std::vector<Uuid> ids,
                        ids_in(work_.context.state(), evidence::row_key(kNamePrefix, name)));
    for (const Uuid& id : ids) {
      TS_RETURN_IF_ERROR(remove(id));
    }
    return {};
  }

  Status remove(const Uuid& id) {
    TS_ASSIGN_OR_RETURN(const KeptItem* kept, work_.book.find(id));
    if (kept == nullptr) {
      return {};
    }
    const model::MemoryItem& item = kept->item;
    if (!forgotten_.covers(model::SourceView{item.id, item.provenance.turn_id, item.session_id}) &&
        !forgotten_.covers(item.sources)) {
      return {};
    }
    add(item.id);
    removed_.insert(id);
    return work_.book.remove(id);
  }

  Work& work_;
  evidence::Forgotten forgotten_;
  std::deque<std::string> names_;  ///< ids whose items are not removed yet
  std::set<Uuid> removed_;
};

}  // namespace

Status forget(Work& work, const model::ForgetArgs& args) {
  if (args.all) {
    return forget_everything(work);
  }
  TS_RETURN_IF_ERROR(work.book.flush());
  Removal removal(work, args);
  TS_RETURN_IF_ERROR(removal.add_removed_upstream());
  if (args.session_id.has_value()) {
    TS_RETURN_IF_ERROR(removal.remove_session(*args.session_id));
  }
  TS_RETURN_IF_ERROR(removal.remove_all_named());
  TS_RETURN_IF_ERROR(cancel_checks(work, removal.removed()));
  work.context.effects().processed(static_cast<std::int64_t>(removal.removed().size()));
  return {};
}

}  // namespace turnstream::lifecycle
