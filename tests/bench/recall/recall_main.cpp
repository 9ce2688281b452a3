// recall_bench build --dir DIR [--messages N] [--personas N] [--more N] [--locomo FILE]
// recall_bench ask   --dir DIR [--threads N] [--rate N] [--seconds N] [--loads N] [--past N] [--vectors FILE] [--locomo FILE]
// recall_bench check --dir DIR
// recall_bench turns [--messages N] [--locomo FILE]
// recall_bench http  --socket PATH --port N [--messages N] [--threads N] [--questions N] [--rate N] [--seconds N] [--locomo FILE]
// recall_bench fresh --socket PATH --port N [--messages N] [--rate N] [--samples N] [--locomo FILE]
// The parts of `scripts/bench --recall`. `build` feeds a read model and keeps it in DIR, `ask` measures questions to it, and `check`
// asks for turns by their words. `turns` prints those of one persona for `turnstream publish`; `http` and `fresh` then measure the
// `turnstream run` that has them. --locomo names a LoCoMo file whose words are used. Prints one JSON object (`turns`: lines).
// Exit code 1 for an error or a wrong answer, 2 for unknown options.
#include <cstdio>
#include <iostream>
#include <map>
#include <nlohmann/json.hpp>
#include <string>

#include "app/data/read_file.h"
#include "tests/bench/recall/asking.h"
#include "tests/bench/recall/kept_model.h"
#include "tests/bench/recall/served.h"

namespace {

using namespace turnstream;
using Json = nlohmann::json;
using Flags = std::map<std::string, std::string>;

int number(const Flags& flags, const std::string& name) {
  return std::stoi(flags.at(name));
}

Result<Json> run(const std::string& part, const Flags& flags) {
  std::string dataset;
  if (!flags.at("--locomo").empty()) {
    TS_ASSIGN_OR_RETURN(dataset, app::read_file(flags.at("--locomo")));
  }
  TS_ASSIGN_OR_RETURN(const bench::Texts texts, bench::Texts::make(dataset));
  const std::string& folder = flags.at("--dir");
  const std::int64_t messages = number(flags, "--messages");
  if (part == "build") {
    return bench::build(texts, {folder, messages, number(flags, "--personas"), number(flags, "--more")});
  }
  if (part == "ask") {
    return bench::ask(texts, {folder, number(flags, "--threads"), number(flags, "--rate"), number(flags, "--seconds"),
                              number(flags, "--loads"), number(flags, "--past"), flags.at("--vectors")});
  }
  if (part == "check") {
    return bench::check_answers(folder);
  }
  if (part == "turns") {
    bench::TurnMaker maker(texts, bench::persona_name(0), 1);
    for (std::int64_t i = 0; i < messages / 2; ++i) {
      std::cout << maker.next().json << "\n";
    }
    return Json();
  }
  bench::ServedConfig config;
  config.log_socket = flags.at("--socket");
  config.port = number(flags, "--port");
  config.turns_before = messages / 2;
  config.threads = number(flags, "--threads");
  config.questions_per_s = number(flags, "--questions");
  config.rate = number(flags, "--rate");
  config.seconds = number(flags, "--seconds");
  config.samples = number(flags, "--samples");
  return part == "http" ? bench::measure_http(texts, config) : bench::measure_fresh(texts, config);
}

}  // namespace

int main(int argc, char** argv) {
  Flags flags{{"--dir", "."},       {"--messages", "10000"}, {"--personas", "1"}, {"--more", "2000"},
              {"--locomo", ""},     {"--threads", "4"},      {"--rate", "50"},    {"--seconds", "20"},
              {"--loads", "10"},    {"--past", "20"},        {"--socket", ""},    {"--port", "0"},
              {"--samples", "200"}, {"--questions", "0"},    {"--vectors", ""}};
  const std::string part = argc > 1 ? argv[1] : "";
  bool is_known =
      part == "build" || part == "ask" || part == "check" || part == "turns" || part == "http" || part == "fresh";
  for (int i = 2; i < argc && is_known; i += 2) {
    is_known = flags.contains(argv[i]) && i + 1 < argc;
    if (is_known) {
      flags[argv[i]] = argv[i + 1];
    }
  }
  if (!is_known) {
    std::cerr << "recall_bench: unknown part or option, or an option without a value\n";
    return 2;
  }
  const Result<Json> result = run(part, flags);
  if (!result.ok()) {
    std::cerr << "recall_bench: " << result.error().message << "\n";
    return 1;
  }
  if (!result->is_null()) {
    std::cout << result->dump() << "\n";
  }
  return 0;
}
