#include "stages/consolidation/sessions/message.h"

#include <algorithm>
#include <array>

#include "pipeline/base/byte_stream.h"
#include "stages/common/evidence/rows.h"
#include "stages/common/notes/choice.h"

namespace turnstream::consolidation {
namespace {

constexpr std::uint8_t kFormat = 5;
constexpr std::uint64_t kSidesMax = 2;
constexpr std::size_t kUnitsMax = 16;
/// From so many messages on, a few more hardly change the rarities; the score may still rise by a quarter.
constexpr std::uint64_t kMessagesMin = 64;
constexpr std::int64_t kScoreMin = notes::kWorthKeeping - notes::kRepetitionMax - notes::kScoreOne / 4;
constexpr std::size_t kJoinedBytesMax = 1024;
/// A session becomes few lines, so the cost of a wording counts twice there.
constexpr std::int64_t kCosts = 2;

constexpr std::uint8_t kPlaced = 1;  ///< the row names the place of the text in the message
constexpr std::uint8_t kOpens = 2;
constexpr std::uint8_t kPointsBack = 4;
constexpr std::uint8_t kUnnamed = 8;
constexpr std::uint8_t kDangles = 16;
constexpr std::uint8_t kAnswers = 32;
constexpr std::uint8_t kFlagsBesidePlaced = kOpens | kPointsBack | kUnnamed | kDangles | kAnswers;

/// What names a person, an object or a time.
constexpr std::array<std::size_t, 5> kNaming{notes::place_of_feature("proper"), notes::place_of_feature("title"),
                                             notes::place_of_feature("cal"), notes::place_of_feature("num"),
                                             notes::place_of_feature("kin")};
constexpr std::array<std::size_t, 4> kEmpty{notes::place_of_feature("question"), notes::place_of_feature("greet"),
                                            notes::place_of_feature("thank"), notes::place_of_feature("cheer")};

constexpr std::int64_t kLackMax = notes::kScoreOne / 2;  ///< of that unit

template <std::size_t N>
bool has_any(const notes::ScoredUnit& unit, const std::array<std::size_t, N>& features) {
  return std::any_of(features.begin(), features.end(), [&unit](std::size_t place) { return unit.features[place] > 0; });
}

/// A unit is nearly always a part of the message, so its row names the place; only two sentences that were joined across a
/// line have a text of their own.
void write_unit(ByteWriter& writer, std::string_view message, const KeptUnit& unit, std::size_t& from) {
  const std::size_t at = message.find(unit.text, from);
  const bool found = at != std::string_view::npos;
  const int flags = (found ? kPlaced : 0) | (unit.opens ? kOpens : 0) | (unit.points_back ? kPointsBack : 0) |
                    (unit.unnamed ? kUnnamed : 0) | (unit.dangles ? kDangles : 0) | (unit.answers ? kAnswers : 0);
  writer.i64(unit.rest).varint(unit.words).u8(static_cast<std::uint8_t>(flags)).text(unit.before);
  if (found) {
    writer.varint(at).varint(unit.text.size());
    from = at + unit.text.size();
  } else {
    writer.text(unit.text);
  }
}

/// False if the place is not in the message.
bool read_unit(ByteReader& reader, std::string_view message, KeptUnit& unit) {
  unit.rest = reader.i64();
  unit.words = reader.varint();
  const std::uint8_t flags = reader.u8();
  unit.opens = (flags & kOpens) != 0;
  unit.points_back = (flags & kPointsBack) != 0;
  unit.unnamed = (flags & kUnnamed) != 0;
  unit.dangles = (flags & kDangles) != 0;
  unit.answers = (flags & kAnswers) != 0;
  unit.before = std::string(reader.text());
  if ((flags & kPlaced) == 0) {
    unit.text = std::string(reader.text());
    return flags <= kFlagsBesidePlaced;
  }
  const std::uint64_t at = reader.varint();
  const std::uint64_t size = reader.varint();
  if (flags > (kPlaced | kFlagsBesidePlaced) || at > message.size() || size > message.size() - at) {
    return false;
  }
  unit.text = std::string(message.substr(at, size));
  return true;
}

TurnHead read_head(ByteReader& reader) {
  TurnHead head;
  const bool known_format = reader.u8() == kFormat;
  head.messages = reader.varint();
  if (!known_format || head.messages == 0 || head.messages > kSidesMax) {
    reader.fail();
  }
  head.turn_id = reader.text();
  head.at = EventTime{reader.i64()};
  head.heard_at = LogTime{reader.i64()};
  return head;
}

void write_side(ByteWriter& writer, const Message& message) {
  writer.u8(static_cast<std::uint8_t>(message.side)).text(message.user_id).text(message.speaker).text(message.text);
  writer.varint(message.units.size());
  std::size_t from = 0;
  for (const KeptUnit& unit : message.units) {
    write_unit(writer, message.text, unit, from);
  }
}

Message read_side(ByteReader& reader, const TurnHead& head) {
  Message message;
  message.turn_id = std::string(head.turn_id);
  message.at = head.at;
  message.heard_at = head.heard_at;
  const std::uint8_t side = reader.u8();
  message.side = side == 0 ? Side::kUser : Side::kAssistant;
  message.user_id = std::string(reader.text());
  message.speaker = std::string(reader.text());
  message.text = std::string(reader.text());
  message.units.resize(reader.count(1));
  const bool placed = std::all_of(message.units.begin(), message.units.end(),
                                  [&](KeptUnit& unit) { return read_unit(reader, message.text, unit); });
  if (side > 1 || !placed) {
    reader.fail();
  }
  return message;
}

Error damaged() {
  return evidence::bad_state("The row of a turn that waits for its session's flush is damaged.");
}

/// The first unit of the quote: the one before it, too, if the unit names nothing particular.
std::size_t first_quoted(const Heard& heard, std::size_t index) {
  const Reading& reading = heard.readings[index];
  const notes::ScoredUnit& unit = heard.units[index];
  if (reading.first < index || reading.from > 0 || index == 0 || has_any(unit, kNaming)) {
    return reading.first;
  }
  const notes::ScoredUnit& before = heard.units[index - 1];
  const Reading& its_reading = heard.readings[index - 1];
  const bool fits = before.text.size() + unit.text.size() < kQuoteBytesMax;
  const bool says = !has_any(before, kEmpty) && !its_reading.needs_more() && its_reading.lack < kLackMax;
  return fits && says ? index - 1 : index;
}

KeptUnit kept_unit(const Heard& heard, std::size_t index) {
  const notes::ScoredUnit& unit = heard.units[index];
  const Reading& reading = heard.readings[index];
  const std::size_t first = first_quoted(heard, index);
  std::string before = first < index ? joined(heard.units, first, index - 1) : std::string();
  return {
      std::string(own_text(unit, reading)),
      notes::score_of_the_rest(unit) - kCosts * reading.cost - reading.lack - reading.emptiness - reading.blur,
      unit.words,
      std::move(before),
      reading.opens && (heard.question.stands() || (heard.question_tells && !heard.question.bare) || !reading.complete),
      reading.points_back,
      reading.unnamed,
      reading.dangles || (reading.unnamed_many && !heard.question.names_many) ||
          (reading.unnamed_person && !heard.question.names_person),
      heard.shows_question(index) && !reading.complete};
}

}  // namespace

std::vector<KeptUnit> kept_units(const Heard& heard, std::string_view text, std::uint64_t messages) {
  const std::vector<notes::ScoredUnit>& all = heard.units;
  const auto value = [&heard](std::size_t index) {
    return heard.units[index].score - kCosts * heard.readings[index].cost - heard.readings[index].lack -
           heard.readings[index].emptiness - heard.readings[index].blur;
  };
  std::vector<std::size_t> best;
  for (std::size_t i = 0; i < all.size(); ++i) {
    const bool good = messages < kMessagesMin || value(i) >= kScoreMin;
    if (good && (all[i].text.size() <= kJoinedBytesMax || text.find(all[i].text) != std::string_view::npos)) {
      best.push_back(i);
    }
  }
  if (best.size() > kUnitsMax) {
    std::stable_sort(best.begin(), best.end(), [&value](std::size_t a, std::size_t b) { return value(a) > value(b); });
    best.resize(kUnitsMax);
    std::sort(best.begin(), best.end());
  }
  std::vector<KeptUnit> units;
  units.reserve(best.size());
  for (const std::size_t index : best) {
    units.push_back(kept_unit(heard, index));
  }
  return units;
}

std::string cursor_of(const Message& message) {
  return message.turn_id + (message.side == Side::kUser ? "#user" : "#assistant");
}

std::string encode(std::span<const Message> turn) {
  std::string row;
  ByteWriter writer(row);
  const Message& first = turn.front();
  writer.u8(kFormat).varint(turn.size()).text(first.turn_id).i64(first.at.value()).i64(first.heard_at.value());
  for (const Message& message : turn) {
    write_side(writer, message);
  }
  return row;
}

Result<std::vector<Message>> decode_messages(std::string_view row) {
  ByteReader reader(row);
  const TurnHead head = read_head(reader);
  std::vector<Message> messages;
  while (reader.ok() && messages.size() < head.messages) {
    messages.push_back(read_side(reader, head));
  }
  return reader.done() ? Result<std::vector<Message>>(std::move(messages)) : damaged();
}

Result<TurnHead> decode_turn_head(std::string_view row) {
  ByteReader reader(row);
  const TurnHead head = read_head(reader);
  return reader.ok() ? Result<TurnHead>(head) : damaged();
}

}  // namespace turnstream::consolidation
