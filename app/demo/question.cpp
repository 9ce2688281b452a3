#include "app/demo/question.h"

#include <chrono>
#include <nlohmann/json.hpp>
#include <optional>
#include <sstream>
#include <thread>

#include "app/errors.h"
#include "app/recall/recall_text.h"
#include "pipeline/base/clock.h"
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
constexpr std::chrono::seconds kReadMax{20};

}  // namespace

Status print_question(Page& page, Report& told, log::Client& client, const settings::Settings& settings,
                      const StageCatalog& catalog) {
  const SystemClock clock;
  store::MemoryStore store;
  TS_ASSIGN_OR_RETURN(const std::unique_ptr<recall::ReadModel> model, recall::ReadModel::open(store, clock, {}));
  const model::TopicNames names(settings.topics.name_space);
  recall::Feed feed(client, *model, recall::feed_config(names, names.log(), stage_names_of(catalog), 1));
  Result<bool> followed = false;
  {
    const std::jthread thread([&](const std::stop_token& stop) {
      [[maybe_unused]] const Status ended = feed.run(stop);  // failure() tells it
    });
    followed = feed.follow(kReadMax, std::stop_token());
  }
  if (const std::optional<Error> error = feed.failure()) {
    return *error;
  }
  TS_ASSIGN_OR_RETURN(const bool is_applied, std::move(followed));
  if (!is_applied) {
    return error_of(error_codes::kNoAnswer, "recall did not read the log of the demonstration in time");
  }
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
