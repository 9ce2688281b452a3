#include "app/data/ulid.h"

#include "pipeline/base/check.h"
#include "pipeline/base/sha256.h"

namespace turnstream::app {
namespace {

constexpr std::string_view kCrockford = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";

/// `count` digits of 5 bits, most significant first.
void append_digits(std::string& out, std::uint64_t bits, int count) {
  for (int shift = 5 * (count - 1); shift >= 0; shift -= 5) {
    out.push_back(kCrockford[(bits >> shift) & 31U]);
  }
}

std::uint64_t big_endian(const std::uint8_t* bytes) {
  std::uint64_t out = 0;
  for (int i = 0; i < 5; ++i) {
    out = out << 8 | bytes[i];
  }
  return out;
}

}  // namespace

std::string make_ulid(std::int64_t time_ms, std::string_view seed) {
  CHECK(time_ms >= 0);
  const Sha256Digest digest = sha256(seed);
  std::string out;
  append_digits(out, static_cast<std::uint64_t>(time_ms), 10);
  append_digits(out, big_endian(digest.data()), 8);
  append_digits(out, big_endian(digest.data() + 5), 8);
  return out;
}

}  // namespace turnstream::app
