#include <algorithm>
#include <map>
#include <utility>

#include "app/commands.h"
#include "app/data/text_or_bytes.h"
#include "app/errors.h"
#include "app/log_access/open_log.h"
#include "app/log_access/scan.h"
#include "app/log_access/topic_checks.h"
#include "app/verbs/verbs.h"
#include "pipeline/base/number_text.h"
#include "pipeline/base/shown_text.h"
#include "pipeline/codec/dead_letter.h"
#include "pipeline/codec/message_id.h"
#include "pipeline/json/writer.h"
#include "pipeline/model/topic_names.h"
#include "pipeline/runtime/task/answer_reader.h"

namespace turnstream::app {
namespace {

struct RedriveFlags {
  std::string stage;
  std::string turn_id;
  bool all = false;
};

/// A dead letter of the stage: its headers, and its value.
struct DeadTurn {
  codec::DeadLetter letter;
  std::string value;
};

struct DeadLetters {
  std::map<std::pair<std::string, std::string>, DeadTurn> turns;  ///< by persona and turn id
  std::vector<codec::DeadLetter> others;                          ///< those of the stage without a turn id
  std::vector<log::Unreadable> left_out;                          ///< what cannot be read
};

/// The result of sending the turns back.
struct Sent {
  std::size_t turns = 0;
  std::vector<std::string> left;  ///< turns that could not be sent back, with the reason
  Status ended;                   ///< an error of the log: some turns were not sent, or may not have arrived
};

/// From the headers of a log record: its kind, and the position of its source record.
struct RecordSource {
  std::string kind;
  std::string topic;
  std::int64_t partition = 0;
  std::int64_t offset = 0;
};

class Redriver {
 public:
  Redriver(const Context& context, log::Client& client, const RedriveFlags& flags)
      : client_(client),
        flags_(flags),
        names_(context.settings().topics.name_space),
        timeout_(answer_timeout(context)),
        err_(context.err()) {}

  /// Takes the first dead letter of each wanted turn: if a redriven turn fails again, its later dead letters contain
  /// the command, not the turn. Leaves out turn_id_conflict: such a turn has the id of another turn.
  Result<DeadLetters> find() {
    TS_RETURN_IF_ERROR(require_topics(client_.admin(), {names_.dead_letters()}, names_.name_space(), timeout_));
    DeadLetters found;
    const auto take = [&](const log::Record& record) -> Result<bool> {
      DeadTurn dead;
      for (const log::Header& header : record.headers) {
        codec::set_dead_letter_header(dead.letter, header.name, header.value);
      }
      const std::string turn_id = dead.letter.turn_id.value_or("");
      if (dead.letter.stage != flags_.stage || dead.letter.reason == error_codes::kTurnIdConflict) {
        return true;
      }
      if (turn_id.empty()) {
        found.others.push_back(std::move(dead.letter));
      } else if (flags_.all || turn_id == codec::usual_id(flags_.turn_id)) {
        dead.value = record.value.value_or(std::string_view());
        const std::string persona = dead.letter.persona_id.value_or("");
        found.turns.emplace(std::pair(persona, turn_id), std::move(dead));
      }
      return true;
    };
    TS_RETURN_IF_ERROR(scan_topic(client_, names_.dead_letters(), timeout_, take, warn_and_list(err_, found.left_out)));
    return found;
  }

  /// The `args` of the redrive command: the turn, the position of its source, and the turn's completions from the stages
  /// named in `upstream`.
  Result<std::string> args_of(const DeadTurn& dead, const std::vector<std::string>& upstream) {
    TS_ASSIGN_OR_RETURN(const RecordSource source, source_of(dead.letter));
    if (source.topic.empty()) {
      return error_of(error_codes::kInputRefused, "the log no longer has " + dead.letter.topic + " " +
                                                      std::to_string(dead.letter.partition.value()) + "/" +
                                                      std::to_string(dead.letter.offset.value()) +
                                                      ", the record that the dead letter names");
    }
    std::string args;
    json::Writer writer(args);
    writer.begin_object().string("stage", dead.letter.stage).string("turn_id", *dead.letter.turn_id);
    writer.string("dead_letter", dead.value).string("source_topic", source.topic);
    writer.integer("source_partition", source.partition).integer("source_offset", source.offset);
    writer.begin_array("upstream");
    for (const std::string& stage : upstream) {
      writer.begin_object().string("stage", stage).begin_array("parts");
      TS_RETURN_IF_ERROR(append_parts(writer, stage, dead.letter));
      writer.end_array().end_object();
    }
    writer.end_array().end_object();
    return args;
  }

  /// For each kind of record, a sentence with the number of dead letters in `others`, and what to do. Leaves out those
  /// of redrive commands: the turn that was sent back has a dead letter of its own.
  Result<std::vector<std::string>> describe(const std::vector<codec::DeadLetter>& others) {
    std::map<std::string, int> counts;
    for (const codec::DeadLetter& letter : others) {
      TS_ASSIGN_OR_RETURN(const RecordSource source, source_of(letter));
      ++counts[source.kind];
    }
    std::vector<std::string> sentences;
    for (const auto& [kind, count] : counts) {
      if (kind != "redrive") {
        const std::string what = kind.empty() ? "record that the log no longer has" : kind;
        sentences.push_back("dead letters of a " + what + ", which cannot be sent back: " + std::to_string(count) +
                            "; " + advice(kind));
      }
    }
    return sentences;
  }

 private:
  static std::string advice(const std::string& kind) {
    // A turn's dead letter has no turn id if the turn could not be decoded, or if the work for another persona failed.
    return kind == "command" ? "send the command again" : "the work of the stage on these records is lost";
  }

  /// The kind and source of the record that the dead letter names; empty if the log no longer has the record.
  Result<RecordSource> source_of(const codec::DeadLetter& letter) {
    RecordSource source;
    const log::Position position{{letter.topic, letter.partition}, NextOffset{letter.offset.value()}};
    TS_RETURN_IF_ERROR(scan_from(client_, {position}, timeout_, [&](const log::Record& record) -> Result<bool> {
      if (record.offset == letter.offset) {
        const auto header = [&](std::string_view name) { return record.header(name).value_or(std::string_view()); };
        source = {std::string(header("kind")), std::string(header("source_topic")),
                  read_number(header("source_partition")).value_or(0),
                  read_number(header("source_offset")).value_or(0)};
      }
      return false;
    }));
    return source;
  }

  Status append_parts(json::Writer& writer, const std::string& stage, const codec::DeadLetter& letter) {
    const log::TopicPartition completions{names_.completions(stage), letter.partition};
    TS_ASSIGN_OR_RETURN(const auto answers, runtime::AnswerReader::open(client_, completions, letter.offset));
    TS_ASSIGN_OR_RETURN(const auto parts, answers->answer(letter.offset));
    for (const std::string_view part : parts) {
      writer.string(part);
    }
    return {};
  }

  log::Client& client_;
  const RedriveFlags& flags_;
  model::TopicNames names_;
  log::milliseconds timeout_;
  std::ostream& err_;
};

Result<std::vector<std::string>> upstream_of(const Context& context, const std::string& stage) {
  for (const StageEntry& entry : context.catalog) {
    const auto made = entry.make();
    if (made->info().name == stage) {
      return made->info().upstream;
    }
  }
  if (stage == "intake") {
    return usage_error("a record that intake refused cannot be redriven: fix it and publish it again");
  }
  return no_such_stage(stage);
}

/// Whether the error concerns only this dead letter, so that the other ones can still be sent.
bool is_of_one(const Error& error) {
  constexpr std::string_view kCodes[] = {error_codes::kInputRefused, error_codes::kLostInput,
                                         error_codes::kBadCompletion, error_codes::kTooLarge};
  return std::find(std::begin(kCodes), std::end(kCodes), error.code) != std::end(kCodes);
}

Status send_back(Redriver& redriver, CommandSender& sender, const DeadTurn& dead,
                 const std::vector<std::string>& upstream) {
  if (!is_utf8(dead.value) || !dead.letter.persona_id) {
    return error_of(error_codes::kInputRefused, "the dead letter contains no turn");
  }
  TS_ASSIGN_OR_RETURN(std::string args, redriver.args_of(dead, upstream));
  auto sent = sender.send({.kind = "redrive", .persona = dead.letter.persona_id, .args_json = std::move(args)});
  if (!sent.ok() && sent.error().code == error_codes::kTooLarge) {
    sent.error().message += " To process the turn, replay the log into a new namespace.";
  }
  return sent.ok() ? Status() : Status(std::move(sent).error());
}

/// Sends the turns back to the stage. If one cannot be sent back, continues with the next; ends if the log fails.
Sent send_all(Redriver& redriver, CommandSender& sender, const DeadLetters& found,
              const std::vector<std::string>& upstream) {
  Sent sent;
  for (const auto& [key, dead] : found.turns) {
    Status status = send_back(redriver, sender, dead, upstream);
    if (status.ok()) {
      ++sent.turns;
    } else if (is_of_one(status.error())) {
      sent.left.push_back("turn " + key.second + " of persona " + key.first +
                          ", which cannot be sent back: " + status.error().message);
    } else {
      sent.ended = std::move(status);
      break;
    }
  }
  Status flushed = sender.flush();
  if (!flushed.ok() && sent.ended.ok()) {
    flushed.error().message.insert(
        0, "some turns may not have arrived; redrive again (a turn that is sent back twice is processed once): ");
    sent.ended = std::move(flushed);
  }
  return sent;
}

void print_json(const Context& context, const Sent& sent, const std::vector<std::string>& others,
                const std::vector<log::Unreadable>& left_out) {
  std::string line;
  json::Writer writer(line);
  writer.begin_object().integer("redriven", static_cast<std::int64_t>(sent.turns)).begin_array("left");
  std::vector<std::string> left = others;
  left.insert(left.end(), sent.left.begin(), sent.left.end());
  for (const std::string& sentence : left) {
    writer.string(sentence);
  }
  write_left_out(writer.end_array(), left_out);
  writer.end_object();
  context.out() << line << "\n";
}

void print_text(const Context& context, const RedriveFlags& flags, const Sent& sent,
                const std::vector<std::string>& others) {
  for (const std::string& sentence : sent.left) {
    context.err() << "left " << shown_text(sentence) << "\n";
  }
  if (!context.quiet) {
    const char* turns = sent.turns == 1 ? " turn back to " : " turns back to ";
    context.out() << "sent " << sent.turns << turns << flags.stage << "\n";
    for (const std::string& sentence : others) {
      context.out() << "left " << shown_text(sentence) << "\n";
    }
  }
}

Result<ExitCode> redrive(Context& context, const RedriveFlags& flags) {
  if (flags.all == !flags.turn_id.empty()) {
    return usage_error("redrive needs one TURN_ID, or --all");
  }
  TS_ASSIGN_OR_RETURN(const std::vector<std::string> upstream, upstream_of(context, flags.stage));
  TS_ASSIGN_OR_RETURN(const std::unique_ptr<OpenLog> log, open_log(context, LogUse::kVisit, "redrive"));
  Redriver redriver(context, log->client(), flags);
  TS_ASSIGN_OR_RETURN(const DeadLetters found, redriver.find());
  TS_ASSIGN_OR_RETURN(const std::vector<std::string> others, redriver.describe(found.others));
  if (found.turns.empty()) {
    std::string sentence = "stage " + flags.stage + " has no dead letter of " +
                           (flags.all ? "a turn" : "turn " + flags.turn_id) + " that can be sent back";
    for (const std::string& other : others) {
      sentence += "; it has " + other;
    }
    return error_of(error_codes::kInputRefused, sentence);
  }
  TS_ASSIGN_OR_RETURN(auto sender, CommandSender::open(context, log->client()));
  const Sent sent = send_all(redriver, sender, found, upstream);
  context.json ? print_json(context, sent, others, found.left_out) : print_text(context, flags, sent, others);
  TS_RETURN_IF_ERROR(sent.ended);
  return sent.left.empty() ? ExitCode::kDone : ExitCode::kInputRefused;
}

}  // namespace

void add_redrive(VerbSet& verbs) {
  Verb verb = verbs.add({.name = "redrive",
                         .summary = "Send the dead letters of a stage back to it, after their cause is fixed",
                         .examples = "turnstream redrive --stage episodic 01KDVDNYVW3P00NPFMX6F1RRDA\n"
                                     "turnstream redrive --stage episodic --all"});
  auto flags = std::make_shared<RedriveFlags>();
  verb.required_text("--stage", flags->stage, "the stage that failed");
  verb.text("TURN_ID", flags->turn_id, "the turn");
  verb.flag("--all", flags->all, "every turn on which the stage failed");
  verb.on_run([flags](Context& context) { return redrive(context, *flags); });
}

}  // namespace turnstream::app
