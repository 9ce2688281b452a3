#include "app/dead_letters/newest_letters.h"

#include <algorithm>
#include <iterator>
#include <tuple>
#include <utility>

#include "app/errors.h"
#include "app/log_access/scan.h"

namespace turnstream::app {
namespace {

constexpr std::int64_t kFirstOffsets = 16;  ///< that are read of each partition at first
constexpr std::int64_t kGrowth = 4;
constexpr int kRoundsMax = 8;

StoredLetter letter_of(const log::Record& record) {
  StoredLetter stored{
      .letter = {}, .partition = record.partition, .offset = record.offset, .time_ms = record.append_time_ms};
  for (const log::Header& header : record.headers) {
    codec::set_dead_letter_header(stored.letter, header.name, header.value);
  }
  return stored;
}

bool is_newer(const StoredLetter& a, const StoredLetter& b) {
  return std::tuple(a.time_ms, a.partition, a.offset) > std::tuple(b.time_ms, b.partition, b.offset);
}

/// What is known of a partition.
struct Search {
  Stretch unread;                     ///< what is before the stretches that were read
  std::vector<StoredLetter> letters;  ///< any order

  [[nodiscard]] bool is_done(std::size_t count) const { return letters.size() >= count || unread.from >= unread.end; }
};

class Finder {
 public:
  Finder(const LettersAsked& asked, std::stop_token stop) : asked_(asked), stop_(std::move(stop)) {}

  Status add_partitions(log::Client& client) {
    TS_ASSIGN_OR_RETURN(const std::vector<log::Position> beginnings,
                        turnstream::app::beginnings(client, asked_.topic, asked_.timeout));
    std::vector<log::TopicPartition> where;
    for (const log::Position& position : beginnings) {
      where.push_back(position.where);
    }
    TS_ASSIGN_OR_RETURN(const std::vector<log::Watermarks> marks, client.admin().watermarks_of(where, asked_.timeout));
    for (std::size_t i = 0; i < where.size(); ++i) {
      const NextOffset first{marks[i].first.value()};
      searches_.push_back({{where[i], first, std::max(first, marks[i].last_stable)}, {}});
    }
    return {};
  }

  /// Reads backwards, at first a few records of each partition, then more of those that have too few. A stretch is read to its end,
  /// where the newest records are.
  Result<NewestLetters> find(log::Client& client) {
    TS_ASSIGN_OR_RETURN(Scan scan, Scan::open(client, asked_.timeout));
    std::int64_t width = kFirstOffsets;
    for (int round = 0; round < kRoundsMax && !is_done(); ++round, width *= kGrowth) {
      TS_RETURN_IF_ERROR(read_back(scan, width));
    }
    return newest();
  }

 private:
  [[nodiscard]] bool is_done() const {
    return bytes_ >= asked_.bytes_max || std::all_of(searches_.begin(), searches_.end(), [&](const Search& search) {
             return search.is_done(asked_.count);
           });
  }

  Status read_back(Scan& scan, std::int64_t width) {
    std::vector<Stretch> stretches;
    for (Search& search : searches_) {
      if (!search.is_done(asked_.count)) {
        Stretch& unread = search.unread;
        const NextOffset from{std::max(unread.from.value(), unread.end.value() - width)};
        stretches.push_back({unread.where, from, unread.end});
        unread.end = from;
      }
    }
    return scan.read(
        stretches, [&](const log::Record& record) { return take(record); },
        [](const log::Unreadable&) { return Result<bool>(true); });
  }

  Result<bool> take(const log::Record& record) {
    if (stop_.stop_requested()) {
      return error_of(error_codes::kStopped, "stopped while the dead letters were read");
    }
    std::vector<StoredLetter>& letters = searches_[static_cast<std::size_t>(record.partition.value())].letters;
    letters.push_back(letter_of(record));
    bytes_ += record.size_bytes();
    return true;
  }

  [[nodiscard]] NewestLetters newest() {
    NewestLetters found;
    found.is_cut = std::any_of(searches_.begin(), searches_.end(),
                               [&](const Search& search) { return !search.is_done(asked_.count); });
    for (Search& search : searches_) {
      found.letters.insert(found.letters.end(), std::make_move_iterator(search.letters.begin()),
                           std::make_move_iterator(search.letters.end()));
    }
    std::sort(found.letters.begin(), found.letters.end(), is_newer);
    found.letters.resize(std::min(found.letters.size(), asked_.count));
    return found;
  }

  const LettersAsked& asked_;
  const std::stop_token stop_;
  std::vector<Search> searches_;  ///< by partition
  std::size_t bytes_ = 0;
};

}  // namespace

Result<NewestLetters> find_newest_letters(log::Client& client, const LettersAsked& asked, const std::stop_token& stop) {
  Finder finder(asked, stop);
  TS_RETURN_IF_ERROR(finder.add_partitions(client));
  return finder.find(client);
}

}  // namespace turnstream::app
