#pragma once
// Work: what the rules of this stage share during one call: the record, the settings, the items, and the writing of
// events. Lifetime: borrows input and context, for one call of the stage. Threads: the caller's.

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "pipeline/codec/maintenance.h"
#include "pipeline/stage_api/memory_settings.h"
#include "pipeline/stage_api/stage.h"
#include "stages/lifecycle/item_book.h"
#include "stages/lifecycle/settings.h"

namespace turnstream::lifecycle {

struct Work {
  Work(const stage_api::Input& given_input, stage_api::PersonaContext& given_context)
      : input(given_input),
        context(given_context),
        settings(given_input.settings->read(kSettingFields)),
        book(given_input, given_context, settings) {}

  const stage_api::Input& input;
  stage_api::PersonaContext& context;
  const LifecycleSettings& settings;
  ItemBook book;

  /// Writes a maintenance event.
  template <typename What>
  void announce(std::string_view type, What what) {
    model::Maintenance event;
    event.type = std::string(type);
    event.id = context.effects().event_id("maintenance", type);
    event.persona_id = std::string(input.persona);
    event.stage = "lifecycle";
    event.what = std::move(what);
    event.log_time = input.log_time;
    event.log = input.log;
    std::string value;
    codec::append_maintenance(value, event);
    context.effects().event("maintenance", "maintenance", std::move(value));
  }
  /// Writes an event about these items, if there are any.
  void announce_items(std::string_view type, std::vector<std::string> items, std::string_view reason) {
    if (!items.empty()) {
      announce(type, model::ItemsEvent{std::move(items), std::string(reason)});
    }
  }
};

/// How much one call of the stage may still archive and delete. Both cost time, archiving by the length of the texts.
struct Batch {
  std::int64_t items = 0;
  std::int64_t bytes = 64 * 1024;

  explicit Batch(const LifecycleSettings& settings) : items(settings.batch_items_max) {}
  [[nodiscard]] bool used_up() const { return items <= 0 || bytes <= 0; }
  void use(const KeptItem& kept) {
    --items;
    bytes -= static_cast<std::int64_t>(kept.item.content.size());
  }
};

}  // namespace turnstream::lifecycle
