#include "stages/common/language/times.h"

#include <doctest/doctest.h>
#include <string>

#include "stages/common/language/event_times.h"

namespace turnstream::language {
namespace {

/// 2026-11-25, a Wednesday.
constexpr std::int64_t kToday = 20782;

struct Row {
  const char* sentence;
  Side side;
  std::int64_t first;  ///< days from today
  std::int64_t last;
};
constexpr Row kRows[] = {
    {"I met Bo yesterday", Side::kPast, -1, -1},
    {"I met Bo the day before yesterday", Side::kPast, -2, -2},
    {"I met Bo last Friday", Side::kPast, -5, -5},
    {"I met Bo on Wednesday", Side::kPast, -7, -7},
    {"I met Bo last week", Side::kPast, -9, -3},
    {"I met Bo last weekend", Side::kPast, -4, -3},
    {"I met Bo three days ago", Side::kPast, -3, -3},
    {"I met Bo two weeks ago", Side::kPast, -16, -10},
    {"I met Bo last month", Side::kPast, -55, -25},
    {"I met Bo in March", Side::kPast, -269, -239},
    {"I met Bo on 12 May", Side::kPast, -197, -197},
    {"I met Bo on May 12th", Side::kPast, -197, -197},
    {"I met Bo on the 12th of December", Side::kPast, -348, -348},
    {"I met Bo on 2026-11-20", Side::kPast, -5, -5},
    {"I met Bo last year", Side::kPast, -693, -329},
    {"I met Bo in 2025", Side::kPast, -693, -329},
    {"The exam is tomorrow", Side::kFuture, 1, 1},
    {"The exam is next Tuesday", Side::kFuture, 6, 6},
    {"The exam is on Wednesday", Side::kFuture, 7, 7},
    {"The exam is on 12 May", Side::kFuture, 168, 168},
    {"The exam is next week", Side::kFuture, 5, 11},
};

}  // namespace

TEST_CASE("a time in a sentence is the days that it means on the day when it is said") {
  for (const Row& row : kRows) {
    const std::string text = row.sentence;
    const Words words = words_of(text);
    const auto span = time_in(words, kToday, row.side);
    REQUIRE_MESSAGE(span.has_value(), text);
    CHECK_MESSAGE(span->first - kToday == row.first, text);
    CHECK_MESSAGE(span->last - kToday == row.last, text);
  }
}

TEST_CASE("a vague time and one from which something continues are none") {
  for (const char* sentence : {"I met Bo lately", "I met Bo a few years ago", "I live here since May",
                               "I met Bo in Paris", "We have 12 hens"}) {
    const std::string text = sentence;
    const Words words = words_of(text);
    CHECK_MESSAGE(!time_in(words, kToday, Side::kPast).has_value(), text);
  }
}

TEST_CASE("the time of an event is that of its own clause") {
  struct EventRow {
    const char* sentence;
    const char* own;  ///< the sentence without what tells of something else; empty: no time
  };
  for (const EventRow& row :
       {EventRow{"I finished a book about the war in 1917", ""},
        EventRow{"I finished a book about Rome last week", "I finished a book last week"},
        EventRow{"We adopted a cat that was born in March", ""},
        EventRow{"Last Friday we adopted a cat that was born in March", "Last Friday we adopted a cat"},
        EventRow{"I visited my aunt, who moved to Spain in 2011, last week", "I visited her last week"},
        EventRow{"I sold the car in May because it broke in March", "I sold the car in May"},
        EventRow{"I met Bo about two weeks ago", "I met Bo two weeks ago"}}) {
    const std::string text = row.sentence;
    const std::string own = row.own;
    const Words words = words_of(text);
    const Words own_words = words_of(own);
    CHECK_MESSAGE(event_time_in(words, kToday) == time_in(own_words, kToday, Side::kPast), text);
  }
}

}  // namespace turnstream::language
