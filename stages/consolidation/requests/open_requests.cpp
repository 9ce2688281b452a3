#include "stages/consolidation/requests/open_requests.h"

#include <algorithm>

#include "pipeline/base/byte_stream.h"
#include "pipeline/base/check.h"
#include "pipeline/codec/effect_request.h"
#include "stages/common/evidence/rows.h"

namespace turnstream::consolidation {
namespace {

constexpr std::string_view kPrefix = "request/";
constexpr std::uint8_t kFormat = 1;
constexpr std::int64_t kFiringMs = 30'000;

std::string encode(const OpenRequest& request) {
  std::string row;
  ByteWriter writer(row);
  writer.u8(kFormat).text(request.purpose).text(request.hash).text(request.note).varint(request.items.size());
  for (const std::string& item : request.items) {
    writer.text(item);
  }
  return row;
}

Result<OpenRequest> decode(const Uuid& id, std::string_view row) {
  ByteReader reader(row);
  OpenRequest request;
  const bool known_format = reader.u8() == kFormat;
  request.id = id;
  request.purpose = std::string(reader.text());
  request.hash = std::string(reader.text());
  request.note = std::string(reader.text());
  const std::size_t items = reader.count(1);
  for (std::size_t i = 0; i < items; ++i) {
    request.items.emplace_back(reader.text());
  }
  if (!known_format || !reader.done()) {
    return evidence::bad_state("A row of an open request is damaged.");
  }
  return request;
}

}  // namespace

Status OpenRequests::load() {
  TS_ASSIGN_OR_RETURN(const auto row, context_.state().get(kRequestsKey));
  if (!row.has_value()) {
    return {};
  }
  ByteReader reader(*row);
  const bool known_format = reader.u8() == kFormat;
  const std::size_t size = reader.count(sizeof(Uuid) + 1);
  for (std::size_t i = 0; i < size; ++i) {
    const Uuid id = reader.uuid();
    list_.push_back({id, reader.varint()});
  }
  if (!known_format || !reader.done()) {
    return evidence::bad_state("The list of open requests is damaged.");
  }
  list_before_ = list_;
  return {};
}

Result<Uuid> OpenRequests::ask(const model::EffectRequest& request, std::string_view note) {
  const auto id = parse_uuid(context_.effects().request(request));
  CHECK(id.has_value());
  const OpenRequest open{*id, request.purpose, codec::request_hash(request), request.items, std::string(note)};
  context_.state().put(evidence::row_key(kPrefix, *id), encode(open));
  list_.push_back({*id, 0});
  return *id;
}

Result<std::optional<OpenRequest>> OpenRequests::take(std::string_view effect_id, std::string_view hash) {
  const auto id = parse_uuid(effect_id);
  if (!id.has_value()) {
    return std::optional<OpenRequest>();
  }
  TS_ASSIGN_OR_RETURN(std::optional<OpenRequest> request, find(*id));
  if (!request.has_value() || request->hash != hash) {
    return std::optional<OpenRequest>();
  }
  close(*id);
  return request;
}

Result<std::optional<OpenRequest>> OpenRequests::find(const Uuid& id) {
  const bool is_open = std::any_of(list_.begin(), list_.end(), [&](const Waiting& one) { return one.id == id; });
  if (!is_open) {
    return std::optional<OpenRequest>();
  }
  TS_ASSIGN_OR_RETURN(const auto row, context_.state().get(evidence::row_key(kPrefix, id)));
  if (!row.has_value()) {
    return evidence::bad_state("The row of an open request is missing.");
  }
  TS_ASSIGN_OR_RETURN(OpenRequest request, decode(id, *row));
  return std::optional(std::move(request));
}

Result<std::vector<OpenRequest>> OpenRequests::fire(std::int64_t firings_max) {
  fired_ = true;
  std::vector<OpenRequest> expired;
  const std::vector<Uuid> ids = open();
  for (Waiting& waiting : list_) {
    ++waiting.firings;
  }
  for (const Uuid& id : ids) {
    const auto waiting = std::find_if(list_.begin(), list_.end(), [&](const Waiting& one) { return one.id == id; });
    if (waiting->firings >= static_cast<std::uint64_t>(firings_max)) {
      TS_ASSIGN_OR_RETURN(std::optional<OpenRequest> request, find(id));
      context_.effects().cancel(to_string(id), "expired");
      close(id);
      expired.push_back(*std::move(request));
    }
  }
  return expired;
}

void OpenRequests::cancel_forgotten(const Uuid& id) {
  context_.effects().cancel(to_string(id), "forgotten");
}

void OpenRequests::close(const Uuid& id) {
  context_.state().erase(evidence::row_key(kPrefix, id));
  std::erase_if(list_, [&](const Waiting& one) { return one.id == id; });
}

std::vector<Uuid> OpenRequests::open() const {
  std::vector<Uuid> ids(list_.size());
  std::transform(list_.begin(), list_.end(), ids.begin(), [](const Waiting& one) { return one.id; });
  return ids;
}

Status OpenRequests::finish() {
  if (list_.empty() != list_before_.empty() || fired_) {
    if (!list_.empty()) {
      TS_RETURN_IF_ERROR(context_.timers().arm(kEffectsTimer, LogTime{input_.now.value() + kFiringMs}));
    } else if (!fired_) {
      TS_RETURN_IF_ERROR(context_.timers().cancel(kEffectsTimer));
    }
  }
  if (list_ == list_before_) {
    return {};
  }
  if (list_.empty()) {
    context_.state().erase(kRequestsKey);
    return {};
  }
  std::string row;
  ByteWriter writer(row);
  writer.u8(kFormat).varint(list_.size());
  for (const Waiting& waiting : list_) {
    writer.uuid(waiting.id).varint(waiting.firings);
  }
  context_.state().put(kRequestsKey, row);
  return {};
}

}  // namespace turnstream::consolidation
