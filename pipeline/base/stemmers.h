#pragma once
// The languages whose words can be brought to their stems: those of libstemmer, by its names ("german"), and two others: "english",
// whose stems are of Porter's algorithm and are not made here, and "none". Threads: any.

#include <memory>
#include <string>
#include <string_view>

struct sb_stemmer;

namespace turnstream {

inline constexpr std::string_view kEnglish = "english";
inline constexpr std::string_view kNoLanguage = "none";

/// Whether that is "english", "none" or the name of a language of libstemmer.
[[nodiscard]] bool is_language(std::string_view name);

/// Stems of one language. Threads: one at a time.
class Stemmer {
 public:
  /// Precondition: is_language(). With "english" and "none" a word stays as it is.
  explicit Stemmer(const std::string& language);

  /// `word`: valid UTF-8 in lower case.
  [[nodiscard]] std::string stem(const std::string& word) const;

 private:
  struct Delete {
    void operator()(sb_stemmer* stemmer) const;
  };
  std::unique_ptr<sb_stemmer, Delete> stemmer_;
};

}  // namespace turnstream
