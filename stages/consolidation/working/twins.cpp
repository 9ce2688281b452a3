#include "stages/consolidation/working/twins.h"

#include <algorithm>
#include <limits>
#include <set>
#include <string>
#include <utility>

#include "pipeline/base/byte_stream.h"
#include "pipeline/base/hash64.h"
#include "stages/common/evidence/rows.h"

namespace turnstream::consolidation {
namespace {

constexpr std::string_view kPrefix = "~tw/";
constexpr std::uint64_t kRows = 512;
constexpr std::size_t kTwinsMax = 32;  ///< of a row
constexpr std::uint8_t kFormat = 1;

/// `place` says the same as the item `first`, or is that item itself.
struct Twin {
  Uuid first{};
  ItemPlace place;
  friend bool operator==(const Twin&, const Twin&) = default;
};
constexpr std::size_t kTwinBytes = 2 * sizeof(Uuid) + 2 * sizeof(std::uint64_t);

struct Row {
  evidence::RowKey key;
  std::vector<Twin> twins;
};

evidence::RowKey key_of(const Uuid& first) {
  return evidence::row_key(kPrefix, (std::uint64_t{first[0]} << 8 | first[1]) % kRows);
}

Result<std::vector<Twin>> decode(std::string_view bytes) {
  ByteReader reader(bytes);
  const bool known_format = reader.u8() == kFormat;
  std::vector<Twin> twins(reader.count(kTwinBytes));
  for (Twin& twin : twins) {
    twin.first = reader.uuid();
    twin.place.item = reader.uuid();
    twin.place.turn = reader.u64();
    twin.place.session = reader.u64();
  }
  return known_format && reader.done() ? Result<std::vector<Twin>>(std::move(twins))
                                       : evidence::bad_state("A row of items that say the same is damaged.");
}

void store(stage_api::StateView& rows, const Row& row) {
  if (row.twins.empty()) {
    rows.erase(row.key);
    return;
  }
  std::string bytes;
  bytes.reserve(2 + row.twins.size() * kTwinBytes);
  ByteWriter writer(bytes);
  writer.u8(kFormat).varint(row.twins.size());
  for (const Twin& twin : row.twins) {
    writer.uuid(twin.first).uuid(twin.place.item).u64(twin.place.turn).u64(twin.place.session);
  }
  rows.put(row.key, bytes);
}

Result<std::vector<Row>> load_all(stage_api::StateView& rows) {
  std::vector<Row> all;
  Status damaged;
  TS_RETURN_IF_ERROR(
      rows.scan(kPrefix, std::numeric_limits<std::size_t>::max(), [&](std::string_view key, std::string_view bytes) {
        Result<std::vector<Twin>> twins = decode(bytes);
        if (!twins.ok()) {
          damaged = twins.error();
          return false;
        }
        all.push_back({evidence::RowKey(key), *std::move(twins)});
        return true;
      }));
  TS_RETURN_IF_ERROR(damaged);
  return all;
}

/// What is gone so far: items by id, the turns and the session that the command names by hash.
class Gone {
 public:
  explicit Gone(const Forgetting& forgetting) {
    for (const std::string& id : forgetting.ids()) {
      turns_.insert(hash64(id));
      if (const auto uuid = parse_uuid(id); uuid.has_value()) {
        items_.insert(*uuid);
      }
    }
    if (forgetting.args().session_id.has_value()) {
      sessions_.insert(hash64(*forgetting.args().session_id));
    }
  }

  [[nodiscard]] bool covers(const Twin& twin) const {
    return items_.count(twin.first) + items_.count(twin.place.item) + turns_.count(twin.place.turn) +
               sessions_.count(twin.place.session) >
           0;
  }
  /// Returns whether the item is new here.
  bool add(const Uuid& item) { return items_.insert(item).second; }

 private:
  std::set<Uuid> items_;
  std::set<std::uint64_t> turns_;
  std::set<std::uint64_t> sessions_;
};

}  // namespace

ItemPlace item_place(const Uuid& item, std::string_view turn_id, std::string_view session_id) {
  return {item, hash64(turn_id), hash64(session_id)};
}

Status Twins::note(const ItemPlace& first, const ItemPlace& again) {
  Row row{key_of(first.item), {}};
  TS_ASSIGN_OR_RETURN(const auto bytes, rows_.get(row.key));
  if (bytes.has_value()) {
    TS_ASSIGN_OR_RETURN(row.twins, decode(*bytes));
  }
  const std::vector<Twin> before = row.twins;
  for (const Twin& twin : {Twin{first.item, first}, Twin{first.item, again}}) {
    if (std::find(row.twins.begin(), row.twins.end(), twin) == row.twins.end()) {
      row.twins.push_back(twin);
    }
  }
  const std::size_t excess = row.twins.size() - std::min(row.twins.size(), kTwinsMax);
  row.twins.erase(row.twins.begin(), row.twins.begin() + static_cast<std::ptrdiff_t>(excess));
  if (row.twins != before) {
    store(rows_, row);
  }
  return {};
}

Status Twins::forget(Forgetting& forgetting) {
  TS_ASSIGN_OR_RETURN(std::vector<Row> rows, load_all(rows_));
  if (forgetting.args().all) {
    for (const Row& row : rows) {
      rows_.erase(row.key);
    }
    return {};
  }
  Gone gone(forgetting);
  for (bool found = true; found;) {
    found = false;
    for (const Row& row : rows) {
      for (const Twin& twin : row.twins) {
        if (gone.covers(twin)) {
          found = gone.add(twin.first) || found;
          found = gone.add(twin.place.item) || found;
        }
      }
    }
  }
  for (Row& row : rows) {
    std::vector<Twin> stay;
    for (const Twin& twin : row.twins) {
      if (gone.covers(twin)) {
        forgetting.add(to_string(twin.first));
        forgetting.add(to_string(twin.place.item));
      } else {
        stay.push_back(twin);
      }
    }
    if (stay.size() < row.twins.size()) {
      row.twins = std::move(stay);
      store(rows_, row);
    }
  }
  return {};
}

}  // namespace turnstream::consolidation
