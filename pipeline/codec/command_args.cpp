#include "pipeline/codec/command_args.h"

#include <algorithm>
#include <simdjson.h>

#include "pipeline/codec/message_id.h"
#include "pipeline/codec/named_items.h"
#include "pipeline/json/iso8601.h"

namespace turnstream::codec {
namespace {

using simdjson::dom::element;

Error bad_command(std::string_view pointer, std::string_view expected) {
  return make_error(error_codes::kBadCommand, Reaction::kDeadLetter,
                    std::string(pointer) + " must be " + std::string(expected) + ".", std::string(pointer));
}

/// The member; absent if it is missing or null.
std::optional<element> member(const element& args, std::string_view name) {
  element value;
  if (args[name].get(value) != simdjson::SUCCESS || value.is_null()) {
    return std::nullopt;
  }
  return value;
}

/// The elements of the array `name`; empty if it is missing or null. convert(element, T&) sets the value; false if the
/// element is invalid.
template <typename T, typename Convert>
Result<std::vector<T>> read_array(const element& args, std::string_view name, std::string_view expected,
                                  Convert convert) {
  std::vector<T> values;
  const auto given = member(args, name);
  if (!given.has_value()) {
    return values;
  }
  simdjson::dom::array array;
  if (given->get_array().get(array) != simdjson::SUCCESS) {
    return bad_command("/args/" + std::string(name), expected);
  }
  for (const element& entry : array) {
    if (!convert(entry, values.emplace_back())) {
      return bad_command("/args/" + std::string(name), expected);
    }
  }
  return values;
}

Result<std::vector<std::string>> read_texts(const element& args, std::string_view name) {
  return read_array<std::string>(args, name, "an array of strings", [](const element& entry, std::string& text) {
    std::string_view view;
    const bool is_text = entry.get_string().get(view) == simdjson::SUCCESS;
    text = view;
    return is_text;
  });
}

/// In the form in which records have them.
Result<std::vector<std::string>> read_ids(const element& args) {
  TS_ASSIGN_OR_RETURN(std::vector<std::string> ids, read_texts(args, "ids"));
  for (std::string& id : ids) {
    id = usual_id(id);
  }
  return ids;
}

Result<std::vector<model::SweepPass>> read_passes(const element& args) {
  return read_array<model::SweepPass>(args, "passes", "an array of names of passes",
                                      [](const element& entry, model::SweepPass& pass) {
                                        std::string_view name;
                                        const bool is_text = entry.get_string().get(name) == simdjson::SUCCESS;
                                        const auto known = is_text ? value_in(model::kSweepPasses, name) : std::nullopt;
                                        pass = known.value_or(model::SweepPass::kConsolidate);
                                        return known.has_value();
                                      });
}

constexpr double kSpelledCountMax = 1e15;

/// Intake accepts integers up to 10^15 in any spelling, such as 3.0 or 1e3; doubles have all of these exactly.
bool read_count(const element& entry, std::int64_t& count) {
  if (entry.get_int64().get(count) == simdjson::SUCCESS) {
    return count >= 0;
  }
  double number = 0;
  if (entry.get_double().get(number) != simdjson::SUCCESS || !(number >= 0 && number <= kSpelledCountMax)) {
    return false;
  }
  count = static_cast<std::int64_t>(number);
  return static_cast<double>(count) == number;
}

Result<std::vector<std::int64_t>> read_counts(const element& args) {
  return read_array<std::int64_t>(args, "counts", "an array of integers from 0", read_count);
}

Result<bool> read_flag(const element& args, std::string_view name) {
  const auto given = member(args, name);
  bool value = false;
  if (given.has_value() && given->get_bool().get(value) != simdjson::SUCCESS) {
    return bad_command("/args/" + std::string(name), "true or false");
  }
  return value;
}

Result<std::optional<std::string>> read_text(const element& args, std::string_view name) {
  std::optional<std::string> read;
  if (const auto given = member(args, name); given.has_value()) {
    std::string_view text;
    if (given->get_string().get(text) != simdjson::SUCCESS) {
      return bad_command("/args/" + std::string(name), "a string");
    }
    read = std::string(text);
  }
  return read;
}

/// The command's member `args`; valid until `parser` parses again or is destroyed.
Result<element> read_args(simdjson::dom::parser& parser, std::string_view command) {
  element root;
  element args;
  if (parser.parse(command.data(), command.size()).get(root) != simdjson::SUCCESS) {
    return bad_command("", "a JSON object");
  }
  if (root["args"].get(args) != simdjson::SUCCESS || !args.is_object()) {
    return bad_command("/args", "an object");
  }
  return args;
}

}  // namespace

Result<model::ForgetArgs> parse_forget_args(std::string_view command) {
  simdjson::dom::parser parser;
  TS_ASSIGN_OR_RETURN(const element args, read_args(parser, command));
  model::ForgetArgs forget;
  TS_ASSIGN_OR_RETURN(forget.ids, read_ids(args));
  TS_ASSIGN_OR_RETURN(forget.session_id, read_text(args, "session_id"));
  TS_ASSIGN_OR_RETURN(forget.all, read_flag(args, "all"));
  TS_ASSIGN_OR_RETURN(forget.block, read_flag(args, "block"));
  return forget;
}

Result<model::AccessArgs> parse_access_args(std::string_view command) {
  simdjson::dom::parser parser;
  TS_ASSIGN_OR_RETURN(const element args, read_args(parser, command));
  TS_ASSIGN_OR_RETURN(const std::vector<std::string> ids, read_texts(args, "ids"));
  TS_ASSIGN_OR_RETURN(const std::vector<std::int64_t> counts, read_counts(args));
  model::AccessArgs access;
  NamedItems items;
  for (std::size_t i = 0; i < ids.size(); ++i) {
    const std::int64_t count = i < counts.size() ? counts[i] : 1;
    const NamedItem item = items.add(ids[i]);
    if (item.is_new) {
      access.counts.emplace_back(item_of(ids[i]), count);
    } else {
      std::int64_t& counted = access.counts[item.place].second;
      counted = std::max(counted, count);
    }
  }
  return access;
}

Result<model::SweepArgs> parse_sweep_args(std::string_view command) {
  simdjson::dom::parser parser;
  TS_ASSIGN_OR_RETURN(const element args, read_args(parser, command));
  model::SweepArgs sweep;
  TS_ASSIGN_OR_RETURN(std::vector<model::SweepPass> passes, read_passes(args));
  if (!passes.empty()) {
    sweep.passes = std::move(passes);
  }
  TS_ASSIGN_OR_RETURN(const std::optional<std::string> since, read_text(args, "since"));
  if (since.has_value()) {
    const auto time = json::parse_iso8601(*since);
    if (!time.has_value()) {
      return bad_command("/args/since", "an ISO 8601 time");
    }
    sweep.since = LogTime{time->value()};
  }
  return sweep;
}

Result<model::GrantArgs> parse_grant_args(std::string_view command) {
  simdjson::dom::parser parser;
  TS_ASSIGN_OR_RETURN(const element args, read_args(parser, command));
  model::GrantArgs grant;
  TS_ASSIGN_OR_RETURN(const std::optional<std::string> target, read_text(args, "target"));
  if (!target.has_value() || target->empty()) {
    return bad_command("/args/target", "the id of a persona");
  }
  grant.target = *target;
  TS_ASSIGN_OR_RETURN(grant.tags, read_texts(args, "tags"));
  TS_ASSIGN_OR_RETURN(grant.domains, read_texts(args, "domains"));
  return grant;
}

}  // namespace turnstream::codec
