#include "pipeline/base/sha256.h"

#include <openssl/evp.h>

#include "pipeline/base/check.h"

namespace turnstream {

void Sha256::Free::operator()(evp_md_ctx_st* context) const {
  EVP_MD_CTX_free(context);
}

Sha256::Sha256() : context_(EVP_MD_CTX_new()) {
  CHECK(context_ != nullptr);
  CHECK(EVP_DigestInit_ex(context_.get(), EVP_sha256(), nullptr) == 1);
}

void Sha256::update(std::string_view bytes) {
  CHECK(EVP_DigestUpdate(context_.get(), bytes.data(), bytes.size()) == 1);
}

Sha256Digest Sha256::digest() const {
  const std::unique_ptr<evp_md_ctx_st, Free> copy(EVP_MD_CTX_new());
  CHECK(copy != nullptr);
  CHECK(EVP_MD_CTX_copy_ex(copy.get(), context_.get()) == 1);
  Sha256Digest digest{};
  unsigned int size = 0;
  CHECK(EVP_DigestFinal_ex(copy.get(), digest.data(), &size) == 1);
  CHECK(size == digest.size());
  return digest;
}

Sha256Digest sha256(std::string_view bytes) {
  // The context of this thread's hashes: a new one for each would cost more than the hash of a short text.
  thread_local const std::unique_ptr<EVP_MD_CTX, decltype(&EVP_MD_CTX_free)> kContext(EVP_MD_CTX_new(),
                                                                                      &EVP_MD_CTX_free);
  thread_local const bool kChosen = EVP_DigestInit_ex(kContext.get(), EVP_sha256(), nullptr) == 1;
  CHECK(kContext != nullptr && kChosen);
  CHECK(EVP_DigestInit_ex(kContext.get(), nullptr, nullptr) == 1);
  CHECK(EVP_DigestUpdate(kContext.get(), bytes.data(), bytes.size()) == 1);
  Sha256Digest digest{};
  unsigned int size = 0;
  CHECK(EVP_DigestFinal_ex(kContext.get(), digest.data(), &size) == 1);
  CHECK(size == digest.size());
  return digest;
}

std::string to_hex(const Sha256Digest& digest) {
  static constexpr std::string_view kDigits = "0123456789abcdef";
  std::string text;
  text.reserve(digest.size() * 2);
  for (const std::uint8_t byte : digest) {
    text.push_back(kDigits[byte >> 4]);
    text.push_back(kDigits[byte & 0xf]);
  }
  return text;
}

std::string to_label(const Sha256Digest& digest) {
  return "sha256:" + to_hex(digest);
}

}  // namespace turnstream
