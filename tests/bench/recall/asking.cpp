#include "tests/bench/recall/asking.h"

#include <algorithm>
#include <thread>
#include <vector>

#include "pipeline/base/thread_cpu_time.h"
#include "pipeline/json/writer.h"
#include "recall/answers/search.h"
#include "tests/bench/pacer.h"
#include "tests/bench/recall/applier.h"
#include "tests/bench/recall/kept_model.h"
#include "tests/bench/recall/samples.h"
#include "tests/bench/thread_times.h"

namespace turnstream::bench {
namespace {

using Json = nlohmann::json;

constexpr std::int64_t kDayMs = 86'400'000;
constexpr std::size_t kQuestions = 2'000;
constexpr std::int64_t kUs = 1'000;  // ns

std::string request(const std::string& persona, const std::string& question) {
  std::string body;
  json::Writer(body).begin_object().string("persona_id", persona).string("query", question).end_object();
  return body;
}

std::string past_request(const std::string& persona, const std::string& question, std::int64_t time_ms) {
  std::string body;
  json::Writer json(body);
  json.begin_object().string("persona_id", persona).string("query", question).time("as_of", time_ms).end_object();
  return body;
}

std::vector<std::string> questions(const Texts& texts) {
  app::Random random(7);
  std::vector<std::string> all;
  for (std::size_t i = 0; i < kQuestions; ++i) {
    all.push_back(texts.question(random));
  }
  return all;
}

/// CPU time of the thread and real time of one call.
struct Times {
  Samples cpu;
  Samples wall;

  template <typename Call>
  auto measure(const Clock& clock, Call call) {
    const std::int64_t cpu_ns = thread_cpu_time_ns();
    const std::int64_t wall_us = clock.monotonic_now().value();
    auto result = call();
    cpu.add((thread_cpu_time_ns() - cpu_ns) / kUs);
    wall.add(clock.monotonic_now().value() - wall_us);
    return result;
  }
  void add(const Times& more) {
    cpu.add(more.cpu);
    wall.add(more.wall);
  }
  [[nodiscard]] Json json() const { return {{"cpu_ms", cpu.json()}, {"wall_ms", wall.json()}}; }
};

/// Loads of personas that are not in memory, each by a model that was just opened. The files are in the system's cache.
Result<Json> measure_loads(const AskConfig& config, const Clock& clock) {
  Times times;
  std::size_t index_bytes = 0;
  std::size_t documents = 0;
  std::size_t messages = 0;
  for (int i = 0; i < config.loads; ++i) {
    TS_ASSIGN_OR_RETURN(const auto kept, KeptModel::open(config.folder, config.vectors));
    const std::string persona = persona_name(i * 37 % kept->personas());
    const auto look = [&](const recall::PersonaMemory& memory) {
      index_bytes = memory.index().memory_bytes();
      documents = memory.index().texts().size();
      messages = memory.index().messages().size();
      return Status();
    };
    TS_RETURN_IF_ERROR(times.measure(clock, [&] { return kept->model().ask(persona, std::nullopt, look); }));
  }
  Json result = times.json();
  result.update({{"messages", messages}, {"documents", documents}, {"index_bytes", index_bytes}});
  return result;
}

/// Questions about times in the last 25 days of the persona's memory.
Result<Json> measure_past(const AskConfig& config, KeptModel& kept, const std::vector<std::string>& asked,
                          const Clock& clock) {
  Times times;
  for (int i = 0; i < config.past_questions; ++i) {
    const std::string persona = persona_name(i * 37 % kept.personas());
    const std::int64_t time_ms = kept.last_time_ms(persona) - (i % 25 + 1) * kDayMs;
    const std::string body = past_request(persona, asked[static_cast<std::size_t>(i)], time_ms);
    TS_RETURN_IF_ERROR(times.measure(clock, [&] { return kept.recall().recall(body, {}); }));
  }
  return times.json();
}

/// Of one thread that asks.
struct QuestionTimes {
  Times answers;   ///< the whole answers
  Times searches;  ///< the search for the results alone, without their texts
};

/// Threads that ask one question after the other about any persona, while this thread applies turns.
class Load {
 public:
  Load(KeptModel& kept, const std::vector<std::string>& asked, const Clock& clock)
      : kept_(kept), asked_(asked), clock_(clock) {}

  Result<Json> run(const AskConfig& config) {
    std::vector<QuestionTimes> times(static_cast<std::size_t>(config.threads));
    std::vector<Status> ends(times.size());
    Times applied;
    Status status;
    {
      std::vector<std::jthread> threads;
      for (std::size_t i = 0; i < times.size(); ++i) {
        threads.emplace_back(
            [this, i, &times, &ends](const std::stop_token& stop) { ends[i] = ask_until(stop, i, times[i]); });
      }
      status = apply_turns(config, applied);
    }
    TS_RETURN_IF_ERROR(status);
    QuestionTimes all;
    for (std::size_t i = 0; i < times.size(); ++i) {
      TS_RETURN_IF_ERROR(ends[i]);
      all.answers.add(times[i].answers);
      all.searches.add(times[i].searches);
    }
    return Json{{"questions", all.answers.json()}, {"searches", all.searches.json()}, {"applied", applied.json()}};
  }

 private:
  Status ask_until(const std::stop_token& stop, std::size_t thread, QuestionTimes& times) {
    app::Random random(thread + 1);
    recall::Searcher searcher;
    while (!stop.stop_requested()) {
      const std::string persona = persona_name(random.below(kept_.personas()));
      const std::string body = request(persona, random.pick(asked_));
      TS_RETURN_IF_ERROR(times.answers.measure(clock_, [&] { return kept_.recall().recall(body, {}); }));
      recall::RecallQuery query;
      query.text = random.pick(asked_);
      TS_RETURN_IF_ERROR(kept_.model().ask(persona, std::nullopt, [&](const recall::PersonaMemory& memory) {
        times.searches.measure(clock_, [&] { return searcher.search(memory.index(), query); });
        return Status();
      }));
    }
    return {};
  }

  Status apply_turns(const AskConfig& config, Times& times) {
    Applier applier(kept_.model(), kept_.stages());
    const int rate = config.rate > 0 ? config.rate : 1;
    Pacer pacer(clock_, rate);
    for (std::int64_t i = 0; i < std::int64_t{rate} * config.seconds; ++i) {
      pacer.wait_for(i);
      if (config.rate > 0 && i < kept_.more_turns()) {
        const std::string persona = kept_.persona_of_more(i);
        const AnsweredTurn turn = kept_.more(i, persona);
        TS_RETURN_IF_ERROR(times.measure(clock_, [&] { return applier.apply(turn, persona); }));
      }
    }
    return {};
  }

  KeptModel& kept_;
  const std::vector<std::string>& asked_;
  const Clock& clock_;
};

/// Whether the text has a word that is certainly a term: the words that are not indexed are shorter.
bool can_be_found(std::string_view text) {
  constexpr std::size_t kLong = 8;
  std::size_t letters = 0;
  for (const char c : text) {
    letters = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ? letters + 1 : 0;
    if (letters == kLong) {
      return true;
    }
  }
  return false;
}

/// Error if the answer about the turn's session, by the words of the turn, is without the turn.
Status find(KeptModel& kept, const AnsweredTurn& turn, const std::string& persona) {
  const Json sent = Json::parse(turn.turn.json);
  const Json body{{"persona_id", persona},
                  {"query", turn.turn.user_text},
                  {"kinds", {"message"}},
                  {"session_id", sent.at("session_id")},
                  {"limit", 100}};
  TS_ASSIGN_OR_RETURN(const std::string answer, kept.recall().recall(body.dump(), {}));
  const Json parsed = Json::parse(answer);
  for (const Json& result : parsed.at("results")) {
    if (result.at("provenance").at("turn_id") == turn.turn.id) {
      return {};
    }
  }
  return make_error(error_codes::kBadQuery, Reaction::kStopProcess,
                    "Turn " + turn.turn.id + " of persona " + persona + " is not in the answer to its own words.");
}

}  // namespace

Result<Json> ask(const Texts& texts, const AskConfig& config) {
  const SystemClock clock;
  const std::vector<std::string> asked = questions(texts);
  TS_ASSIGN_OR_RETURN(Json loads, measure_loads(config, clock));
  TS_ASSIGN_OR_RETURN(const auto kept, KeptModel::open(config.folder, config.vectors));
  TS_ASSIGN_OR_RETURN(Json past, measure_past(config, *kept, asked, clock));
  TS_ASSIGN_OR_RETURN(Json load, Load(*kept, asked, clock).run(config));
  return Json{{"messages", kept->messages()}, {"personas", kept->personas()},      {"load", std::move(loads)},
              {"as_of", std::move(past)},     {"questions", load["questions"]},    {"searches", load["searches"]},
              {"applied", load["applied"]},   {"resident_bytes", resident_bytes()}};
}

Result<Json> check_answers(const std::string& folder) {
  TS_ASSIGN_OR_RETURN(const auto kept, KeptModel::open(folder));
  std::int64_t found = 0;
  const auto look_for = [&](const AnsweredTurn& turn, const std::string& persona) -> Status {
    const bool is_asked = can_be_found(turn.turn.user_text);
    found += is_asked ? 1 : 0;
    return is_asked ? find(*kept, turn, persona) : Status();
  };
  for (const AnsweredTurn& turn : kept->known()) {
    TS_RETURN_IF_ERROR(look_for(turn, persona_name(0)));
  }
  Applier applier(kept->model(), kept->stages());
  for (std::int64_t i = 0; i < kept->more_turns(); ++i) {
    const std::string persona = kept->persona_of_more(i);
    const AnsweredTurn turn = kept->more(i, persona);
    TS_RETURN_IF_ERROR(applier.apply(turn, persona));
    TS_RETURN_IF_ERROR(look_for(turn, persona));
  }
  return Json{{"found", found}};
}

}  // namespace turnstream::bench
