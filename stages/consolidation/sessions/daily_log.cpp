#include "stages/consolidation/sessions/daily_log.h"

#include <algorithm>
#include <limits>

#include "pipeline/codec/ids.h"
#include "stages/consolidation/records/announcements.h"

namespace turnstream::consolidation {
namespace {

constexpr std::string_view kOrderPrefix = "~do/";
/// Numbers with the same seven upper bytes stand together: one scan reads them.
constexpr std::uint64_t kBlock = 256;
constexpr int kBlocksMax = 2;
/// Entries that one call drops at most, if the setting is lowered.
constexpr std::int64_t kDroppedMax = 1000;

}  // namespace

DailyLog::DailyLog(const stage_api::Input& input, stage_api::PersonaContext& context)
    : input_(input), context_(context), table_(context), order_(context.state(), kOrderPrefix) {}

Status DailyLog::add(model::Daily entry) {
  const Uuid id = codec::daily_id(context_.persona(), entry.session_id, input_.cause_id);
  DailyHead& head = table_.head;
  head.lines += static_cast<std::int64_t>(entry.lines.size());
  TS_ASSIGN_OR_RETURN(KeptDaily * known, table_.find(id));
  if (known != nullptr) {
    join(known->daily, entry);
    return order_.change(known->number, known->daily.sources);
  }
  entry.id = to_string(id);
  entry.persona_id = std::string(context_.persona());
  const std::uint64_t number = head.next_number++;
  order_.add({number, id, input_.now}, entry.sources);
  ++head.entries;
  table_.add(id, {std::move(entry), number});
  return {};
}

Result<std::vector<model::Daily>> DailyLog::newest(std::size_t limit) {
  std::vector<model::Daily> found;
  std::uint64_t end = table_.head.next_number;
  for (int block = 0; block < kBlocksMax && end > 0 && found.size() < limit; ++block) {
    const std::uint64_t begin = (end - 1) / kBlock * kBlock;
    const evidence::RowKey key = order_.key_of(begin);
    std::vector<Uuid> ids;
    TS_RETURN_IF_ERROR(context_.state().scan(key.view().substr(0, key.view().size() - 1), kBlock,
                                             [&](std::string_view, std::string_view row) {
                                               ids.push_back(memory_in_row(row));
                                               return true;
                                             }));
    for (auto id = ids.rbegin(); id != ids.rend() && found.size() < limit; ++id) {
      TS_ASSIGN_OR_RETURN(std::optional<KeptDaily> kept, table_.snapshot(*id));
      if (!kept.has_value()) {
        return evidence::bad_state("The order of the daily log names an entry that is missing.");
      }
      found.push_back(std::move(kept->daily));
    }
    end = begin;
  }
  return found;
}

Result<std::vector<std::string>> DailyLog::newest_lines(std::size_t limit) {
  TS_ASSIGN_OR_RETURN(const std::vector<model::Daily> entries, newest(limit));
  std::vector<std::string> lines;
  for (const model::Daily& entry : entries) {
    for (auto line = entry.lines.rbegin(); line != entry.lines.rend() && lines.size() < limit; ++line) {
      lines.push_back(*line);
    }
  }
  std::reverse(lines.begin(), lines.end());
  return lines;
}

Status DailyLog::remove(const Uuid& id, const KeptDaily& kept) {
  order_.erase(kept.number);
  --table_.head.entries;
  table_.head.lines -= static_cast<std::int64_t>(kept.daily.lines.size());
  return table_.remove(id);
}

Status DailyLog::drop_excess(std::int64_t lines_max) {
  const std::int64_t excess = std::min(table_.head.lines - lines_max, kDroppedMax);
  if (excess <= 0) {
    return {};
  }
  std::vector<std::string> dropped;
  TS_ASSIGN_OR_RETURN(const std::vector<Uuid> candidates, order_.oldest(static_cast<std::size_t>(excess)));
  for (const Uuid& id : candidates) {
    if (table_.head.lines <= lines_max) {
      break;
    }
    TS_ASSIGN_OR_RETURN(const std::optional<KeptDaily> kept, table_.snapshot(id));
    if (!kept.has_value()) {
      return evidence::bad_state("The order of the daily log names an entry that is missing.");
    }
    TS_RETURN_IF_ERROR(remove(id, *kept));
    dropped.push_back(kept->daily.id);
  }
  announce_maintenance(input_, context_, "quota", [&](json::Writer& json) {
    write_ids(json, "items", dropped);
    json.string("reason", "daily_lines_max");
  });
  return {};
}

Result<Retired> DailyLog::retire(const AgeLimit& limit) {
  TS_ASSIGN_OR_RETURN(const OldestFirst oldest, order_.oldest(limit));
  Retired retired{{}, oldest.next_made()};
  for (const Uuid& id : oldest.leaving()) {
    TS_ASSIGN_OR_RETURN(const std::optional<KeptDaily> kept, table_.snapshot(id));
    if (!kept.has_value()) {
      return evidence::bad_state("The order of the daily log names an entry that is missing.");
    }
    TS_RETURN_IF_ERROR(remove(id, *kept));
    retired.ids.push_back(to_string(id));
  }
  return retired;
}

Status DailyLog::block(const model::Daily& daily, std::vector<LeavingLine> lines, const Forgetting& forgetting,
                       BlockedSentences& blocked) {
  for (LeavingLine& line : lines) {
    line.ids.push_back(daily.id);
    TS_RETURN_IF_ERROR(line.barred ? blocked.add(line.text, line.ids, forgetting.salt()) : Status());
  }
  return {};
}

Status DailyLog::forget_one(const Uuid& id, Forgetting& forgetting, BlockedSentences& blocked) {
  TS_ASSIGN_OR_RETURN(std::optional<KeptDaily> kept, table_.snapshot(id));
  if (!kept.has_value()) {
    return {};
  }
  if (forgetting.args().all || forgetting.has(kept->daily.id)) {
    if (!forgetting.args().all) {
      TS_RETURN_IF_ERROR(block(kept->daily, all_lines(kept->daily), forgetting, blocked));
    }
    forgetting.add(kept->daily.id);
    ++touched_;
    return remove(id, *kept);
  }
  model::Daily left = kept->daily;
  std::vector<LeavingLine> gone =
      take_sources(left, [&forgetting](const model::Source& source) { return forgetting.covers(source); });
  if (left.sources.size() == kept->daily.sources.size()) {
    return {};  // another name has the same hash
  }
  touched_ += gone.empty() ? 0 : 1;
  const auto lines = static_cast<std::int64_t>(gone.size());
  TS_RETURN_IF_ERROR(block(left, std::move(gone), forgetting, blocked));
  if (left.lines.empty()) {
    forgetting.add(left.id);
    return remove(id, *kept);
  }
  TS_ASSIGN_OR_RETURN(KeptDaily * changed, table_.find(id));
  changed->daily = std::move(left);
  table_.head.lines -= lines;
  return order_.change(changed->number, changed->daily.sources);
}

Result<std::int64_t> DailyLog::forget(Forgetting& forgetting, BlockedSentences& blocked) {
  touched_ = 0;
  std::vector<Uuid> ids;
  if (forgetting.args().all) {
    TS_ASSIGN_OR_RETURN(ids, order_.oldest(std::numeric_limits<std::size_t>::max()));
  } else {
    TS_ASSIGN_OR_RETURN(ids, order_.candidates(forgetting));
    for (const std::string& id : forgetting.ids()) {
      if (const auto named = parse_uuid(id); named.has_value()) {
        ids.push_back(*named);
      }
    }
  }
  for (const Uuid& id : ids) {
    TS_RETURN_IF_ERROR(forget_one(id, forgetting, blocked));
  }
  if (forgetting.args().all) {
    table_.head = DailyHead{};
  }
  return touched_;
}

}  // namespace turnstream::consolidation
