#include "pipeline/log/kafka/mask.h"

#include <algorithm>
#include <vector>

#include "pipeline/log/kafka/handles.h"

namespace turnstream::log::kafka {
namespace {

/// The properties of librdkafka, from its first to its newest versions, whose values may be secret or contain a secret.
constexpr const char* kSecretProperties[] = {
    "sasl.password",
    "sasl.oauthbearer.config",
    "sasl.oauthbearer.client.secret",
    "sasl.oauthbearer.extensions",
    "sasl.oauthbearer.token.endpoint.url",
    "sasl.oauthbearer.assertion.private.key.passphrase",
    "sasl.oauthbearer.assertion.private.key.pem",
    "sasl.kerberos.kinit.cmd",
    "ssl.key.password",
    "ssl.key.pem",
    "ssl.certificate.pem",
    "ssl.keystore.password",
};

/// Shorter parts that a text has in common with a secret tell nothing about it.
constexpr std::size_t kPartSizeMin = 6;

/// Empty if the property is not set or unknown to this version of librdkafka.
std::string value_of(const rd_kafka_conf_t* conf, const char* name) {
  std::size_t size = 0;
  if (rd_kafka_conf_get(conf, name, nullptr, &size) != RD_KAFKA_CONF_OK || size <= 1) {
    return {};
  }
  std::string value(size, '\0');
  if (rd_kafka_conf_get(conf, name, value.data(), &size) != RD_KAFKA_CONF_OK) {
    return {};
  }
  value.resize(size - 1);  // without the zero at the end
  return value;
}

/// The values that differ from librdkafka's defaults.
std::vector<std::string> secrets_of(const rd_kafka_conf_t* conf) {
  const Conf defaults(rd_kafka_conf_new());
  std::vector<std::string> secrets;
  for (const char* const name : kSecretProperties) {
    std::string value = value_of(conf, name);
    if (!value.empty() && value != value_of(defaults.get(), name)) {
      secrets.push_back(std::move(value));
    }
  }
  return secrets;
}

/// The size of the longest text that begins at `at` and that the secret contains.
std::size_t common_size(std::string_view text, std::size_t at, std::string_view secret) {
  std::size_t longest = 0;
  for (std::size_t i = 0; i < secret.size(); ++i) {
    const auto rest = std::min(text.size() - at, secret.size() - i);
    std::size_t size = 0;
    while (size < rest && text[at + size] == secret[i + size]) {
      ++size;
    }
    longest = std::max(longest, size);
  }
  return longest;
}

}  // namespace

std::string masked(const rd_kafka_conf_t* conf, std::string_view text) {
  const auto secrets = conf == nullptr ? std::vector<std::string>() : secrets_of(conf);
  if (secrets.empty()) {
    return std::string(text);
  }
  std::string out;
  for (std::size_t at = 0; at < text.size();) {
    std::size_t hidden = 0;
    for (const std::string& secret : secrets) {
      const std::size_t common = common_size(text, at, secret);
      hidden = common >= std::min(kPartSizeMin, secret.size()) ? std::max(hidden, common) : hidden;
    }
    if (hidden == 0) {
      out.push_back(text[at++]);
    } else {
      out.append("***");
      at += hidden;
    }
  }
  return out;
}

std::string masked(rd_kafka_t* handle, std::string_view text) {
  return masked(handle == nullptr ? nullptr : rd_kafka_conf(handle), text);
}

}  // namespace turnstream::log::kafka
