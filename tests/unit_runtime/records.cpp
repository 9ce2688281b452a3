#include "tests/unit_runtime/records.h"

#include <sys/mman.h>

#include "pipeline/codec/completion_codec.h"
#include "pipeline/json/writer.h"

namespace turnstream::runtime {

log::Record make_record(RecordText text) {
  auto* owned = new RecordText(std::move(text));
  log::Record record;
  record.owner = log::RecordOwner(owned, [](void* memory) { delete static_cast<RecordText*>(memory); });
  record.topic = owned->topic;
  record.partition = Partition{owned->partition};
  record.offset = Offset{owned->offset};
  record.key = owned->key;
  record.value = owned->value;
  for (const auto& [name, value] : owned->headers) {
    record.headers.push_back({name, value});
  }
  return record;
}

std::string_view unreadable() {
  static void* const page = ::mmap(nullptr, 4096, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  return {static_cast<const char*>(page), 100};
}

std::string turn_id(const std::string& name) {
  return std::string(26 - name.size(), '0') + name;
}

std::string turn_json(const std::string& name, const std::string& persona, const std::string& text) {
  std::string json;
  json::Writer writer(json);
  writer.begin_object()
      .string("turn_id", turn_id(name))
      .string("agent_id", persona)
      .string("timestamp", "2026-01-01T10:00:00.000Z")
      .begin_object("turn_data")
      .string("user_input", text)
      .string("assistant_response", "Noted.")
      .end_object()
      .end_object();
  return json;
}

std::string completion_json(const std::string& stage, std::int64_t offset, int part, bool last) {
  model::Completion completion;
  completion.stage = stage;
  completion.persona_id = "helper";
  completion.cause_kind = "turn";
  completion.cause_id = "T";
  completion.log = {Partition{0}, Offset{offset}};
  completion.part = part;
  completion.last = last;
  std::string bytes;
  codec::append_completion(bytes, completion);
  return bytes;
}

}  // namespace turnstream::runtime
