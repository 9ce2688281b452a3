#include "app/demo/story.h"

#include <nlohmann/json.hpp>

#include "app/demo/things.h"
#include "app/explain/json_text.h"
#include "pipeline/json/document.h"

namespace turnstream::app {
namespace {

using Json = nlohmann::json;

constexpr log::milliseconds kAnswer{10'000};
/// The turn in which the user of the second persona says his phone number.
constexpr const char* kForgottenTurn = "01KEPWVEZ08XZ69JSXRY13G6Z0";
constexpr const char* kForgetful = "juno";

DemoCommand tick(const char* time) {
  return {"tick", "", json::document_text(Json{{"time", time}})};
}

DemoCommand command(const std::string& kind, const std::string& persona, const Json& args) {
  return {kind, persona, json::document_text(args)};
}

/// Of the archived items the one that was most important; of several the first by id. Its value, or null.
Json archived_item(const Things& things) {
  Json best;
  const auto items = things.find("memory");
  if (items == things.end()) {
    return best;
  }
  for (const auto& [id, text] : items->second) {
    const Json item = json::parse_document(text);
    if (text_in(item, "tier") == "archived" && (best.is_null() || item["importance"] > best["importance"])) {
      best = item;
    }
  }
  return best;
}

}  // namespace

Result<std::optional<Told>> tell_story(Stand& stand, const StopSignal& signal, const Context& context,
                                       const model::TopicNames& names) {
  std::vector<std::string> ids;
  const auto goes_on = [&](std::initializer_list<DemoCommand> commands) {
    return stand.take_commands(signal, {commands.begin(), commands.size()}, ids);
  };
  Told told;
  TS_ASSIGN_OR_RETURN(bool is_done,
                      goes_on({command("sweep", "scout", Json::object()), command("sweep", "juno", Json::object()),
                               tick("2026-01-12T23:00:00Z"), tick("2026-01-14T00:00:00Z"), tick("2026-04-14T00:00:00Z"),
                               tick("2026-04-14T00:01:00Z")}));
  if (!is_done) {
    return std::optional<Told>();
  }
  told.sweep = ids.front();
  TS_ASSIGN_OR_RETURN(const Things things, read_things(stand.client(), names, context.catalog, kAnswer));
  if (const Json item = archived_item(things); !item.is_null()) {
    told.accessed = text_in(item, "id");
    TS_ASSIGN_OR_RETURN(is_done, goes_on({command("access", text_in(item, "persona_id"), {{"ids", {told.accessed}}})}));
    told.access = ids.back();
  }
  told.forgotten_turn = kForgottenTurn;
  TS_ASSIGN_OR_RETURN(const bool is_forgotten,
                      goes_on({command("forget", kForgetful, {{"ids", {told.forgotten_turn}}})}));
  told.forget = ids.back();
  return is_done && is_forgotten ? std::optional(told) : std::nullopt;
}

}  // namespace turnstream::app
