#include <algorithm>
#include <doctest/doctest.h>

#include "tests/unit_app/program_fixture.h"

namespace turnstream::app {
namespace {

std::string second(int number) {
  return "2026-01-01T10:" + std::to_string(10 + number / 60) + ":" + std::to_string(100 + number % 60).substr(1) + "Z";
}

std::string turn_id(int number) {
  return "01JGFJJZ" + std::to_string(100'000'000'000'000'000 + number);
}

/// A turn of persona p<number % 5> at second(number).
std::string numbered_turn(int number) {
  return R"({"turn_id":")" + turn_id(number) + R"(","agent_id":"p)" + std::to_string(number % 5) +
         R"(","timestamp":")" + second(number) + R"(","turn_data":{"user_input":"words )" + std::to_string(number) +
         R"(.","assistant_response":""}})" + "\n";
}

/// A program with a topic of 4 partitions that has the first `count` such turns.
class Tailed : public ProgramFixture {
 public:
  explicit Tailed(int count) {
    std::string turns;
    for (int i = 0; i < count; ++i) {
      turns += numbered_turn(i);
    }
    const Outcome sent = run_in("s", {"publish", "--set", "topics.partitions=4"}, turns);
    REQUIRE_MESSAGE(sent.exit == 0, sent.err);
  }

  Outcome tail(std::vector<std::string> flags) {
    flags.insert(flags.begin(), {"tail", "turns"});
    return run_in("s", flags);
  }

  /// The numbers of the turns that these lines show.
  static std::vector<int> numbers_in(const std::string& out) {
    std::vector<int> numbers;
    for (const std::string& line : lines_of(out)) {
      const std::size_t at = line.find("user: words ");
      REQUIRE_MESSAGE(at != std::string::npos, line);
      numbers.push_back(std::stoi(line.substr(at + 12)));
      CHECK(line.starts_with(second(numbers.back())));
    }
    return numbers;
  }
  std::vector<int> numbers(const std::vector<std::string>& flags) {
    const Outcome shown = tail(flags);
    CHECK_MESSAGE(shown.exit == 0, shown.err);
    return numbers_in(shown.out);
  }
};

std::vector<int> from_to(int first, int end, int step = 1) {
  std::vector<int> numbers;
  for (int i = first; i < end; i += step) {
    numbers.push_back(i);
  }
  return numbers;
}

TEST_CASE("tail shows the newest records of all partitions in order of time") {
  Tailed topic(100);
  CHECK(topic.numbers({}) == from_to(90, 100));
  CHECK(topic.numbers({"--limit", "3"}) == from_to(97, 100));
  CHECK(topic.numbers({"--limit", "1000"}) == from_to(0, 100));
  CHECK(topic.numbers({"--persona", "p2"}) == from_to(52, 100, 5));
  CHECK(topic.numbers({"--persona", "p2", "--limit", "2"}) == from_to(92, 100, 5));
  CHECK(topic.tail({"--raw"}).out == [] {
    std::string turns;
    for (int i = 90; i < 100; ++i) {
      turns += numbered_turn(i);
    }
    return turns;
  }());
}

TEST_CASE("tail shows the records from an offset or a place or a time on") {
  Tailed topic(100);
  CHECK(topic.numbers({"--from-beginning"}) == from_to(0, 100));
  CHECK(topic.numbers({"--from", "0"}) == from_to(0, 100));
  CHECK(topic.numbers({"--from", "0", "--limit", "4"}) == from_to(0, 4));
  CHECK(topic.numbers({"--from", "2026-01-01T10:11:15Z"}) == from_to(75, 100));
  CHECK(topic.numbers({"--from", "2026-01-01T11:11:15+01:00", "--limit", "2"}) == from_to(75, 77));
  CHECK(topic.numbers({"--from", "2026-01-01T10:11:15Z", "--persona", "p1"}) == from_to(76, 100, 5));
  // Each line has the place from which it can be read again.
  for (const std::string& line : lines_of(topic.tail({}).out)) {
    const std::string place = line.substr(22, line.find(' ', 22) - 22);
    CHECK(topic.tail({"--from", place, "--limit", "1"}).out == line + "\n");
    const std::size_t at = place.find('@');
    const Outcome shown = topic.tail({"--from", place.substr(at + 1), "--partition", place.substr(0, at)});
    CHECK(lines_of(shown.out).front() == line);
  }
  CHECK(topic.tail({"--from", "100000"}).out.empty());
}

TEST_CASE("tail shows the records of one partition") {
  Tailed topic(100);
  std::size_t all = 0;
  for (const std::string partition : {"0", "1", "2", "3"}) {
    const std::vector<std::string> lines = lines_of(topic.tail({"--partition", partition, "--limit", "100"}).out);
    all += lines.size();
    for (const std::string& line : lines) {
      CHECK(line.substr(22, 2) == partition + "@");
    }
  }
  CHECK(all == 100);
}

TEST_CASE("tail says what is wrong with its flags and that there is nothing to show") {
  Tailed topic(10);
  const std::pair<std::vector<std::string>, std::string> refused[] = {
      {{"--from", "yesterday"}, "it must be an offset such as 1042"},
      {{"--from", "-1"}, "it must be an offset"},
      {{"--from", "x@1"}, "it must be an offset"},
      {{"--from", "3@1", "--partition", "2"}, "in another partition than --partition 2"},
      {{"--from", "3", "--from-beginning"}, "the same as --from 0"},
      {{"--partition", "4"}, "has no partition 4: its partitions are 0 to 3"},
  };
  for (const auto& [flags, reason] : refused) {
    const Outcome outcome = topic.tail(flags);
    CHECK(outcome.exit == 2);
    CHECK_MESSAGE(outcome.err.find(reason) != std::string::npos, outcome.err);
    CHECK(outcome.out.empty());
  }
  const Outcome none = topic.tail({"--persona", "stranger"});
  CHECK(none.exit == 0);
  CHECK(none.out.empty());
  CHECK(none.err.find("turns has no such records") != std::string::npos);
  REQUIRE(topic.run_in("s", {"topics", "create", "--set", "topics.partitions=4"}).exit == 0);
  CHECK(topic.run_in("s", {"tail", "insights"}).err.find("turnstream.insights has no records") != std::string::npos);
}

TEST_CASE("tail reads only the partition of a persona in the topics that the pipeline writes") {
  Tailed topic(20);
  const std::vector<std::string> settings{"--set", "topics.partitions=4"};
  const auto with = [&settings](std::vector<std::string> arguments) {
    arguments.insert(arguments.end(), settings.begin(), settings.end());
    return arguments;
  };
  REQUIRE(topic.run_in("s", with({"run", "--until-drained", "--listen", "", "--quiet"})).exit == 0);
  const std::vector<std::string> lines = lines_of(topic.run_in("s", {"tail", "log", "--persona", "p3"}).out);
  REQUIRE(lines.size() == 4);
  const std::string own = lines.front().substr(22, 1);
  for (const std::string& line : lines) {
    CHECK(line.substr(22, 2) == own + "@");
    CHECK(line.find("  p3            user: words ") != std::string::npos);
  }
  for (const std::string other : {"0", "1", "2", "3"}) {
    const Outcome outcome = topic.run_in("s", {"tail", "log", "--persona", "p3", "--partition", other});
    CHECK(outcome.exit == (other == own ? 0 : 2));
    CHECK((outcome.err.find("persona p3 is in partition " + own) != std::string::npos) == (other != own));
  }
  const Outcome completions = topic.run_in("s", {"tail", "completions.episodic", "--persona", "p3", "--limit", "1"});
  CHECK(completions.out.find("  p3            episodic: success, ") != std::string::npos);
  CHECK(completions.out.find("  [log " + own + "@") != std::string::npos);
}

TEST_CASE("tail leaves out ticks and the completions of ticks if it is asked to") {
  Tailed topic(40);  // intake writes a tick where turns cross a half minute
  const Outcome ran = topic.run_in("s", {"run", "--until-drained", "--listen", "", "--quiet", "--set",
                                         "topics.partitions=4", "--set", "intake.clock=event"});
  REQUIRE_MESSAGE(ran.exit == 0, ran.err);
  const auto count = [&topic](const std::string& name, const std::string& part, const std::string& flag) {
    const std::vector<std::string> lines = lines_of(topic.run_in("s", {"tail", name, "--limit", "1000", flag}).out);
    return std::count_if(lines.begin(), lines.end(),
                         [&part](const std::string& line) { return line.find(part) != std::string::npos; });
  };
  for (const std::string flag : {"--quiet", "--no-ticks"}) {
    const bool has_ticks = flag == "--quiet";
    CHECK((count("log", "  -             tick", flag) > 0) == has_ticks);
    CHECK(count("log", "user: words ", flag) == 40);
    CHECK(count("log", "  -             settings ", flag) > 0);
    CHECK((count("completions.skill", "  -             skill: ", flag) > 0) == has_ticks);
    CHECK(count("completions.skill", "  skill: success, ", flag) -
              (has_ticks ? count("completions.skill", "  -  ", flag) : 0) ==
          40);
  }
}

TEST_CASE("tail shows whole records if it is asked to") {
  Tailed topic(12);
  const Outcome full = topic.tail({"--full", "--limit", "1"});
  CHECK(full.out.starts_with("-- turns "));
  CHECK(full.out.find("key=p1") != std::string::npos);
  CHECK(full.out.find("\n  \"turn_id\": \"" + turn_id(11) + "\",\n") != std::string::npos);
}

TEST_CASE("tail shows the last records of a persona wherever in the topic they are") {
  ProgramFixture program;
  const auto publish = [&](const std::string& lines) {
    const Outcome sent = program.run_in("s", {"publish", "--set", "topics.partitions=1"}, lines);
    REQUIRE(sent.exit == 0);
  };
  const auto generated = [&](const char* count, const char* seed) {
    return program.run({"generate", "--personas", "1", "--turns", count, "--seed", seed, "--quiet"}).out;
  };
  const auto renamed = [](std::string lines, const std::string& to) {
    const std::string member = R"("agent_id":")";
    for (std::size_t at = 0; (at = lines.find(member, at)) != std::string::npos; at += member.size()) {
      lines.replace(at + member.size(), lines.find('"', at + member.size()) - at - member.size(), to);
    }
    return lines;
  };
  publish(renamed(generated("12", "1"), "rare"));
  publish(renamed(generated("1500", "2"), "busy"));
  const Outcome rare = program.run_in("s", {"tail", "turns", "--persona", "rare", "--json"});
  CHECK(rare.exit == 0);
  const std::vector<std::string> lines = lines_of(rare.out);
  REQUIRE(lines.size() == 10);
  CHECK(lines.front().find(R"("offset":2,)") != std::string::npos);
  CHECK(lines.back().find(R"("offset":11,)") != std::string::npos);
  CHECK(lines_of(program.run_in("s", {"tail", "turns", "--persona", "busy", "--json"}).out).size() == 10);
  CHECK(lines_of(program.run_in("s", {"tail", "turns", "--persona", "rare", "--from-beginning", "--raw"}).out).size() ==
        12);
  CHECK(program.run_in("s", {"tail", "turns", "--persona", "nobody"}).out.empty());
}

}  // namespace
}  // namespace turnstream::app
