#include "stages/consolidation/records/head_rows.h"

#include <algorithm>

#include "pipeline/base/byte_stream.h"
#include "stages/common/evidence/rows.h"

namespace turnstream::consolidation {
namespace {

constexpr std::uint8_t kFormat = 1;

}  // namespace

HeadRows::HeadRows(stage_api::StateView& rows, std::span<const std::string_view> keys)
    : rows_(rows), keys_(keys), heads_(keys.size()) {
  for (const std::string_view key : keys) {
    longest_ = std::max(longest_, key.size());
  }
}

Status HeadRows::load() {
  TS_ASSIGN_OR_RETURN(const auto row, rows_.get(kKey));
  if (!row.has_value()) {
    return {};
  }
  bool known = true;
  TS_RETURN_IF_ERROR(read(*row, [&](std::size_t place, std::string_view value) {
    known = known && place < heads_.size();
    if (known) {
      heads_[place].value = value;
    }
  }));
  return known ? Status() : Status(evidence::bad_state("The row of the heads has one that is not known."));
}

HeadRows::Head* HeadRows::head(std::string_view key) {
  if (key.size() > longest_) {
    return nullptr;
  }
  const auto place = std::find(keys_.begin(), keys_.end(), key);
  return place == keys_.end() ? nullptr : &heads_[static_cast<std::size_t>(place - keys_.begin())];
}

Result<std::optional<std::string_view>> HeadRows::get(std::string_view key) {
  const Head* own = head(key);
  return own == nullptr ? rows_.get(key) : Result<std::optional<std::string_view>>(own->value);
}

void HeadRows::put(std::string_view key, std::string_view value) {
  Head* own = head(key);
  if (own == nullptr) {
    rows_.put(key, value);
    return;
  }
  own->put = value;
  own->value = own->put;
  changed_ = true;
}

void HeadRows::erase(std::string_view key) {
  Head* own = head(key);
  if (own == nullptr) {
    rows_.erase(key);
    return;
  }
  changed_ = changed_ || own->value.has_value();
  own->value.reset();
}

void HeadRows::finish() {
  if (!changed_) {
    return;
  }
  std::string row;
  ByteWriter writer(row);
  writer.u8(kFormat);
  for (std::size_t place = 0; place < heads_.size(); ++place) {
    if (heads_[place].value.has_value()) {
      writer.u8(static_cast<std::uint8_t>(place)).text(*heads_[place].value);
    }
  }
  if (row.size() > sizeof kFormat) {
    rows_.put(kKey, row);
  } else {
    rows_.erase(kKey);
  }
  changed_ = false;
}

Status HeadRows::read(std::string_view row,
                      const std::function<void(std::size_t place, std::string_view value)>& visit) {
  ByteReader reader(row);
  const bool known_format = reader.u8() == kFormat;
  while (known_format && reader.ok() && !reader.at_end()) {
    const std::size_t place = reader.u8();
    const std::string_view value = reader.text();
    if (reader.ok()) {
      visit(place, value);
    }
  }
  return known_format && reader.ok() ? Status() : evidence::bad_state("The row of the heads is damaged.");
}

}  // namespace turnstream::consolidation
