#include "app/http/access/access_check.h"

#include <chrono>
#include <utility>

#include "app/http/problem.h"
#include "app/http/request_check.h"
#include "pipeline/base/sha256.h"

namespace turnstream::app {
namespace {

const MetricName kUnauthorized{"turnstream_http_unauthorized_total",
                               "Requests without a right token that were refused with 401."};
const MetricName kThrottled{"turnstream_http_throttled_total",
                            "Requests that were refused with 429 because too many came with a token."};

HttpAnswer with_challenge(HttpAnswer answer, const std::string& challenge) {
  answer.headers.push_back({"WWW-Authenticate", challenge});
  return answer;
}

/// 403 for a token that is right and does not permit the request. `scope`: what it needs, or empty.
HttpAnswer not_permitted(const std::string& detail, std::string_view scope) {
  std::string challenge = "Bearer error=\"insufficient_scope\"";
  challenge += scope.empty() ? std::string() : ", scope=\"" + std::string(scope) + "\"";
  return with_challenge(problem(403, detail), challenge);
}

HttpAnswer too_fast(const std::string& detail, std::chrono::microseconds wait) {
  HttpAnswer answer = problem(429, detail);
  answer.headers.push_back({"Retry-After", std::to_string(std::chrono::ceil<std::chrono::seconds>(wait).count())});
  return answer;
}

void count(Counter* counter) {
  if (counter != nullptr) {
    counter->Increment();
  }
}

std::vector<TokenBucket> full_buckets(const TokenFile& file) {
  return std::vector<TokenBucket>(file.tokens()->entries().size(), TokenBucket(kTokenLimit));
}

}  // namespace

class AccessCheck::TokenStream final : public HttpStream {
 public:
  TokenStream(AccessCheck& check, std::shared_ptr<const TokenEntry> token, std::shared_ptr<HttpStream> stream)
      : check_(check), token_(std::move(token)), stream_(std::move(stream)) {}
  TokenStream(const TokenStream&) = delete;
  TokenStream& operator=(const TokenStream&) = delete;
  ~TokenStream() override { check_.give_back_stream(token_->hash); }

  bool read(std::string& out, std::size_t bytes_max) override {
    return is_permitted() && stream_->read(out, bytes_max);
  }
  void append_sign_of_life(std::string& out) override { stream_->append_sign_of_life(out); }

 private:
  bool is_permitted() {
    std::shared_ptr<const TokenSet> tokens = check_.in_force(check_.clock_.monotonic_now());
    if (tokens != seen_) {
      const std::optional<std::size_t> index = tokens->find(token_->hash);
      is_permitted_ = index && tokens->entries()[*index] == *token_;
      seen_ = std::move(tokens);
    }
    return is_permitted_;
  }

  AccessCheck& check_;
  const std::shared_ptr<const TokenEntry> token_;
  const std::shared_ptr<HttpStream> stream_;
  std::shared_ptr<const TokenSet> seen_;  ///< for which `is_permitted_` holds
  bool is_permitted_ = false;
};

Result<std::unique_ptr<AccessCheck>> AccessCheck::open(const std::string& tokens_file, const Clock& clock,
                                                       Metrics* metrics) {
  TS_ASSIGN_OR_RETURN(TokenFile file, TokenFile::open(tokens_file, clock.monotonic_now()));
  return std::unique_ptr<AccessCheck>(new AccessCheck(std::move(file), clock, metrics));
}

AccessCheck::AccessCheck(TokenFile file, const Clock& clock, Metrics* metrics)
    : clock_(clock),
      unauthorized_(metrics == nullptr ? nullptr : &metrics->counter(kUnauthorized)),
      throttled_(metrics == nullptr ? nullptr : &metrics->counter(kThrottled)),
      file_(std::move(file)),
      buckets_(full_buckets(file_)) {}

AccessResult AccessCheck::admit(const HttpHeaders& headers, const HttpRoute& route) {
  const std::optional<std::string> token = bearer_token(headers);
  if (!token) {
    count(unauthorized_);
    return {
        .refusal = with_challenge(
            problem(401, "This path needs a token. Send it in one header: Authorization: Bearer TOKEN."), "Bearer")};
  }
  AccessResult found = look_up(sha256(*token));
  if (found.token != nullptr && !found.token->has(route.scope)) {
    const std::string scope(scope_name(route.scope));
    found = {.refusal = not_permitted("This path needs a token with the scope " + scope + ".", scope)};
  }
  return found;
}

/// The comparison with all tokens needs no lock, so that wrong tokens do not hold up right ones.
AccessResult AccessCheck::look_up(const Sha256Digest& hash) {
  const MonotonicTime now = clock_.monotonic_now();
  std::shared_ptr<const TokenSet> tokens = in_force(now);
  std::optional<std::size_t> index = tokens->find(hash);
  const MutexLock lock(mutex_);
  if (tokens != file_.tokens()) {  // The file was read again meanwhile.
    tokens = file_.tokens();
    index = tokens->find(hash);
  }
  const std::chrono::microseconds wait = index ? buckets_[*index].take(now) : wrong_.take(now);
  if (wait.count() > 0) {
    count(throttled_);
    return {.refusal = too_fast(index ? "The token has more than " + std::to_string(kTokenLimit.per_second) +
                                            " requests a second. Send the request again later."
                                      : "The token is not one of this server, and too many requests had such a one.",
                                wait),
            .closes = !index};
  }
  if (!index) {
    count(unauthorized_);
    return {.refusal =
                with_challenge(problem(401, "The token is not one of this server."), "Bearer error=\"invalid_token\"")};
  }
  return {.token = std::shared_ptr<const TokenEntry>(tokens, &tokens->entries()[*index])};
}

std::shared_ptr<const TokenSet> AccessCheck::in_force(MonotonicTime now) {
  const MutexLock lock(mutex_);
  if (file_.refresh(now)) {
    buckets_ = full_buckets(file_);
  }
  return file_.tokens();
}

std::shared_ptr<HttpStream> AccessCheck::watch(std::shared_ptr<const TokenEntry> token,
                                               std::shared_ptr<HttpStream> stream) {
  {
    const MutexLock lock(mutex_);
    std::size_t& open = streams_[token->hash];
    if (open == kTokenStreamsMax) {
      return nullptr;
    }
    ++open;
  }
  return std::make_shared<TokenStream>(*this, std::move(token), std::move(stream));
}

void AccessCheck::give_back_stream(const Sha256Digest& hash) {
  const MutexLock lock(mutex_);
  const auto found = streams_.find(hash);
  if (found != streams_.end() && --found->second == 0) {
    streams_.erase(found);
  }
}

std::optional<HttpAnswer> check_personas(const TokenEntry& token, const HttpRoute& route, const HttpRequest& request) {
  if (!route.is_private || token.covers_all()) {
    return std::nullopt;
  }
  if (!route.personas) {
    return not_permitted("This path concerns all personas: it needs a token with the pattern *.", "");
  }
  for (const ConcernedPersona& persona : route.personas(request)) {
    if (!persona.id) {
      return not_permitted(
          "Without a persona in " + persona.where + ", all are meant: that needs a token with the pattern *.", "");
    }
    if (!token.covers(*persona.id)) {
      return not_permitted("The token does not cover the persona of " + persona.where + ".", "");
    }
  }
  return std::nullopt;
}

}  // namespace turnstream::app
