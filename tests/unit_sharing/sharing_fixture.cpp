#include "tests/unit_sharing/sharing_fixture.h"

#include <algorithm>
#include <doctest/doctest.h>

#include "pipeline/codec/command_args.h"
#include "pipeline/codec/ids.h"
#include "pipeline/model/names.h"
#include "pipeline/stage_api/memory_settings.h"
#include "stages/consolidation/sharing/received.h"
#include "stages/consolidation/sharing/sharing.h"

namespace turnstream::consolidation {
namespace {

using Json = nlohmann::json;
using stage_api::StageOutcome;

std::string item_of(const std::string& persona, const std::string& name) {
  return to_string(codec::memory_id(persona, name, "/x"));
}

/// A stage of the parts insights and sharing. Besides its commands: `insights` {list}.
class SharingStage final : public stage_api::Stage {
 public:
  SharingStage() {
    info_.name = "consolidation";
    info_.phase = 3;
    info_.event_topics = {"consolidation", "insights", "maintenance"};
  }
  [[nodiscard]] const stage_api::StageInfo& info() const override { return info_; }

  Status process(const stage_api::Input& input, stage_api::PersonaContext& context) const override {
    return with_parts(input, context, [&](InsightBook& book, Sharing& sharing) -> Status {
      const std::string_view kind = input.command_kind;
      if (kind == "insights") {
        return add_all(input, book);
      }
      if (kind == "forget") {
        TS_ASSIGN_OR_RETURN(Forgetting forgetting, Forgetting::read(input));
        TS_RETURN_IF_ERROR(book.forget(forgetting));
        return forgetting.args().all ? sharing.forget_all() : Status();
      }
      if (kind == "access") {
        TS_ASSIGN_OR_RETURN(const model::AccessArgs args, codec::parse_access_args(input.value));
        return book.access(args);
      }
      if (kind == "unforget") {
        TS_ASSIGN_OR_RETURN(const model::ForgetArgs args, codec::parse_forget_args(input.value));
        TS_ASSIGN_OR_RETURN([[maybe_unused]] const std::int64_t lifted,
                            BlockedSentences(context.state()).unforget(args.ids));
        return {};
      }
      if (kind == "share" || kind == "unshare") {
        return kind == "share" ? receive_share(input, context, book) : receive_unshare(input, context, book);
      }
      return kind == "grant" ? sharing.grant() : sharing.revoke();
    });
  }
  Status fire(std::string_view timer, LogTime, const stage_api::Input& input,
              stage_api::PersonaContext& context) const override {
    CHECK(timer == kSharingTimer);
    return with_parts(input, context, [](InsightBook&, Sharing& sharing) { return sharing.fire(); });
  }
  [[nodiscard]] Json describe(std::string_view, std::string_view) const override { return {}; }

 private:
  static Status add_all(const stage_api::Input& input, InsightBook& book) {
    const Json value = Json::parse(input.value);
    for (const Json& one : value["args"]["list"]) {
      model::Insight insight;
      const std::string name = one["name"];
      insight.summary = one.value("summary", "About " + name + ".");
      insight.sources = {{item_of(std::string(input.persona), name), "T" + name, "s1"}};
      insight.tags = one.value("tags", std::vector<std::string>());
      insight.domain = value_in(model::kDomains, one.value("domain", "chat")).value();
      insight.importance = one.value("importance", 500'000);
      insight.confidence = 600'000;
      TS_RETURN_IF_ERROR(book.take(std::move(insight)));
    }
    return {};
  }
  template <typename Step>
  static Status with_parts(const stage_api::Input& input, stage_api::PersonaContext& context, Step step) {
    const InsightSettings& settings = input.settings->read(kInsightSettingFields);
    BlockedSentences blocked(context.state());
    InsightBook book(input, context, settings, blocked);
    Sharing sharing(input, context, book);
    TS_RETURN_IF_ERROR(book.load());
    TS_RETURN_IF_ERROR(step(book, sharing));
    TS_RETURN_IF_ERROR(book.finish());
    return sharing.finish();
  }

  stage_api::StageInfo info_;
};

void apply(const model::Change& change, std::map<std::string, Json>& things) {
  if (change.op == model::ChangeOp::kDelete) {
    CHECK(things.erase(change.id) == 1);
  } else if (change.op == model::ChangeOp::kPut) {
    CHECK(change.existed == (things.count(change.id) == 1));
    things[change.id] = Json::parse(change.value);
  } else {
    REQUIRE(things.count(change.id) == 1);
    things[change.id].update(Json::parse(change.value));
  }
}

}  // namespace

SharingWorld::SharingWorld()
    : stage_(std::make_unique<SharingStage>()), driver_(std::make_unique<stage_api::TestDriver>(*stage_)) {}
SharingWorld::~SharingWorld() = default;

StageOutcome SharingWorld::insight(const std::string& persona, const std::string& name, const Json& more) {
  Json one{{"name", name}};
  one.update(more);
  return insights_at_once(persona, Json::array({one}));
}

StageOutcome SharingWorld::insights_at_once(const std::string& persona, const Json& list) {
  return send(persona, "insights", {{"list", list}});
}

StageOutcome SharingWorld::send(const std::string& persona, const std::string& kind, const Json& args) {
  const StageOutcome outcome = driver_->command(persona, kind, Json{{"args", args}}.dump(), LogTime{now_ms});
  CAPTURE(outcome.status.ok() ? std::string() : outcome.status.error().message);
  REQUIRE(outcome.status.ok());
  note(persona, outcome);
  return outcome;
}

std::string SharingWorld::refused(const std::string& persona, const std::string& kind, const Json& args) {
  const auto rows = driver_->rows(persona);
  const StageOutcome outcome = driver_->command(persona, kind, Json{{"args", args}}.dump(), LogTime{now_ms});
  REQUIRE_FALSE(outcome.status.ok());
  CHECK(outcome.status.error().reaction == Reaction::kDeadLetter);
  CHECK(outcome.changes.empty());
  CHECK(outcome.told.empty());
  CHECK(driver_->rows(persona) == rows);
  return outcome.status.error().pointer;
}

StageOutcome SharingWorld::grant(const std::string& persona, const std::string& target, const Json& tags,
                                 const Json& domains) {
  return send(persona, "grant", {{"target", target}, {"tags", tags}, {"domains", domains}});
}

void SharingWorld::tick() {
  now_ms += 30'000;
  for (const auto& [persona, outcome] : driver_->tick(LogTime{now_ms})) {
    REQUIRE(outcome.status.ok());
    note(persona, outcome);
  }
}

void SharingWorld::set_settings(const std::string& json) {
  driver_->set_settings(json);
}

void SharingWorld::note(const std::string& persona, const StageOutcome& outcome) {
  for (const model::Change& change : outcome.changes) {
    if (change.kind == "insight") {
      apply(change, insights[persona]);
    } else if (change.kind == "grant") {
      apply(change, grants[persona]);
    }
  }
  for (const auto& [topic, value] : outcome.events) {
    if (topic == "maintenance") {
      maintenance.push_back(Json::parse(value));
    }
  }
  words.insert(words.end(), outcome.told.begin(), outcome.told.end());
  for (const Word& word : outcome.told) {
    carry(word, persona);
  }
}

void SharingWorld::carry(const Word& word, const std::string& source) {
  const Json args = Json::parse(word.args);
  CHECK(args["source_persona_id"] == source);
  send(word.target, word.kind, args);
}

std::string SharingWorld::id_of(const std::string& persona, const std::string& name) const {
  const std::string item = item_of(persona, name);
  return to_string(codec::insight_id(persona, {&item, 1}));
}

std::vector<std::string> SharingWorld::received(const std::string& persona) const {
  std::vector<std::string> found;
  const auto all = insights.find(persona);
  if (all == insights.end()) {
    return found;
  }
  for (const auto& [id, insight] : all->second) {
    if (insight["type"] == "shared") {
      found.push_back(insight["summary"]);
    }
  }
  std::sort(found.begin(), found.end());
  return found;
}

std::size_t SharingWorld::words_of(const std::string& kind) const {
  return static_cast<std::size_t>(
      std::count_if(words.begin(), words.end(), [&](const Word& word) { return word.kind == kind; }));
}

std::size_t SharingWorld::rows_under(const std::string& persona, const std::string& prefix) const {
  const auto& rows = driver_->rows(persona);
  return static_cast<std::size_t>(
      std::count_if(rows.begin(), rows.end(), [&](const auto& row) { return row.first.starts_with(prefix); }));
}

}  // namespace turnstream::consolidation
