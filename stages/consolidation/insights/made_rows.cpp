#include "stages/consolidation/insights/made_rows.h"

#include <algorithm>
#include <limits>

namespace turnstream::consolidation {
namespace {

constexpr std::string_view kPrefix = "~ia/";

}  // namespace

evidence::RowKey MadeRows::Times::row_key(LogTime made, std::size_t row) {
  return time_key(kPrefix, made).append_number(row, sizeof(std::uint16_t));
}

void MadeRows::Times::write(ByteWriter& writer, const Made& insight) {
  writer.uuid(insight.id).varint(insight.hashes.size());
  for (const std::uint64_t hash : insight.hashes) {
    writer.u64(hash);
  }
}

MadeRows::Made MadeRows::Times::read(ByteReader& reader) {
  Made insight;
  insight.id = reader.uuid();
  insight.hashes.resize(reader.count(sizeof(std::uint64_t)));
  for (std::uint64_t& hash : insight.hashes) {
    hash = reader.u64();
  }
  return insight;
}

Result<std::optional<std::size_t>> MadeRows::place_of(LogTime made, const Uuid& id) {
  TS_ASSIGN_OR_RETURN(const std::vector<Made>* all, times_.values(made));
  const auto found = std::find_if(all->begin(), all->end(), [&id](const Made& insight) { return insight.id == id; });
  return found == all->end() ? std::optional<std::size_t>()
                             : std::optional(static_cast<std::size_t>(found - all->begin()));
}

Status MadeRows::set(LogTime made, const Uuid& id, std::vector<std::uint64_t> hashes) {
  hashes_.reset();
  TS_ASSIGN_OR_RETURN(const std::optional<std::size_t> place, place_of(made, id));
  Made insight{id, std::move(hashes)};
  return place.has_value() ? times_.replace(made, *place, std::move(insight)) : times_.add(made, std::move(insight));
}

Status MadeRows::remove(LogTime made, const Uuid& id) {
  TS_ASSIGN_OR_RETURN(const std::optional<std::size_t> place, place_of(made, id));
  return place.has_value() ? times_.remove(made, *place)
                           : Status(evidence::bad_state("The order of the insights lacks some of them."));
}

template <typename Use>
Status MadeRows::each_row(Use use) {
  times_.finish();
  Status damaged;
  TS_RETURN_IF_ERROR(
      rows_.scan(kPrefix, std::numeric_limits<std::size_t>::max(), [&](std::string_view key, std::string_view row) {
        bool goes_on = false;
        damaged = use(time_in_key(kPrefix, key), row, goes_on);
        return damaged.ok() && goes_on;
      }));
  return damaged;
}

Result<OldestFirst> MadeRows::oldest(const AgeLimit& limit) {
  OldestFirst oldest(limit);
  LogTime time{std::numeric_limits<std::int64_t>::min()};
  std::vector<Uuid> at_that_time;
  const auto take = [&] {
    std::sort(at_that_time.begin(), at_that_time.end());
    const auto stays = [&](const Uuid& id) { return !oldest.take(id, time); };
    return std::none_of(at_that_time.begin(), at_that_time.end(), stays);
  };
  bool ended = false;
  TS_RETURN_IF_ERROR(each_row([&](LogTime made, std::string_view row, bool& goes_on) {
    if (made != time) {
      ended = !take();
      at_that_time.clear();
      time = made;
    }
    goes_on = !ended;
    return RowLists<Times>::read(row, [&](const Made& insight) {
      at_that_time.push_back(insight.id);
      return true;
    });
  }));
  if (!ended) {
    take();
  }
  return oldest;
}

Result<std::vector<Uuid>> MadeRows::with_hash(std::uint64_t hash) {
  if (!hashes_.has_value()) {
    std::vector<std::pair<std::uint64_t, Uuid>> all;
    TS_RETURN_IF_ERROR(each_row([&all](LogTime /*made*/, std::string_view row, bool& goes_on) {
      goes_on = true;
      return RowLists<Times>::read(row, [&all](const Made& insight) {
        for (const std::uint64_t own : insight.hashes) {
          all.emplace_back(own, insight.id);
        }
        return true;
      });
    }));
    std::sort(all.begin(), all.end());
    hashes_ = std::move(all);
  }
  std::vector<Uuid> found;
  for (auto one = std::lower_bound(hashes_->begin(), hashes_->end(), std::pair(hash, Uuid{}));
       one != hashes_->end() && one->first == hash; ++one) {
    found.push_back(one->second);
  }
  return found;
}

}  // namespace turnstream::consolidation
