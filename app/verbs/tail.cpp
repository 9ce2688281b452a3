#include <algorithm>

#include "app/errors.h"
#include "app/log_access/open_log.h"
#include "app/log_access/scan.h"
#include "app/log_access/shown_record.h"
#include "app/progress.h"
#include "app/stop_signal.h"
#include "app/tail/newest_records.h"
#include "app/tail/record_line.h"
#include "app/tail/tail_start.h"
#include "app/verbs/verbs.h"
#include "pipeline/base/clock.h"
#include "pipeline/log/log_watch.h"

namespace turnstream::app {
namespace {

constexpr std::int64_t kNewest = 10;
constexpr std::int64_t kQuietRecords = 100'000;  ///< a search of fewer records shows no progress
constexpr log::milliseconds kPoll{100};
constexpr std::size_t kTerminalColumns = 100;  ///< of a terminal that does not say its width

/// The size of the largest record that the pipeline writes.
std::int64_t record_bytes_max(const Context& context) {
  const settings::TopicsSettings& topics = context.settings().topics;
  return std::max(topics.turn_bytes_max, topics.record_bytes_max);
}

struct TailFlags {
  std::string topic;
  std::string from;
  TailChoice choice;
  bool full = false;
  bool raw = false;
  bool from_beginning = false;
  bool follow = false;
  bool no_ticks = false;
  std::optional<std::int64_t> limit;
};

/// The topic of that name, with or without the namespace: `insights` for `turnstream.insights`.
Result<log::TopicInfo> find_topic(Context& context, log::Admin& admin, const std::string& name) {
  TS_ASSIGN_OR_RETURN(const std::vector<log::TopicInfo> topics, admin.topics(answer_timeout(context)));
  const std::string full_name = context.settings().topics.name_space + "." + name;
  for (const std::string& candidate : {name, full_name}) {
    const auto is_it = [&](const log::TopicInfo& topic) { return topic.name == candidate; };
    if (const auto found = std::find_if(topics.begin(), topics.end(), is_it); found != topics.end()) {
      return *found;
    }
  }
  return error_of(error_codes::kUnknownTopic, "there is no topic " + name + " and no " + full_name + " in " +
                                                  admin.description() +
                                                  "; `turnstream topics list --all` shows all topics. Check "
                                                  "--namespace and the place of the log (--state or --bootstrap).");
}

/// Prints records in the form that the flags choose.
class Printer {
 public:
  Printer(Context& context, const TailFlags& flags, HeadReader& heads)
      : context_(context), flags_(flags), heads_(heads), bytes_max_(record_bytes_max(context)) {
    if (context.surroundings.out_is_terminal) {
      columns_ = context.surroundings.out_columns > 0 ? context.surroundings.out_columns : kTerminalColumns;
    }
  }

  /// False if the output is closed.
  bool show(const log::Record& record) {
    if (flags_.raw) {
      context_.unescaped_out() << record.value.value_or(std::string_view()) << "\n";
    } else if (context_.json) {
      print_json(context_.out(), record, bytes_max_);
    } else if (flags_.full) {
      print_pretty(context_.out(), record, bytes_max_);
    } else {
      context_.out() << record_line(record, heads_.time_ms(record), heads_.persona(record), bytes_max_, columns_)
                     << "\n";
    }
    ++shown_;
    return is_open();
  }

  /// Says in their place that the records cannot be read; false if the output is closed. --limit does not count them.
  bool pass_over(const log::Unreadable& records) {
    if (flags_.raw) {
      context_.err() << unreadable_text(records) << "\n";
    } else if (context_.json) {
      print_json(context_.out(), records);
    } else {
      print_pretty(context_.out(), records);
    }
    return is_open();
  }

  [[nodiscard]] std::int64_t shown() const { return shown_; }
  /// Whether the limit is reached or the output is closed.
  [[nodiscard]] bool is_done() const { return (flags_.limit && shown_ >= *flags_.limit) || !is_open(); }

 private:
  [[nodiscard]] bool is_open() const { return context_.out().good() && context_.unescaped_out().good(); }

  Context& context_;
  const TailFlags& flags_;
  HeadReader& heads_;
  std::int64_t bytes_max_;
  std::size_t columns_ = kLineColumns;
  std::int64_t shown_ = 0;
};

class Tail {
 public:
  Tail(Context& context, log::Client& client, const TailFlags& flags)
      : context_(context),
        client_(client),
        flags_(flags),
        heads_(record_bytes_max(context)),
        wanted_(wanted_by(flags.choice, heads_)),
        printer_(context, flags, heads_) {}

  /// Shows what the topic contains now. `whole`: the partitions to read.
  Status show_present(const std::vector<Stretch>& whole) {
    TS_ASSIGN_OR_RETURN(Scan scan, Scan::open(client_, answer_timeout(context_)));
    std::vector<Stretch> stretches = whole;
    std::int64_t passed = 0;  // of the last records of each partition, those that are not among the newest of all
    const bool is_newest = !flags_.choice.has_start();
    if (is_newest) {
      const std::int64_t newest = newest_max();
      TS_ASSIGN_OR_RETURN(NewestRecords found, find(scan, whole, newest));
      stretches = std::move(found.stretches);
      passed = std::max<std::int64_t>(0, found.count - newest);
    }
    TimeMerge merge(scan, heads_, stretches, wanted_);
    return merge.run(
        [&](const log::Record& record) -> Result<bool> {
          if (passed > 0) {
            --passed;
            return true;
          }
          // Behind the last of the newest records there can be some that cannot be read.
          return printer_.show(record) && (is_newest || !printer_.is_done());
        },
        [&](const log::Unreadable& records) -> Result<bool> { return passed > 0 || printer_.pass_over(records); });
  }

  /// Shows what comes behind the stretches, until `stop`, the limit, or the end of the output.
  Status follow(const std::vector<Stretch>& stretches, const StopSignal& stop) {
    if (printer_.is_done()) {
      return {};
    }
    std::vector<log::Position> positions;
    for (const Stretch& stretch : stretches) {
      positions.push_back({stretch.where, stretch.end});
    }
    TS_ASSIGN_OR_RETURN(const std::unique_ptr<log::Reader> reader, client_.make_reader("tail"));
    // Says when the log goes away and comes back: a reader without records looks the same as one without a broker.
    const SystemClock clock;
    const log::LogWatch watch(client_.admin(), clock);
    TS_RETURN_IF_ERROR(reader->assign(positions));
    context_.out().flush();
    if (!context_.quiet) {
      context_.err() << "waiting for records of " << positions.front().where.topic << " until interrupted\n";
      context_.err().flush();
    }
    for (bool goes_on = true; goes_on && !stop.token().stop_requested();) {
      TS_ASSIGN_OR_RETURN(const log::Event event, reader->poll(kPoll));
      if (const auto* record = std::get_if<log::Record>(&event)) {
        goes_on = !wanted_(*record) || (printer_.show(*record) && !printer_.is_done());
      } else if (const auto* unreadable = std::get_if<log::Unreadable>(&event)) {
        goes_on = printer_.pass_over(*unreadable);
      } else {
        context_.out().flush();
      }
    }
    return {};
  }

  [[nodiscard]] std::int64_t shown() const { return printer_.shown(); }

 private:
  /// With --follow, --limit bounds what is shown in all, before it ends.
  [[nodiscard]] std::int64_t newest_max() const {
    return flags_.follow ? std::min(kNewest, flags_.limit.value_or(kNewest)) : flags_.limit.value_or(kNewest);
  }

  Result<NewestRecords> find(Scan& scan, const std::vector<Stretch>& whole, std::int64_t newest) {
    Progress progress(context_.unescaped_err(), context_.surroundings.err_is_terminal && !context_.quiet, "records", 0);
    return find_newest(scan, whole, newest, wanted_, [&progress](std::int64_t read) {
      if (read >= kQuietRecords) {
        progress.show(0, static_cast<std::uint64_t>(read));
      }
    });
  }

  Context& context_;
  log::Client& client_;
  const TailFlags& flags_;
  HeadReader heads_;
  Wanted wanted_;
  Printer printer_;
};

/// Completes the choice. Errors: "usage".
Status check_flags(const Context& context, TailFlags& flags) {
  if (flags.raw && context.surroundings.out_is_terminal) {
    return usage_error(
        "--raw writes the bytes of records unchanged, and these can contain commands for a terminal: send the output to "
        "a file or another program, or leave out --raw");
  }
  if (flags.from_beginning && !flags.from.empty()) {
    return usage_error("--from-beginning is the same as --from 0: give one of the two");
  }
  if (flags.from_beginning) {
    flags.choice.offset_min = 0;
  }
  flags.choice.has_ticks = !flags.no_ticks;
  return flags.from.empty() ? Status() : read_from(flags.from, flags.choice);
}

Result<ExitCode> run_tail(Context& context, TailFlags& flags) {
  TS_RETURN_IF_ERROR(check_flags(context, flags));
  std::optional<StopSignal> stop;
  if (flags.follow) {
    stop.emplace();  // made before the threads of the log, which must not receive signals
  }
  TS_ASSIGN_OR_RETURN(const std::unique_ptr<OpenLog> log,
                      open_log(context, flags.follow ? LogUse::kVisit : LogUse::kRead, "tail"));
  log::Client& client = log->client();
  TS_ASSIGN_OR_RETURN(const log::TopicInfo topic, find_topic(context, client.admin(), flags.topic));
  const model::TopicNames names(context.settings().topics.name_space);
  TS_ASSIGN_OR_RETURN(const std::vector<Stretch> whole,
                      stretches_of(client.admin(), topic, names, flags.choice, answer_timeout(context)));
  if (flags.limit == 0) {
    return ExitCode::kDone;
  }
  Tail tail(context, client, flags);
  TS_RETURN_IF_ERROR(tail.show_present(whole));
  if (flags.follow) {
    TS_RETURN_IF_ERROR(tail.follow(whole, *stop));
  } else if (tail.shown() == 0 && !context.quiet) {
    const bool has_condition = flags.choice.has_condition() && !flags.from_beginning;
    context.err() << topic.name << (has_condition ? " has no such records\n" : " has no records\n");
  }
  return ExitCode::kDone;
}

}  // namespace

void add_tail(VerbSet& verbs) {
  Verb verb = verbs.add(
      {.name = "tail",
       .summary =
           "Show the records of a topic, read committed: one line each, in order of time, by default the newest 10.\nA "
           "line has the time (UTC), the place (partition@offset), the persona, and what the record says. Characters "
           "that\ncould harm a terminal are escaped, and secrets are masked",
       .examples = "turnstream tail log\n"
                   "turnstream tail completions.semantic --persona helper --limit 50\n"
                   "turnstream tail log --from 2026-01-01T10:00:00Z --persona helper\n"
                   "turnstream tail log --from 3@1042 --limit 1 --full\n"
                   "turnstream tail dead-letters --follow\n"
                   "turnstream tail insights --from-beginning --raw | jq .summary"});
  auto flags = std::make_shared<TailFlags>();
  verb.required_text("TOPIC", flags->topic, "the topic; the namespace may be left out");
  verb.text("--persona", flags->choice.persona, "only records of this persona");
  verb.number("--partition", flags->choice.partition, {0, 1'000'000}, "only records of this partition");
  verb.text("--from", flags->from,
            "all records from an offset in each partition, from PARTITION@OFFSET in that partition, or from a time");
  verb.flag("--from-beginning", flags->from_beginning, "the same as --from 0");
  verb.number("--limit", flags->limit, {0, 1'000'000'000},
              "the number of records: the newest ones, or with --from the first ones; 0 shows none. With --follow it "
              "ends after so many");
  verb.flag("--no-ticks", flags->no_ticks, "no ticks, and no completions that are about no persona");
  verb.flag("--follow", flags->follow, "then wait for more records, until interrupted");
  verb.flag("--full", flags->full, "each record with its key, headers and whole value, in several lines");
  verb.flag("--raw", flags->raw,
            "only the values, byte by byte and unmasked: not for a terminal, which they could harm");
  verb.on_run([flags](Context& context) { return run_tail(context, *flags); });
}

}  // namespace turnstream::app
