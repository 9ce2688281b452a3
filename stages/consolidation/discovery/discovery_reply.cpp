#include "stages/consolidation/discovery/discovery_reply.h"

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>

#include "stages/common/notes/summary.h"
#include "stages/consolidation/requests/reply_text.h"

namespace turnstream::consolidation {
namespace {

constexpr std::array kLists{"connections", "contradictions", "open_questions"};
constexpr std::size_t kTextsMax = 5;

bool has_a_list(const nlohmann::json& value) {
  return value.is_object() && std::any_of(kLists.begin(), kLists.end(), [&value](const char* name) {
           const auto list = value.find(name);
           return list != value.end() && list->is_array();
         });
}

/// `astray`: counts the indices that are not those of a topic. If all are, the text is left out.
Discovered discovered_of(const nlohmann::json& element, std::size_t topics, std::size_t& astray) {
  Discovered found;
  std::size_t own_astray = 0;
  if (element.is_string()) {
    found.text = cleaned(element.get_ref<const std::string&>());
  } else if (element.is_object()) {
    found.text = member_text(element, "text");
    const auto indices = element.find("indices");
    for (const nlohmann::json& index : indices != element.end() ? *indices : nlohmann::json::array()) {
      const std::int64_t at = index.is_number_integer() ? index.get<std::int64_t>() : -1;
      const auto topic = static_cast<std::size_t>(at);
      if (at < 0 || topic >= topics) {
        ++own_astray;
      } else if (std::find(found.indices.begin(), found.indices.end(), topic) == found.indices.end()) {
        found.indices.push_back(topic);
      }
    }
    astray += own_astray;
    if (own_astray > 0 && found.indices.empty()) {
      found.text.clear();
    }
  }
  found.text.resize(notes::cut_at_word(found.text, notes::kSummaryCodePointsMax).size());
  return found;
}

std::vector<Discovered> list_in(const nlohmann::json& reply, const char* name, std::size_t topics,
                                std::size_t& astray) {
  std::vector<Discovered> list;
  const auto member = reply.find(name);
  if (member == reply.end() || !member->is_array()) {
    return list;
  }
  for (const nlohmann::json& element : *member) {
    Discovered found = discovered_of(element, topics, astray);
    const auto is_same = [&found](const Discovered& other) { return other.text == found.text; };
    if (!found.text.empty() && list.size() < kTextsMax && std::none_of(list.begin(), list.end(), is_same)) {
      list.push_back(std::move(found));
    }
  }
  return list;
}

}  // namespace

std::optional<DiscoveryReply> read_discovery_reply(std::string_view text, std::size_t topics) {
  const nlohmann::json reply = first_value(text, has_a_list);
  if (reply.is_null()) {
    return std::nullopt;
  }
  DiscoveryReply read;
  read.connections = list_in(reply, kLists[0], topics, read.out_of_range);
  read.contradictions = list_in(reply, kLists[1], topics, read.out_of_range);
  read.open_questions = list_in(reply, kLists[2], topics, read.out_of_range);
  return read;
}

}  // namespace turnstream::consolidation
