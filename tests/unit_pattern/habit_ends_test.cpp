// Which sentences end a habit: a table of pairs of both kinds.
#include "stages/pattern/habit_ends.h"

#include <doctest/doctest.h>
#include <string>
#include <string_view>

#include "stages/common/change/ended_phrases.h"
#include "stages/pattern/habit_end_rows.h"

namespace turnstream::pattern {
namespace {

struct Pair {
  const char* habit;
  const char* said;
};

constexpr Pair kEnded[] = {
    {"ride my bike to the office", "I sold my bike"},
    {"ride my bike to the office", "Big news: we finally sold our bicycle to a neighbour!"},
    {"ride my bike to the office", "My bike was stolen from the yard last night."},
    {"drink coffee in the morning", "I stopped drinking coffee"},
    {"drink coffee in the morning", "I don't drink coffee anymore"},
    {"drink coffee in the morning", "I no longer drink coffee in the morning."},
    {"drink coffee in the morning", "I've given up coffee for good"},
    {"drink coffee in the morning", "My stomach hurt, so I quit drinking coffee altogether."},
    {"drive to ulm on fridays", "I no longer drive to Ulm"},
    {"listen to podcasts while driving to ulm", "I no longer drive to Ulm"},
    {"listen to podcasts while driving to ulm", "I stopped listening to podcasts"},
    {"walk my dog before breakfast", "My dog died last week."},
    {"play squash with tom on mondays", "I no longer play squash."},
    {"go to the gym after work", "I quit the gym"},
    {"go to the gym after work", "I no longer go to the gym."},
    {"go running in the park", "I had to stop running"},
    {"run in the park", "I gave up running"},
    {"drive an old trabant", "I got rid of the Trabant"},
    {"take the car to work", "We ditched the car"},
    {"eat liquorice after dinner", "I've gone off liquorice"},
    {"play the piano in the evening", "We donated the piano to a school"},
    {"swim in the lake", "I'm no longer swimming"},
    {"watch the news at eight", "I've stopped watching the news"},
    {"smoke a pipe on the balcony", "I quit smoking a pipe"},
};

constexpr Pair kStays[] = {
    {"take the train to work", "My train was cancelled this morning"},
    {"take the train to work", "I sold my old toy train"},
    {"take the train to work", "I no longer take the train to Berlin"},
    {"cook pasta on sundays", "I'm done with the pasta, it was delicious"},
    {"walk my dog before breakfast", "I'm finished with breakfast"},
    {"walk my dog before breakfast", "I gave up breakfast"},
    {"walk my dog before breakfast", "My neighbour's dog died."},
    {"walk my dog before breakfast", "I stopped feeding my dog before breakfast"},
    {"drink coffee in the morning", "I've stopped drinking coffee after 6pm"},
    {"drink coffee in the morning", "For now I've stopped drinking coffee"},
    {"drink coffee in the morning", "I don't drink coffee much anymore"},
    {"drink coffee in the morning", "I'm not drinking coffee today anymore"},
    {"drink coffee in the morning", "I stopped drinking coffee, but only for a week."},
    {"drink coffee in the morning", "I stopped drinking"},
    {"drink coffee in the morning", "I'm out of coffee"},
    {"drink coffee in the morning", "I sold my coffee machine"},
    {"drink coffee in the morning", "My wife stopped drinking coffee"},
    {"drink coffee in the morning", "I haven't stopped drinking coffee"},
    {"drink coffee in the morning", "During Lent I no longer drink coffee"},
    {"ride my bike to the office", "I got rid of the bike rack"},
    {"ride my bike to the office", "I sold my new bike"},
    {"ride my bike to the office", "I sold my brother's bike"},
    {"ride my bike to the office", "My sister sold her bike"},
    {"ride my bike to the office", "I quit the office"},
    {"ride my bike to the office", "I stopped the bike"},
    {"ride my bike to the office", "I don't ride my bike to the office when it rains anymore"},
    {"ride the company bike", "I sold my bike"},
    {"listen to podcasts while driving to ulm", "I'm no longer driving to Ulm this weekend"},
    {"listen to podcasts while driving to ulm", "I'm done with the podcasts"},
    {"listen to podcasts while driving to ulm", "I no longer drive to Bonn"},
    {"drink coffee in the morning", "I stopped drinking coffee, then started again"},
    {"drink coffee in the morning", "I stopped drinking instant coffee"},
    {"ride my bike to the office", "I sold my bike and bought another one"},
    {"ride my bike to the office", "My bike was stolen but the police brought it back"},
    {"bake bread on saturdays", "I sold the bread"},
    {"read books in bed", "I sold the books"},
    {"use my phone in bed", "My phone died"},
    {"go to the gym after work", "The gym closed down for renovation"},
    {"go to the gym after work", "I cancelled the gym"},
    {"play squash with tom on mondays", "I no longer play squash with Anna"},
    {"swim in the lake", "I stopped swimming at the club"},
    {"take the bus on mondays", "I stopped taking the bus until my knee is better"},
    {"take the bus on mondays", "If I move, I'm no longer taking the bus"},
};

bool ends(std::string_view habit, std::string_view said) {
  const language::Words words = language::words_of(said);
  const language::Utterance message(words);
  const language::Words usual = language::words_of(habit);
  for (const language::Sentence& sentence : change::ended_in(message).sentences) {
    for (const HabitEnd& end : habit_ends_in(sentence)) {
      if (ends_habit(end, usual)) {
        return true;
      }
    }
  }
  return false;
}

}  // namespace

TEST_CASE("a habit ends if its user no longer does it or gave up what it is about or no longer has it") {
  for (const Pair& pair : kEnded) {
    CHECK_MESSAGE(ends(pair.habit, pair.said), std::string(pair.habit) << " / " << std::string(pair.said));
  }
}

TEST_CASE("a habit stays if an end is bounded or about another object or about its time or place") {
  for (const Pair& pair : kStays) {
    CHECK_MESSAGE(!ends(pair.habit, pair.said), std::string(pair.habit) << " / " << std::string(pair.said));
  }
}

TEST_CASE("every row of ends of habits ends the habit of its example") {
  for (const HabitEndRow& row : habit_end_rows()) {
    const std::size_t arrow = row.example.find(" => ");
    REQUIRE(arrow != std::string_view::npos);
    CHECK_MESSAGE(ends(row.example.substr(0, arrow), row.example.substr(arrow + 4)), std::string(row.example));
  }
}

}  // namespace turnstream::pattern
