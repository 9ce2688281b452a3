#include "app/page/source_tree.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <optional>

#include "app/explain/json_text.h"
#include "app/http/url_text.h"
#include "app/page/page_frame.h"
#include "pipeline/base/uuid5.h"
#include "pipeline/codec/ids.h"
#include "pipeline/json/document.h"

namespace turnstream::app {
namespace {

using Json = nlohmann::json;

constexpr std::size_t kDepthMax = 5;
constexpr std::size_t kSourcesMax = 20;   ///< of one memory
constexpr std::size_t kLookedUpMax = 80;  ///< in the whole tree

std::size_t integer_of(const Json& object, std::string_view name) {
  return static_cast<std::size_t>(std::max<std::int64_t>(integer_in(object, name), 0));
}

}  // namespace

bool SourceTree::is_on_path(const std::string& id) const {
  return std::find(path_.begin(), path_.end(), id) != path_.end();
}

void SourceTree::write(const Json& memory) {
  if (const Json& provenance = member_in(memory, "provenance"); provenance.is_object()) {
    write_origin(provenance);
  }
  write_list(memory);
}

void SourceTree::write_list(const Json& memory) {
  path_.push_back(text_in(memory, "id"));
  std::vector<const Json*> sources;
  for (const Json& source : member_in(memory, "sources")) {
    if (!is_on_path(text_in(source, "id"))) {
      sources.push_back(&source);
    }
  }
  if (!sources.empty() && path_.size() > kDepthMax) {
    html_.element("p", std::to_string(sources.size()) + " sources, not shown here", {{"class", "none"}});
  } else if (!sources.empty()) {
    html_.open("ul", {{"class", "tree"}});
    std::size_t shown = 0;
    for (; shown < std::min(sources.size(), kSourcesMax) && looked_up_ < kLookedUpMax; ++shown) {
      write_source(*sources[shown]);
    }
    if (shown < sources.size()) {
      html_.element("li", "and " + std::to_string(sources.size() - shown) + " more", {{"class", "none"}});
    }
    html_.close();
  }
  path_.pop_back();
}

void SourceTree::write_source(const Json& source) {
  ++looked_up_;
  const Result<std::vector<Json>> found = find(source);
  html_.open("li");
  if (!found.ok()) {
    html_.element("p", found.error().message, {{"class", "none"}});
  } else if (!found->empty()) {
    if (text_in(found->front(), "id") != text_in(source, "id")) {
      html_.element("p", "The item has left memory. Said in its turn:", {{"class", "none"}});
    }
    std::for_each(found->begin(), found->end(), [this](const Json& memory) { write_found(memory); });
  } else {
    html_.element("p", "An item that is no longer in memory.", {{"class", "none"}});
    write_turn(text_in(source, "turn_id"));
  }
  html_.close();
}

Result<std::vector<Json>> SourceTree::find(const Json& source) {
  const std::string id = text_in(source, "id");
  const std::string turn = text_in(source, "turn_id");
  // Each turn of an item that stands for several has messages of its own (recall/documents/message.h).
  const std::string of_turn = id + "@" + turn;
  const std::string said = to_string(codec::memory_id(place_.persona, turn, "/turn_data"));
  const std::vector<std::string> names[] = {{id},
                                            {of_turn + "#user", of_turn + "#assistant"},
                                            {id + "#user", id + "#assistant"},
                                            {said + "#user", said + "#assistant"}};
  std::vector<Json> found;
  for (const std::vector<std::string>& group : names) {
    for (const std::string& name : found.empty() ? group : std::vector<std::string>()) {
      TS_ASSIGN_OR_RETURN(const std::optional<std::string> memory, recall_.memory(place_.persona, name, place_.as_of));
      if (memory) {
        found.push_back(json::parse_document(*memory));
      }
    }
  }
  return found;
}

void SourceTree::write_found(const Json& memory) {
  const bool is_message = text_in(memory, "kind") == "message";
  if (is_message) {
    html_.open("blockquote");
  }
  write_words(html_, memory);
  if (is_message) {
    html_.close();
  }
  write_about(html_, memory);
  html_.open("p", {{"class", "actions"}});
  html_.element("a", "Open",
                {{"href", memory_path(place_.persona, text_in(memory, "id"), place_.as_of)},
                 {"aria-label", "Open the " + kind_text(text_in(memory, "kind"))}});
  html_.close();
  write(memory);
}

/// Where the words of an item or a message are.
void SourceTree::write_origin(const Json& provenance) {
  html_.open("p", {{"class", "origin"}}).text("From ");
  html_.element("code", text_in(provenance, "pointer")).text(" of a turn, which is ");
  html_.element("code", text_in(provenance, "topic") + "[" + std::to_string(integer_of(provenance, "partition")) +
                            "]@" + std::to_string(integer_of(provenance, "offset")));
  html_.text(".").close();
  write_turn(text_in(provenance, "turn_id"));
}

void SourceTree::write_turn(const std::string& turn) {
  if (turn.empty()) {
    return;
  }
  html_.open("p", {{"class", "origin"}}).text("Turn ").element("code", turn).text(": ");
  html_.element("a", "what became of it (JSON)",
                {{"href", "/v1/turns/" + url_escaped(turn) + "?persona=" + url_escaped(place_.persona)}});
  html_.close();
}

}  // namespace turnstream::app
