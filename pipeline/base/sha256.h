#pragma once
// Sha256: an incremental SHA-256, computed by OpenSSL. digest() does not end the computation: the caller may add more
// bytes with update() afterwards. Threads: one at a time.

#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

struct evp_md_ctx_st;

namespace turnstream {

using Sha256Digest = std::array<std::uint8_t, 32>;

class Sha256 {
 public:
  Sha256();
  void update(std::string_view bytes);
  /// The digest of all bytes given to update() so far.
  [[nodiscard]] Sha256Digest digest() const;

 private:
  struct Free {
    void operator()(evp_md_ctx_st* context) const;
  };
  std::unique_ptr<evp_md_ctx_st, Free> context_;
};

[[nodiscard]] Sha256Digest sha256(std::string_view bytes);

/// 64 lower-case hexadecimal digits.
[[nodiscard]] std::string to_hex(const Sha256Digest& digest);

/// "sha256:" followed by the 64 digits of to_hex().
[[nodiscard]] std::string to_label(const Sha256Digest& digest);

}  // namespace turnstream
