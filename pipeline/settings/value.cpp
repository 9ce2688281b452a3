#include "pipeline/settings/value.h"

#include <algorithm>

#include "pipeline/base/number_text.h"

namespace turnstream::settings {
namespace {

/// The properties of librdkafka whose values are never secret. A property that is missing here is shown as `***`.
constexpr std::string_view kPrintable[] = {
    "allow.auto.create.topics",
    "api.version.fallback.ms",
    "api.version.request",
    "api.version.request.timeout.ms",
    "batch.num.messages",
    "batch.size",
    "broker.address.family",
    "broker.address.ttl",
    "broker.version.fallback",
    "check.crcs",
    "client.dns.lookup",
    "client.rack",
    "compression.codec",
    "compression.level",
    "compression.type",
    "connections.max.idle.ms",
    "coordinator.query.interval.ms",
    "debug",
    "delivery.timeout.ms",
    "enable.metrics.push",
    "enable.random.seed",
    "enable.sasl.oauthbearer.unsecure.jwt",
    "enable.ssl.certificate.verification",
    "fetch.error.backoff.ms",
    "fetch.max.bytes",
    "fetch.message.max.bytes",
    "fetch.min.bytes",
    "fetch.queue.backoff.ms",
    "fetch.wait.max.ms",
    "linger.ms",
    "log.connection.close",
    "log.queue",
    "log.thread.name",
    "log_level",
    "max.in.flight",
    "max.partition.fetch.bytes",
    "max.poll.interval.ms",
    "message.copy.max.bytes",
    "message.timeout.ms",
    "metadata.max.age.ms",
    "metadata.recovery.strategy",
    "queue.buffering.backpressure.threshold",
    "queue.buffering.max.kbytes",
    "queue.buffering.max.messages",
    "queue.buffering.max.ms",
    "queued.max.messages.kbytes",
    "queued.min.messages",
    "receive.message.max.bytes",
    "reconnect.backoff.jitter.ms",
    "reconnect.backoff.max.ms",
    "reconnect.backoff.ms",
    "request.timeout.ms",
    "retry.backoff.max.ms",
    "retry.backoff.ms",
    "sasl.kerberos.keytab",
    "sasl.kerberos.min.time.before.relogin",
    "sasl.kerberos.principal",
    "sasl.kerberos.service.name",
    "sasl.mechanism",
    "sasl.mechanisms",
    "sasl.oauthbearer.client.id",
    "sasl.oauthbearer.method",
    "sasl.oauthbearer.scope",
    "sasl.username",
    "security.protocol",
    "socket.blocking.max.ms",
    "socket.connection.setup.timeout.ms",
    "socket.keepalive.enable",
    "socket.max.fails",
    "socket.nagle.disable",
    "socket.receive.buffer.bytes",
    "socket.send.buffer.bytes",
    "socket.timeout.ms",
    "ssl.ca.certificate.stores",
    "ssl.ca.location",
    "ssl.certificate.location",
    "ssl.cipher.suites",
    "ssl.crl.location",
    "ssl.curves.list",
    "ssl.endpoint.identification.algorithm",
    "ssl.engine.id",
    "ssl.engine.location",
    "ssl.key.location",
    "ssl.keystore.location",
    "ssl.providers",
    "ssl.sigalgs.list",
    "statistics.interval.ms",
    "sticky.partitioning.linger.ms",
    "topic.metadata.propagation.max.ms",
    "topic.metadata.refresh.fast.interval.ms",
    "topic.metadata.refresh.interval.ms",
    "topic.metadata.refresh.sparse",
};

constexpr std::string_view kFamily = "kafka.client.";

bool in_range(const Row& row, double number) {
  return number >= row.min && number <= row.max;
}

std::string trimmed(const std::string& text) {
  const std::size_t begin = text.find_first_not_of(" \t");
  return begin == std::string::npos ? std::string{} : text.substr(begin, text.find_last_not_of(" \t") - begin + 1);
}

/// The words of a list setting. A text that was not written as a YAML list is split at its commas: `a,b` or `[a, b]`.
Words words_of(const Assignment& assignment) {
  if (assignment.is_list) {
    return assignment.words;
  }
  std::string text = trimmed(assignment.words.front());
  if (text.size() >= 2 && text.front() == '[' && text.back() == ']') {
    text = trimmed(text.substr(1, text.size() - 2));
  }
  Words words;
  while (!text.empty()) {
    const std::size_t comma = text.find(',');
    words.push_back(trimmed(text.substr(0, comma)));
    text = comma == std::string::npos ? std::string{} : text.substr(comma + 1);
  }
  return words;
}

bool is_accepted(const Row& row, const std::string& word) {
  if (!row.choices.empty()) {
    return std::find(row.choices.begin(), row.choices.end(), word) != row.choices.end();
  }
  return row.accepts == nullptr || row.accepts(word);
}

/// Parses the text as the type of the row's default; absent if the text is not allowed.
struct ValueReader {
  const Row& row;
  const Assignment& assignment;

  [[nodiscard]] std::optional<std::string> only_word() const {
    return assignment.is_list ? std::nullopt : std::optional<std::string>{assignment.words.front()};
  }

  std::optional<Value> operator()(bool) const {
    const auto word = only_word();
    if (word == "true" || word == "false") {
      return Value{word == "true"};
    }
    return std::nullopt;
  }

  template <typename Number>
  [[nodiscard]] std::optional<Value> number() const {
    const auto word = only_word();
    const auto number = word ? read_number<Number>(*word) : std::nullopt;
    if (!number || !in_range(row, static_cast<double>(*number))) {
      return std::nullopt;
    }
    return Value{*number};
  }
  std::optional<Value> operator()(std::int64_t) const { return number<std::int64_t>(); }
  std::optional<Value> operator()(double) const { return number<double>(); }

  std::optional<Value> operator()(const std::string&) const {
    const auto word = only_word();
    return word && is_accepted(row, *word) ? std::optional<Value>{*word} : std::nullopt;
  }

  std::optional<Value> operator()(const Words&) const {
    Words words = words_of(assignment);
    const bool all = std::all_of(words.begin(), words.end(), [&](const auto& word) { return is_accepted(row, word); });
    return all ? std::optional<Value>{std::move(words)} : std::nullopt;
  }

  std::optional<Value> operator()(const Numbers&) const {
    Numbers numbers;
    for (const std::string& word : words_of(assignment)) {
      const auto number = read_number(word);
      if (!number || !in_range(row, static_cast<double>(*number))) {
        return std::nullopt;
      }
      numbers.push_back(*number);
    }
    return Value{std::move(numbers)};
  }

  std::optional<Value> operator()(const Properties&) const {
    const std::string property = assignment.name.substr(row.name.size() - 1);
    const auto word = only_word();
    if (!word || property.empty() || shown_name(property) != property) {
      return std::nullopt;
    }
    return Value{Properties{{property, *word}}};
  }
};

std::size_t distance(const std::string& a, const std::string& b) {
  std::vector<std::size_t> row(b.size() + 1);
  for (std::size_t j = 0; j <= b.size(); ++j) {
    row[j] = j;
  }
  for (std::size_t i = 1; i <= a.size(); ++i) {
    std::size_t diagonal = row[0];
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t changed = diagonal + (a[i - 1] == b[j - 1] ? 0 : 1);
      diagonal = row[j];
      row[j] = std::min({changed, row[j] + 1, row[j - 1] + 1});
    }
  }
  return row[b.size()];
}

}  // namespace

Result<Value> parse_value(const Row& row, const Assignment& assignment) {
  std::optional<Value> value = std::visit(ValueReader{row, assignment}, row.default_value);
  if (value) {
    return *std::move(value);
  }
  const std::string given = !is_printable(assignment.name) ? "***"
                            : assignment.is_list           ? text_of(Value{assignment.words})
                                                           : assignment.words.front();
  return make_error(error_codes::kSettings, Reaction::kStopProcess, refusal_of(row, assignment, given));
}

std::string refusal_of(const Row& row, const Assignment& assignment, const std::string& given) {
  return shown_name(assignment.name) + " = " + given + " (" + assignment.place +
         ") is refused; allowed: " + allowed_of(row);
}

std::string nearest(const std::string& name, const std::vector<std::string>& names) {
  return *std::min_element(names.begin(), names.end(),
                           [&](const auto& a, const auto& b) { return distance(name, a) < distance(name, b); });
}

bool is_greater(const Value& left, const Value& right) {
  const auto number = [](const Value& value) -> std::optional<double> {
    if (const auto* whole = std::get_if<std::int64_t>(&value)) {
      return static_cast<double>(*whole);
    }
    const auto* decimal = std::get_if<double>(&value);
    return decimal == nullptr ? std::nullopt : std::optional(*decimal);
  };
  const std::optional<double> a = number(left);
  const std::optional<double> b = number(right);
  return a && b && *a > *b;
}

std::optional<std::string> meant_property(const std::string& name, PropertyTest may_set) {
  std::string dotted = shown_name(name) == name ? name : std::string();
  std::replace(dotted.begin(), dotted.end(), '_', '.');
  if (may_set == nullptr || !dotted.starts_with(kFamily) || dotted == name) {
    return std::nullopt;
  }
  for (const std::string_view before : {kFamily, kFamily.substr(0, kFamily.find('.') + 1)}) {
    if (const std::string property = dotted.substr(before.size()); may_set(property)) {
      return std::string(kFamily) + property;
    }
  }
  return std::nullopt;
}

std::string property_advice(const std::string& property) {
  std::string variable = property.substr(kFamily.size());
  for (char& c : variable) {
    c = c == '.' ? '_' : c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c;
  }
  return property + ", in the environment TURNSTREAM_KAFKA__CLIENT__" + variable;
}

bool is_printable(const std::string& name) {
  if (!name.starts_with(kFamily)) {
    return true;
  }
  const std::string_view property = std::string_view(name).substr(kFamily.size());
  return std::find(std::begin(kPrintable), std::end(kPrintable), property) != std::end(kPrintable);
}

std::string shown_name(const std::string& name) {
  const auto end = std::find_if_not(name.begin(), name.end(), [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '.' || c == '_' ||
           c == '-' || c == '*';
  });
  return std::string(name.begin(), end) + (end == name.end() ? "" : "…");
}

}  // namespace turnstream::settings
