#pragma once
// AccessCheck: which requests of a server with a tokens file are answered. admit() needs the headers alone, so that a
// body is read only from a client with a right token; check_personas() comes between the body and the handler. A token
// has 50 requests a second and 100 at once; all requests with wrong tokens have one limit together, which takes
// nothing from the right ones. A stream is watched as long as it is open. Threads: any. Lifetime: borrows clock and metrics.

#include <cstddef>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/http/access/rate_limit.h"
#include "app/http/access/token_file.h"
#include "app/http/http_route.h"
#include "app/http/http_stream.h"
#include "pipeline/base/clock.h"
#include "pipeline/base/metrics.h"
#include "pipeline/base/mutex.h"
#include "pipeline/base/result.h"

namespace turnstream::app {

inline constexpr RateLimit kTokenLimit{50, 100};
inline constexpr RateLimit kWrongTokensLimit{10, 100};
/// Of one token: a part of kStreamsMax, so that others have some, too.
inline constexpr std::size_t kTokenStreamsMax = 64;

/// One of the first two members is there.
struct AccessResult {
  std::shared_ptr<const TokenEntry> token = nullptr;
  std::optional<HttpAnswer> refusal = std::nullopt;
  bool closes = false;  ///< the connection must be closed behind the refusal
};

class AccessCheck {
 public:
  /// `metrics` may be null. Errors: as TokenFile::open().
  static Result<std::unique_ptr<AccessCheck>> open(const std::string& tokens_file, const Clock& clock,
                                                   Metrics* metrics);
  AccessCheck(const AccessCheck&) = delete;
  AccessCheck& operator=(const AccessCheck&) = delete;

  /// Refuses with 401 a request without a right token (RFC 6750), with 429 one that comes too fast, and with 403 one
  /// whose token has not the scope of the route.
  AccessResult admit(const HttpHeaders& headers, const HttpRoute& route);
  /// The stream as one of this token: it ends when the file no longer has the token, or permits it something else. Null if the token
  /// has kTokenStreamsMax. The check must outlive it.
  std::shared_ptr<HttpStream> watch(std::shared_ptr<const TokenEntry> token, std::shared_ptr<HttpStream> stream);

 private:
  class TokenStream;
  AccessCheck(TokenFile file, const Clock& clock, Metrics* metrics);
  AccessResult look_up(const Sha256Digest& hash);
  /// The tokens in force. Looks at the file, if it has not for a second.
  std::shared_ptr<const TokenSet> in_force(MonotonicTime now);
  void give_back_stream(const Sha256Digest& hash);

  const Clock& clock_;
  Counter* const unauthorized_;  ///< may be null, as throttled_
  Counter* const throttled_;
  Mutex mutex_;  ///< held while the file is read, once for each change
  TokenFile file_ GUARDED_BY(mutex_);
  std::vector<TokenBucket> buckets_ GUARDED_BY(mutex_);  ///< of the tokens of file_; a change of the file fills them
  TokenBucket wrong_ GUARDED_BY(mutex_){kWrongTokensLimit};
  std::map<Sha256Digest, std::size_t> streams_ GUARDED_BY(mutex_);  ///< how many are open, of tokens that have some
};

/// Refuses with 403 a request that concerns a persona which the token does not cover. Calls the route's function, if
/// it has one.
[[nodiscard]] std::optional<HttpAnswer> check_personas(const TokenEntry& token, const HttpRoute& route,
                                                       const HttpRequest& request);

}  // namespace turnstream::app
