#include "app/recall/recall_host.h"

#include <algorithm>
#include <chrono>
#include <filesystem>

#include "app/errors.h"
#include "app/http/http_query.h"
#include "app/http/problem.h"
#include "app/recall/concerned_personas.h"
#include "app/recall/question_status.h"
#include "app/recall/timeline_query.h"
#include "app/recall/vector_file.h"
#include "app/run/pipeline_host.h"
#include "pipeline/base/log_line.h"
#include "pipeline/base/mutex.h"
#include "pipeline/model/topic_names.h"
#include "pipeline/store/memory_store.h"
#include "pipeline/store/rocks_store.h"

namespace turnstream::app {
namespace {

constexpr std::size_t kRequestBytesMax = std::size_t{64} << 10;
constexpr std::chrono::hours kFollowMax{24 * 365};
constexpr log::milliseconds kBetweenPurges{5'000};
constexpr std::chrono::milliseconds kQueryMax{10'000};  ///< of a query itself, beyond the wait for a turn

int status_of(const Error& error) {
  return question_status(error).value_or(error.code == error_codes::kTurnNotApplied ? 504 : 500);
}

/// 200, or a problem with the status that the error asks for.
HttpAnswer recall_answer(const Result<std::string>& result) {
  if (result.ok()) {
    return {.content_type = "application/json", .body = *result};
  }
  const Error& error = result.error();
  return problem(status_of(error), error.pointer.empty() ? error.message : error.pointer + ": " + error.message);
}

store::RocksOptions store_options(const settings::Settings& settings, bool only_reads) {
  store::RocksOptions options;
  options.only_reads = only_reads;
  options.cache_bytes_max = static_cast<std::size_t>(settings.recall.cache_bytes_max);
  return options;
}

}  // namespace

Result<std::unique_ptr<RecallHost>> RecallHost::open_to_read(const settings::Settings& settings,
                                                             const std::string& folder) {
  std::unique_ptr<RecallHost> host(new RecallHost(settings));
  if (std::filesystem::exists(folder)) {
    TS_ASSIGN_OR_RETURN(host->store_, store::RocksStore::open(folder, store_options(settings, true)));
    TS_ASSIGN_OR_RETURN(const bool are_current, recall::ReadModel::has_current_rows(*host->store_));
    if (!are_current) {
      return error_of(
          error_codes::kStateUnusable,
          "the memory in " + folder +
              " was written by another version of this program; `turnstream run` makes it again from the log");
    }
  } else {
    host->store_ = std::make_unique<store::MemoryStore>();
  }
  TS_RETURN_IF_ERROR(host->open_model({}));
  return host;
}

Status RecallHost::open_model(recall::OnUse on_use) {
  recall::ReadModelConfig config;
  config.memory_bytes_max = static_cast<std::size_t>(settings_.recall.memory_bytes_max);
  config.history_days = settings_.recall.history_days;
  config.languages = recall::PersonaLanguages(settings_.recall.language, settings_.recall.persona_languages);
  config.partitions = static_cast<std::int32_t>(settings_.topics.partitions);
  config.on_applied = [this] { bell_.ring(); };
  TS_ASSIGN_OR_RETURN(vectors_, read_vectors(settings_.recall));
  config.vectors = vectors_.get();
  TS_ASSIGN_OR_RETURN(model_, recall::ReadModel::open(*store_, clock_, config));
  const recall::WaitsFor waits_for = [this](Partition partition) {
    return feed_ == nullptr ? std::vector<std::string>() : feed_->waits_for(partition);
  };
  recall_ = std::make_unique<recall::Recall>(
      *model_,
      recall::RecallConfig{std::chrono::milliseconds(settings_.recall.after_turn_ms), std::move(on_use), waits_for});
  return {};
}

RecallHost::~RecallHost() = default;

Result<std::unique_ptr<RecallHost>> RecallHost::for_run(const Context& context, log::Client& client,
                                                        const std::string& folder, const std::string& log_of,
                                                        bool accepts_loss) {
  const settings::Settings& settings = context.settings();
  const std::vector<std::string>& stages = settings.run.stages;
  const bool is_named = std::any_of(stages.begin(), stages.end(),
                                    [](const std::string& name) { return name == "all" || name == kRecallStage; });
  if (!is_named) {
    return std::unique_ptr<RecallHost>();
  }
  std::unique_ptr<AccessReporter> accesses;
  recall::OnUse on_use;
  if (log_of.empty()) {
    accesses = std::make_unique<AccessReporter>(context, client);
    on_use = [&reporter = *accesses](const std::string& persona, const std::vector<std::string>& ids) {
      reporter.note(persona, ids);
    };
  }
  std::unique_ptr<RecallHost> host(new RecallHost(settings));
  TS_ASSIGN_OR_RETURN(host->store_, store::RocksStore::open(folder, store_options(settings, false)));
  TS_RETURN_IF_ERROR(host->open_model(std::move(on_use)));
  if (host->vectors_ != nullptr) {
    LogLine(LogLevel::kInfo, "recall_vectors_read")
        .with("file", settings.recall.vectors_file)
        .with("digest", host->vectors_->label())
        .with("pieces", static_cast<std::int64_t>(host->vectors_->pieces()))
        .with("dimensions", static_cast<std::int64_t>(host->vectors_->dimensions()));
  }
  host->accesses_ = std::move(accesses);
  host->explains_ = std::make_unique<ExplainRoutes>(context, client, log_of);
  const model::TopicNames own(settings.topics.name_space);
  recall::FeedConfig config =
      recall::feed_config(own, log_of.empty() ? own.log() : model::TopicNames(log_of).log(),
                          stage_names_of(context.catalog), static_cast<std::int32_t>(settings.topics.partitions));
  config.input_bytes_max = static_cast<std::size_t>(settings.run.input_bytes_max);
  config.accepts_loss = accepts_loss;
  host->start(client, std::move(config));
  return host;
}

void RecallHost::start(log::Client& client, recall::FeedConfig config) {
  feed_ = std::make_unique<recall::Feed>(client, *model_, std::move(config));
  changes_ = std::make_unique<ChangeRoute>(*model_, [this] { return feed_->failure().has_value(); });
  thread_ = std::jthread([this](const std::stop_token& stop) { feed(stop); });
  purge_thread_ = std::jthread([this](const std::stop_token& stop) { purge(stop); });
}

void RecallHost::purge(const std::stop_token& stop) noexcept {
  Mutex mutex;
  ConditionVariable never;
  while (!stop.stop_requested()) {
    if (const Status status = model_->purge_forgotten(stop); !status.ok()) {
      LogLine(LogLevel::kWarning, "recall_purge_failed").with("message", status.error().message);
    }
    const MutexLock lock(mutex);
    never.pause(mutex, stop, kBetweenPurges);
  }
}

void RecallHost::feed(const std::stop_token& stop) noexcept {
  const Status status = feed_->run(stop);
  bell_.ring();
  if (status.ok()) {
    return;
  }
  LogLine(LogLevel::kError, "recall_stopped").with("code", status.error().code).with("message", status.error().message);
}

Result<bool> RecallHost::catch_up(const std::stop_token& stop) {
  return feed_->follow(kFollowMax, stop);
}

Status RecallHost::follow(const std::stop_token& stop) {
  TS_ASSIGN_OR_RETURN(const bool is_applied, catch_up(stop));
  const std::optional<Error> error = feed_->failure();
  return !is_applied && error ? Status(*error) : model_->purge_forgotten(stop);
}

/// Memory that no longer follows the log is not shown: an agent would take it for the present.
HttpHandler RecallHost::while_fed(HttpHandler handler) const {
  return [this, handler = std::move(handler)](const HttpRequest& request) {
    const std::optional<Error> error = feed_->failure();
    return error ? problem(503, "Recall has stopped: " + error->message) : handler(request);
  };
}

HttpRoutes RecallHost::routes() {
  using Fields = std::vector<std::string>;
  const std::chrono::milliseconds wait_max = std::chrono::milliseconds(settings_.recall.after_turn_ms) + kQueryMax;
  const auto ask = [](HttpPersonas personas, HttpRoute route) {
    return private_route(HttpScope::kRead, std::move(personas), std::move(route));
  };
  HttpRoutes routes{
      ask(persona_of_body,
          {"POST", "/v1/recall",
           [this](const HttpRequest& request) { return recall_answer(recall_->recall(request.body, request.stop)); }}),
      ask(persona_of_body,
          {"POST", "/v1/context",
           [this](const HttpRequest& request) { return recall_answer(recall_->context(request.body, request.stop)); }}),
      ask(persona_of_body,
          {"POST", "/v1/similar",
           [this](const HttpRequest& request) { return recall_answer(recall_->similar(request.body, request.stop)); }}),
      ask(persona_of_body,
          {"POST", "/v1/related",
           [this](const HttpRequest& request) { return recall_answer(recall_->related(request.body, request.stop)); }}),
      // The reader of its query refuses other fields.
      ask(persona_of_path,
          {"GET", "/v1/personas/{id}/timeline",
           [this](const HttpRequest& request) { return recall_answer(recall_->timeline(timeline_request(request))); }}),
      private_route(HttpScope::kRead, nullptr,
                    {"GET", "/v1/personas",
                     [this](const HttpRequest& request) {
                       return recall_answer(recall_->personas(first_value(request.query, "after")));
                     },
                     0, Fields{"after"}}),
      ask(persona_of_path, {"GET", "/v1/personas/{id}",
                            [this](const HttpRequest& request) {
                              return recall_answer(recall_->about(request.parameter,
                                                                  first_value(request.query, "as_of"),
                                                                  first_value(request.query, "user_id")));
                            },
                            0, Fields{"as_of", "user_id"}}),
      ask(persona_of_query, {"GET", "/v1/memories/{id}", [this](const HttpRequest& request) { return memory(request); },
                             0, Fields{"persona", "as_of"}}),
      private_route(
          HttpScope::kAdmin, nullptr,
          {"GET", "/v1/digest", [this](const HttpRequest&) { return recall_answer(recall_->digest()); }, 0, Fields{}})};
  for (HttpRoute& route : routes) {
    if (route.method == "POST") {
      route.body_bytes_max = kRequestBytesMax;
      route.query_fields = Fields{};
    }
    route.wait_max = wait_max;
    route.handler = while_fed(std::move(route.handler));
  }
  routes.push_back(changes_->route());
  routes.back().handler = while_fed(std::move(routes.back().handler));
  for (HttpRoute& route : explains_ == nullptr ? HttpRoutes() : explains_->routes()) {
    routes.push_back(std::move(route));
  }
  return routes;
}

HttpAnswer RecallHost::memory(const HttpRequest& request) {
  const std::string persona = first_value(request.query, "persona");
  if (persona.empty()) {
    return problem(400, "The query must name the persona: /v1/memories/ID?persona=NAME.");
  }
  const auto found = recall_->memory(persona, request.parameter, first_value(request.query, "as_of"));
  if (!found.ok()) {
    return recall_answer(found.error());
  }
  if (!*found) {
    return problem(404, "The memory of this persona has nothing with this id.");
  }
  return recall_answer(**found);
}

}  // namespace turnstream::app
