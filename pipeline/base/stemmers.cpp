#include "pipeline/base/stemmers.h"

#include <libstemmer.h>

#include "pipeline/base/check.h"

namespace turnstream {
namespace {

/// A second algorithm for English.
constexpr std::string_view kPorter = "porter";

bool has_algorithm(std::string_view name) {
  for (const char** known = sb_stemmer_list(); *known != nullptr; ++known) {
    if (name == *known) {
      return true;
    }
  }
  return false;
}

}  // namespace

bool is_language(std::string_view name) {
  return name == kEnglish || name == kNoLanguage || (name != kPorter && has_algorithm(name));
}

void Stemmer::Delete::operator()(sb_stemmer* stemmer) const {
  sb_stemmer_delete(stemmer);
}

Stemmer::Stemmer(const std::string& language) {
  if (language != kEnglish && language != kNoLanguage) {
    stemmer_.reset(sb_stemmer_new(language.c_str(), "UTF_8"));
    TS_CHECK(stemmer_ != nullptr);
  }
}

std::string Stemmer::stem(const std::string& word) const {
  if (stemmer_ == nullptr) {
    return word;
  }
  const sb_symbol* const stem =
      sb_stemmer_stem(stemmer_.get(), reinterpret_cast<const sb_symbol*>(word.data()), static_cast<int>(word.size()));
  TS_CHECK(stem != nullptr);  // It is null without memory only.
  return {reinterpret_cast<const char*>(stem), static_cast<std::size_t>(sb_stemmer_length(stemmer_.get()))};
}

}  // namespace turnstream
