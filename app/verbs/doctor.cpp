#include <algorithm>
#include <filesystem>
#include <map>
#include <optional>
#include <poll.h>

#include "app/errors.h"
#include "app/log_access/changelog_rows.h"
#include "app/log_access/input_checks.h"
#include "app/log_access/lag.h"
#include "app/log_access/late_changelogs.h"
#include "app/log_access/log_beginning.h"
#include "app/log_access/log_time.h"
#include "app/log_access/lost_input.h"
#include "app/log_access/open_log.h"
#include "app/log_access/open_transactions.h"
#include "app/log_access/private_files.h"
#include "app/log_access/topic_checks.h"
#include "app/log_access/topic_specs.h"
#include "app/status/clock_text.h"
#include "app/status/look.h"
#include "app/verbs/verbs.h"
#include "pipeline/base/shown_text.h"
#include "pipeline/base/time_format.h"
#include "pipeline/json/writer.h"
#include "pipeline/log/kafka/client.h"

namespace turnstream::app {
namespace {

constexpr std::uintmax_t kFreeBytesMin = std::uintmax_t{1} << 30;
constexpr std::int64_t kPlausibleMs = 1'767'225'600'000;  // 2026-01-01: a clock before this date is wrong

/// The maximum time for which open transactions are watched, and the time between two checks.
constexpr std::int64_t kWatchMsMax = 40'000;
constexpr int kLookEveryMs = 500;

/// How many offsets of the changelogs are read without --deep, all partitions together.
constexpr std::int64_t kChangelogOffsetsMax = 200'000;

enum class Verdict { kGood, kNote, kBad };

struct Finding {
  Verdict verdict = Verdict::kGood;
  std::string what;
  std::string text;
};

class Doctor {
 public:
  /// `deep`: read the changelogs completely.
  Doctor(Context& context, bool deep) : context_(context), deep_(deep) {}

  Result<std::vector<Finding>> examine() {
    note("version",
         std::string("turnstream ") + TURNSTREAM_VERSION + ", librdkafka " + log::kafka::librdkafka_version());
    TS_RETURN_IF_ERROR(check_clock());
    TS_RETURN_IF_ERROR(check_directory());
    TS_ASSIGN_OR_RETURN(const std::unique_ptr<OpenLog> log, open_log(context_, LogUse::kRead, "doctor"));
    TS_RETURN_IF_ERROR(check_log(*log));
    return findings_;
  }

  /// What examine() found before its error, if it returned one.
  [[nodiscard]] const std::vector<Finding>& findings() const { return findings_; }

 private:
  void note(const std::string& what, const std::string& text) { findings_.push_back({Verdict::kNote, what, text}); }
  void judge(bool good, const std::string& what, const std::string& text) {
    findings_.push_back({good ? Verdict::kGood : Verdict::kBad, what, text});
  }
  void judge_all_bad(const std::string& what, const std::vector<std::string>& sentences) {
    for (const std::string& sentence : sentences) {
      judge(false, what, sentence);
    }
  }

  Status check_clock() {
    const std::int64_t now_ms = SystemClock().wall_now().value();
    const bool good = now_ms > kPlausibleMs;
    judge(good, "clock", format_time(now_ms) + (good ? "" : ": set the clock of this machine"));
    TS_ASSIGN_OR_RETURN(const std::string path, state_directory_path(context_));
    TS_ASSIGN_OR_RETURN(const std::vector<std::string> problems, clock_problems_in(path));
    judge_all_bad("clock", problems);
    return {};
  }

  Status check_directory() {
    TS_ASSIGN_OR_RETURN(const std::string path, state_directory_path(context_));
    std::error_code failure;
    std::filesystem::path existing = std::filesystem::absolute(path, failure);
    while (!existing.empty() && !std::filesystem::exists(existing, failure) && !failure) {
      existing = existing.parent_path();
    }
    const auto space = std::filesystem::space(existing, failure);
    if (failure) {
      judge(false, "state directory",
            path + ": " + failure.message() +
                (failure == std::errc::permission_denied ? ". Run this command as the user who runs `turnstream run`."
                                                         : "."));
      return {};
    }
    const bool good = space.available >= kFreeBytesMin;
    judge(good, "state directory",
          path + ", " + std::to_string(space.available >> 20U) + " MiB free" + (good ? "" : ": free some space"));
    check_privacy(path);
    if (const Result<std::optional<std::string>> instance = StateDirectory::kept_instance(path); !instance.ok()) {
      judge(false, "instance", instance.error().message);
    } else if (*instance) {
      note("instance", **instance);
    }
    TS_ASSIGN_OR_RETURN(const std::vector<ProcessStatus> waiting, processes_without_log(path, SystemClock()));
    for (const ProcessStatus& one : waiting) {
      judge(false, "process " + one.instance, log_loss_text(one));
    }
    return {};
  }

  void check_privacy(const std::string& path) {
    constexpr std::size_t kNamedMax = 4;
    const std::vector<std::string> open = paths_open_to_others(path, kNamedMax);
    std::string names;
    for (const std::string& one : open) {
      names.append(names.empty() ? "" : ", ").append(one);
    }
    if (!open.empty()) {
      judge(false, "privacy",
            "other users of this machine can reach the memory: the modes of " + names +
                " are too wide. `chmod -R go= " + path +
                "` corrects that, unless the directory contains more than Turnstream's files; `turnstream run` "
                "makes its own files private");
    }
  }

  Status check_starts(log::Admin& admin) {
    TS_ASSIGN_OR_RETURN(const std::string path, state_directory_path(context_));
    const Result<std::vector<std::string>> sentences =
        repeated_starts(StateDirectory::start_ledger(path), admin, answer_timeout(context_));
    if (!sentences.ok()) {
      judge(false, "starts", sentences.error().message);
      return {};
    }
    judge_all_bad("starts", *sentences);
    return {};
  }

  Status check_log(OpenLog& log) {
    log::Admin& admin = log.client().admin();
    const Result<std::string> cluster = admin.cluster_id(answer_timeout(context_));
    if (!cluster.ok()) {
      judge(false, "log", admin.description() + ": " + cluster.error().message);
      return cluster.error();
    }
    judge(true, "log", admin.description() + ", cluster " + *cluster);
    TS_RETURN_IF_ERROR(check_topics(admin));
    if (!log.is_embedded()) {
      judge_all_bad("unpacking", unbounded_unpacking());
      TS_RETURN_IF_ERROR(check_starts(admin));
    }
    TS_ASSIGN_OR_RETURN(const std::optional<LogTime> newest, committed_log_time(context_, admin));
    if (newest) {
      const std::string problem = log_time_problem(newest->value() - SystemClock().wall_now().value());
      judge(problem.empty(), "log time", format_time(newest->value()) + (problem.empty() ? "" : ": " + problem));
    }
    TS_RETURN_IF_ERROR(check_lag(log.client()));
    TS_RETURN_IF_ERROR(check_losses(log.client()));
    TS_RETURN_IF_ERROR(check_beginning(admin));
    TS_RETURN_IF_ERROR(check_changelogs(log.client()));
    return check_hanging(admin);
  }

  Status check_topics(log::Admin& admin) {
    const std::vector<std::string> stages = stage_names_of(context_.catalog);
    const model::TopicNames names(context_.settings().topics.name_space);
    std::vector<log::TopicSpec> specs = topic_specs(context_.settings(), stages);
    TS_ASSIGN_OR_RETURN(const auto source, find_log_of(admin, names, stages, answer_timeout(context_)));
    log_of_ = source.value_or("");
    if (source) {
      specs = without_input(std::move(specs), context_.settings());
      note("replay", "this namespace has read the log of namespace " + log_of_ + " and has none of its own");
    }
    TS_ASSIGN_OR_RETURN(const std::vector<log::TopicInfo> topics, admin.topics(answer_timeout(context_)));
    std::string missing;
    for (const log::TopicSpec& spec : specs) {
      const bool is_there =
          std::any_of(topics.begin(), topics.end(), [&](const log::TopicInfo& one) { return one.name == spec.name; });
      if (is_there) {
        present_.push_back(spec.name);
      } else {
        missing += (missing.empty() ? "" : ", ") + spec.name;
      }
    }
    const Status fits = check_partitions(topics, specs, context_.settings());
    judge(fits.ok(), "partitions",
          fits.ok() ? std::to_string(context_.settings().topics.partitions) + " as configured" : fits.error().message);
    TS_ASSIGN_OR_RETURN(const std::vector<std::string> deleted,
                        deleted_topics(admin, specs, names, stages, answer_timeout(context_)));
    judge_topics(missing, deleted);
    if (missing.empty()) {
      judge_settings(admin, names, stages);
    }
    return {};
  }

  void judge_settings(log::Admin& admin, const model::TopicNames& names, const std::vector<std::string>& stages) {
    Status fits = check_stage_topics(admin, names, stages, context_.settings().topics.delete_retention_ms,
                                     answer_timeout(context_));
    if (fits.ok() && log_of_.empty()) {
      fits = check_log_topics(admin, names, stages, answer_timeout(context_));
    }
    judge(fits.ok(), "topic settings", fits.ok() ? "fit" : fits.error().message);
    judge_all_bad("purge", late_changelogs(admin, names, stages, context_.settings().topics, answer_timeout(context_)));
  }

  void judge_topics(const std::string& missing, const std::vector<std::string>& deleted) {
    judge_all_bad("topics", deleted);
    const bool has_own =
        std::any_of(present_.begin(), present_.end(), [&](const auto& name) { return !is_turns(name); });
    if (missing.empty()) {
      judge(true, "topics", "all " + std::to_string(present_.size()) + " exist");
    } else if (!has_own) {
      note("topics",
           "none of namespace " + context_.settings().topics.name_space + " exists yet: `turnstream run` creates them");
    } else {
      note("topics",
           std::string("some are missing") + (deleted.empty() ? "; `turnstream run` creates them: " : ": ") + missing);
    }
  }

  Status check_lag(log::Client& client) {
    LagReader reader(client, context_.settings(), stage_names_of(context_.catalog), log_of_);
    TS_ASSIGN_OR_RETURN(const std::vector<LagRow> rows, reader.read());
    std::map<std::string, std::int64_t> by_group;
    for (const LagRow& row : rows) {
      by_group[row.group] += row.offsets;
    }
    for (const auto& [group, offsets] : by_group) {
      note("lag of " + group, std::to_string(offsets) + " offsets");
    }
    for (const LagRow& row : rows) {
      if (!row.unreadable.empty() && row.group == "intake") {
        note("next of intake", row.unreadable + "; `turnstream run` makes one dead letter of them and continues");
      } else if (!row.unreadable.empty()) {
        judge(false, "next of " + row.group, row.unreadable + "; a stage skips no batch: see docs/operating.md");
      }
    }
    return {};
  }

  Status check_losses(log::Client& client) {
    TS_ASSIGN_OR_RETURN(const std::vector<std::string> losses,
                        lost_input(client, context_.settings(), stage_names_of(context_.catalog)));
    judge_all_bad("deleted records", losses);
    return {};
  }

  Status check_beginning(log::Admin& admin) {
    const std::string topic =
        model::TopicNames(log_of_.empty() ? context_.settings().topics.name_space : log_of_).log();
    TS_ASSIGN_OR_RETURN(const std::optional<IncompleteLog> incomplete,
                        incomplete_log(admin, topic, answer_timeout(context_)));
    if (incomplete && incomplete->is_intended) {
      note("log records", incomplete->text);
    } else if (incomplete) {
      judge(false, "log records", incomplete->text);
    }
    return {};
  }

  Status check_changelogs(log::Client& client) {
    const model::TopicNames names(context_.settings().topics.name_space);
    std::vector<std::string> topics;
    for (const std::string& stage : stage_names_of(context_.catalog)) {
      topics.push_back(names.changelog(stage));
    }
    const auto offsets_max = deep_ ? std::nullopt : std::optional(kChangelogOffsetsMax);
    TS_ASSIGN_OR_RETURN(const ChangelogFindings found,
                        examine_changelogs(client, topics, offsets_max, answer_timeout(context_)));
    judge_all_bad("changelogs", found.sentences);
    if (found.sentences.empty() && found.records > 0) {
      const std::string count = std::to_string(found.records);
      judge(true, "changelogs",
            found.is_whole ? "all " + count + " records are as the pipeline wrote them"
                           : "the newest " + count +
                                 " records are as the pipeline wrote them; `turnstream doctor "
                                 "--deep` reads all");
    }
    return {};
  }

  /// Waits until no partition has readers that still wait at the offset of the first check, but at most until an open
  /// transaction counts as hanging, and at most kWatchMsMax. Then judges the partitions that still block readers.
  Status check_hanging(log::Admin& admin) {
    const SystemClock clock;
    const std::int64_t limit_ms = hanging_after_ms(context_.settings().kafka.transaction_timeout_ms);
    const std::int64_t wait_ms_max = std::min(limit_ms, kWatchMsMax);
    OpenSince since;
    std::optional<MonotonicTime> first;
    while (true) {
      TS_ASSIGN_OR_RETURN(const log::OpenTransactions open,
                          log::open_transactions(admin, present_, answer_timeout(context_)));
      const MonotonicTime now = clock.monotonic_now();
      since.update(open, now);
      if (!first && !open.empty()) {
        context_.err() << "an open transaction blocks readers; waiting for its end, for " << wait_ms_max / 1'000
                       << " s at most\n";
        context_.err().flush();
      }
      first = first.value_or(now);
      const std::int64_t waited_ms = (now.value() - first->value()) / 1'000;
      const std::vector<StandingStill> still = since.for_at_least(waited_ms);
      if (still.empty() || waited_ms >= wait_ms_max) {
        judge_transactions(still, waited_ms, limit_ms);
        return {};
      }
      ::poll(nullptr, 0, kLookEveryMs);
    }
  }

  void judge_transactions(const std::vector<StandingStill>& still, std::int64_t waited_ms, std::int64_t limit_ms) {
    if (still.empty()) {
      judge(true, "transactions", "no open transaction blocks readers");
    }
    for (const StandingStill& one : still) {
      if (waited_ms >= limit_ms) {
        judge(false, "transactions", advice(one, is_turns(one.where.topic), context_.settings().kafka.bootstrap));
      } else {
        note("transactions", one.where.topic + " " + std::to_string(one.where.partition.value()) +
                                 " has had an open transaction for at least " + std::to_string(waited_ms / 1'000) +
                                 " s; it counts as hanging after " + std::to_string(limit_ms / 1'000) + " s");
      }
    }
  }

  [[nodiscard]] bool is_turns(const std::string& topic) const {
    const auto& turns = context_.settings().intake.turns_topics;
    return std::find(turns.begin(), turns.end(), topic) != turns.end();
  }

  Context& context_;
  bool deep_;
  std::vector<Finding> findings_;
  std::vector<std::string> present_;
  std::string log_of_;  ///< the namespace whose log this one reads; empty: its own
};

std::string_view word_of(Verdict verdict) {
  return verdict == Verdict::kGood ? "good" : verdict == Verdict::kNote ? "note" : "bad";
}

void print(Context& context, const std::vector<Finding>& findings) {
  if (!context.json) {
    for (const Finding& finding : findings) {
      context.out() << word_of(finding.verdict) << "  " << finding.what << ": " << shown_text(finding.text) << "\n";
    }
    return;
  }
  std::string line;
  json::Writer writer(line);
  writer.begin_array();
  for (const Finding& finding : findings) {
    writer.begin_object().string("verdict", word_of(finding.verdict)).string("what", finding.what);
    writer.string("text", finding.text).end_object();
  }
  writer.end_array();
  context.out() << line << "\n";
}

Result<ExitCode> run_doctor(Context& context, bool deep) {
  Doctor doctor(context, deep);
  const Result<std::vector<Finding>> examined = doctor.examine();
  const std::vector<Finding>& findings = doctor.findings();
  print(context, findings);
  if (!examined.ok()) {
    return examined.error();
  }
  const bool all_good = std::none_of(findings.begin(), findings.end(),
                                     [](const Finding& finding) { return finding.verdict == Verdict::kBad; });
  return all_good ? ExitCode::kDone : ExitCode::kFailed;
}

}  // namespace

void add_doctor(VerbSet& verbs) {
  Verb verb = verbs.add({.name = "doctor",
                         .summary = "Check what a run needs: log, topics, clock, disk, hanging transactions",
                         .examples = "turnstream doctor\nturnstream doctor --bootstrap localhost:9092 --json\n"
                                     "turnstream doctor --deep"});
  auto deep = std::make_shared<bool>(false);
  verb.flag("--deep", *deep, "check all records of the changelogs, not only the newest ones: reads them completely");
  verb.on_run([deep](Context& context) { return run_doctor(context, *deep); });
}

}  // namespace turnstream::app
