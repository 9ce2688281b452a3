#include "pipeline/codec/erased_record.h"

#include "pipeline/base/sha256.h"
#include "pipeline/json/writer.h"

namespace turnstream::codec {
namespace {

constexpr std::string_view kBeginning = R"({"erased":true)";
constexpr std::string_view kTurn = R"(,"turn_hash":")";
constexpr std::string_view kDigits = "0123456789abcdef";

std::optional<std::string> from_hex(std::string_view digits) {
  std::string bytes;
  for (std::size_t i = 0; i + 1 < digits.size(); i += 2) {
    const std::size_t high = kDigits.find(digits[i]);
    const std::size_t low = kDigits.find(digits[i + 1]);
    if (high == std::string_view::npos || low == std::string_view::npos) {
      return std::nullopt;
    }
    bytes += static_cast<char>(high * kDigits.size() + low);
  }
  return bytes;
}

}  // namespace

std::string turn_hash_of(std::string_view turn_id) {
  const auto digest = sha256(turn_id);
  return {reinterpret_cast<const char*>(digest.data()), kTurnHashBytes};
}

std::string erased_record_text(const ErasedRecord& record) {
  std::string hex;
  for (const char c : record.turn_hash) {
    const auto byte = static_cast<unsigned char>(c);
    hex += kDigits[byte / kDigits.size()];
    hex += kDigits[byte % kDigits.size()];
  }
  std::string out;
  json::Writer json(out);
  json.begin_object().boolean("erased", true);
  if (!hex.empty()) {
    json.string("turn_hash", hex);
  }
  json.end_object();
  return out;
}

std::optional<ErasedRecord> read_erased_record(std::string_view value) {
  if (!value.starts_with(kBeginning)) {
    return std::nullopt;
  }
  value.remove_prefix(kBeginning.size());
  if (value == "}") {
    return ErasedRecord{};
  }
  if (!value.starts_with(kTurn) || value.size() != kTurn.size() + 2 * kTurnHashBytes + 2 || !value.ends_with("\"}")) {
    return std::nullopt;
  }
  auto hash = from_hex(value.substr(kTurn.size(), 2 * kTurnHashBytes));
  return hash ? std::optional(ErasedRecord{*std::move(hash)}) : std::nullopt;
}

}  // namespace turnstream::codec
