#pragma once
// Word classes: which word lists of the score hold a word. The lists were chosen together with the weights in score.h,
// so a changed list needs new weights. Threads: any; pure.

#include <cstdint>
#include <string_view>

namespace turnstream::notes {

inline constexpr std::uint32_t kStop = 1U << 0;          ///< says nothing about the topic
inline constexpr std::uint32_t kFirstPerson = 1U << 1;   ///< "i"; "i'm" is the words "i" and "m"
inline constexpr std::uint32_t kOwn = 1U << 2;           ///< "my", "me"
inline constexpr std::uint32_t kAddressed = 1U << 3;     ///< "you"
inline constexpr std::uint32_t kOpensSelf = 1U << 4;     ///< "we", where it opens a unit
inline constexpr std::uint32_t kPast = 1U << 5;          ///< "yesterday"
inline constexpr std::uint32_t kAfterLast = 1U << 6;     ///< "week": past behind "last"
inline constexpr std::uint32_t kAfterThis = 1U << 7;     ///< "morning": past behind "this"
inline constexpr std::uint32_t kSpan = 1U << 8;          ///< "years": past behind "for five"
inline constexpr std::uint32_t kCalendar = 1U << 9;      ///< "june"
inline constexpr std::uint32_t kNumber = 1U << 10;       ///< "five"; digits are found without a list
inline constexpr std::uint32_t kFluff = 1U << 11;        ///< "amazing"
inline constexpr std::uint32_t kEvent = 1U << 12;        ///< "bought"
inline constexpr std::uint32_t kKin = 1U << 13;          ///< "sister", "friend", "dog"
inline constexpr std::uint32_t kAsking = 1U << 14;       ///< "where"
inline constexpr std::uint32_t kOpensPhrase = 1U << 15;  ///< "used": a phrase in signals.cpp can begin with it

/// The classes of a word in lower case; 0 for one in no list.
[[nodiscard]] std::uint32_t classes_of(std::string_view lower_word);

}  // namespace turnstream::notes
