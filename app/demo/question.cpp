#include "app/demo/question.h"

#include <nlohmann/json.hpp>
#include <sstream>
#include <thread>

#include "app/errors.h"
#include "app/recall/recall_text.h"
#include "pipeline/base/clock.h"
#include "pipeline/base/mutex.h"
#include "pipeline/json/document.h"
#include "pipeline/model/topic_names.h"
#include "pipeline/store/memory_store.h"
#include "recall/answers/recall.h"
#include "recall/read_model/feed.h"

namespace turnstream::app {
namespace {

constexpr const char* kPersona = "scout";
constexpr const char* kQuestion = "which port does checkout use";
constexpr std::size_t kResults = 1;  ///< the page is one screen
constexpr log::milliseconds kAnswer{5'000};
constexpr std::chrono::milliseconds kBetweenLooks{5};
constexpr std::int64_t kReadUsMax = 20'000'000;

recall::FeedConfig feed_config(const settings::Settings& settings, const StageCatalog& catalog) {
  const model::TopicNames names(settings.topics.name_space);
  recall::FeedConfig config;
  config.log_topic = names.log();
  config.stages = stage_names_of(catalog);
  for (const std::string& stage : config.stages) {
    config.completion_topics.push_back(names.completions(stage));
  }
  return config;
}

/// Waits until the feed has read the log to its end.
Status wait_for(const recall::Feed& feed, log::Admin& admin, const std::string& log_topic, const Clock& clock) {
  TS_ASSIGN_OR_RETURN(const log::Watermarks marks, admin.watermarks({log_topic, Partition{0}}, kAnswer));
  Mutex mutex;
  ConditionVariable never;
  const std::int64_t end_us = clock.monotonic_now().value() + kReadUsMax;
  while (!feed.has_applied({marks.last_stable})) {
    if (clock.monotonic_now().value() > end_us) {
      return error_of(error_codes::kNoAnswer, "recall did not read the log of the demonstration in time");
    }
    const MutexLock lock(mutex);
    never.pause(mutex, std::stop_token(), kBetweenLooks);
  }
  return {};
}

}  // namespace

Status print_question(Page& page, Report& told, log::Client& client, const settings::Settings& settings,
                      const StageCatalog& catalog) {
  const SystemClock clock;
  store::MemoryStore store;
  TS_ASSIGN_OR_RETURN(const std::unique_ptr<recall::ReadModel> model, recall::ReadModel::open(store, clock, {}));
  recall::FeedConfig config = feed_config(settings, catalog);
  const std::string log_topic = config.log_topic;
  recall::Feed feed(client, *model, std::move(config));
  Status fed;
  Status waited;
  {
    const std::jthread thread([&](const std::stop_token& stop) { fed = feed.run(stop); });
    waited = wait_for(feed, client.admin(), log_topic, clock);
  }
  TS_RETURN_IF_ERROR(fed);
  TS_RETURN_IF_ERROR(waited);
  recall::Recall recall(*model, {});
  recall::RecallQuery query;
  query.persona_id = kPersona;
  query.text = kQuestion;
  query.filter.kinds = {"fact"};
  query.filter.current = true;
  query.limit = kResults;
  TS_ASSIGN_OR_RETURN(const std::string answer, recall.recall(query, std::stop_token()));
  page.heading("A question",
               std::string("(turnstream recall --persona ") + kPersona + " --kind fact --current " + kQuestion + ")");
  std::istringstream lines(recall_text(answer));
  for (std::string line; std::getline(lines, line);) {
    page.line("  " + line);
  }
  told["recall"] = json::parse_ordered(answer);
  return {};
}

}  // namespace turnstream::app
