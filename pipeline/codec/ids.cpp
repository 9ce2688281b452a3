#include "pipeline/codec/ids.h"

#include <algorithm>
#include <array>
#include <vector>

#include "pipeline/json/plain_text.h"
#include "pipeline/json/writer.h"

namespace turnstream::codec {
namespace {

// 5c981c69-c222-5c9b-948f-8c70724b75a6
constexpr Uuid kNamespace{0x5c, 0x98, 0x1c, 0x69, 0xc2, 0x22, 0x5c, 0x9b,
                          0x94, 0x8f, 0x8c, 0x70, 0x72, 0x4b, 0x75, 0xa6};

/// The JSON array from which an id is computed: the kind, the persona, and the texts that distinguish this id from the
/// persona's other ids of that kind. It stands on the stack unless it is long or a text has a character to escape.
class Name {
 public:
  Name(std::string_view kind, std::string_view persona) { with(kind).with(persona); }
  Name(const Name&) = delete;
  Name& operator=(const Name&) = delete;
  Name& with(std::string_view part) {
    constexpr std::size_t kMarks = 3;
    const bool fits = long_.empty() && part.size() + kMarks < short_.size() - size_;
    char* const to = short_.data() + size_;
    if (fits && json::copy_plain(to + 2, part)) {
      to[0] = size_ == 0 ? '[' : ',';
      to[1] = '"';
      to[2 + part.size()] = '"';
      size_ += part.size() + kMarks;
      return *this;
    }
    if (long_.empty()) {
      long_.assign(short_.data(), size_);
    }
    long_.push_back(long_.empty() ? '[' : ',');
    json::append_string(long_, part);
    return *this;
  }
  /// Nothing if the id is empty.
  Name& of_user(std::string_view user_id) {
    return user_id.empty() ? *this : with(std::string("user/").append(user_id));
  }
  Uuid id() {
    if (long_.empty()) {
      short_[size_] = ']';
      return uuid5(kNamespace, {short_.data(), size_ + 1});
    }
    return uuid5(kNamespace, long_.append("]"));
  }

 private:
  std::array<char, 1'024> short_;
  std::size_t size_ = 0;
  std::string long_;  ///< in place of short_, if it is not empty
};

}  // namespace

Uuid memory_id(std::string_view persona, std::string_view turn_id, std::string_view pointer) {
  return Name("memory", persona).with(turn_id).with(pointer).id();
}

Uuid insight_id(std::string_view persona, std::span<const std::string> source_ids) {
  std::vector<std::string_view> sorted(source_ids.begin(), source_ids.end());
  std::sort(sorted.begin(), sorted.end());
  Name name("insight", persona);
  for (const std::string_view id : sorted) {
    name.with(id);
  }
  return name.id();
}

Uuid fact_id(std::string_view persona, const FactKey& key) {
  return Name("fact", persona).with(key.subject).with(key.relation).with(key.value).id();
}

Uuid note_id(std::string_view persona, std::string_view speaker, std::string_view words, std::string_view user_id) {
  return Name("note", persona).with(speaker).with(words).of_user(user_id).id();
}

Uuid skill_id(std::string_view persona, std::span<const std::string> tools) {
  Name name("skill", persona);
  for (const std::string& tool : tools) {
    name.with(tool);
  }
  return name.id();
}

Uuid pattern_id(std::string_view persona, std::string_view type, std::string_view key, std::string_view user_id) {
  return Name("pattern", persona).with(type).with(key).of_user(user_id).id();
}

Uuid episode_id(std::string_view persona, std::string_view session, std::string_view first_item) {
  return Name("episode", persona).with(session).with(first_item).id();
}

Uuid topic_id(std::string_view persona, std::string_view topic, std::string_view cause) {
  return Name("topic", persona).with(topic).with(cause).id();
}

Uuid daily_id(std::string_view persona, std::string_view session, std::string_view cause) {
  return Name("daily", persona).with(session).with(cause).id();
}

Uuid effect_id(std::string_view persona, std::string_view stage, std::string_view cause, std::int64_t ordinal) {
  return Name("effect", persona).with(stage).with(cause).with(std::to_string(ordinal)).id();
}

Uuid event_id(std::string_view persona, const EventKey& key) {
  Name name(key.kind, persona);
  return name.with(key.stage).with(key.type).with(key.cause).with(std::to_string(key.ordinal)).id();
}

Uuid share_command_id(std::string_view kind, std::string_view persona, std::string_view target, std::string_view cause,
                      std::int64_t ordinal) {
  return Name(kind, persona).with(target).with(cause).with(std::to_string(ordinal)).id();
}

}  // namespace turnstream::codec
