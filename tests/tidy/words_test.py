import unittest

from sample import HEADER, SampleTest

GLOSSARY = "| word | meaning | instead of |\n|---|---|---|\n| intake | takes turns in | ingest, `ingestion` |\n| log | the input | – |\n"


class Purity(SampleTest):
    def test_a_stage_may_not_include_a_header_that_makes_runs_differ(self) -> None:
        self.assert_clean("purity", {"stages/a/ring.h": HEADER + "#include <map>\n", "app/a.h": HEADER + "#include <thread>\n"})
        for header in ("thread", "random", "fstream", "mutex", "ctime", "sys/stat.h"):
            with self.subTest(header):
                self.assert_finds("purity", {"stages/a/ring.h": HEADER + f"#include <{header}>\n"}, "stages/a/ring.h", 3, header)

    def test_a_stage_has_no_hidden_state_and_no_floating_point_functions(self) -> None:
        for line, why in {"double a = std::exp2(b);": "fixed-point", "static int count = 0;": "no static state",
                          "mutable int cache_;": "immutable", 'getenv("HOME");': "environment"}.items():
            with self.subTest(line):
                self.assert_finds("purity", {"stages/a/ring.cpp": f"\n{line}\n"}, "stages/a/ring.cpp", 2, why)
        self.assert_clean("purity", {"stages/a/ring.cpp": "static constexpr int kSize = 3;\nstatic_cast<int>(a);\n// std::pow(a)\n"})


class Time(SampleTest):
    def test_only_the_clock_asks_for_the_time(self) -> None:
        self.assert_clean("time", {"pipeline/base/clock.cpp": "auto a = std::chrono::system_clock::now();\n"})
        for call in ("std::this_thread::sleep_for(x)", "std::chrono::system_clock::now()", "std::chrono::steady_clock::now()",
                     "std::time(nullptr)", "usleep(3)"):
            with self.subTest(call):
                self.assert_finds("time", {"tests/unit/a_test.cpp": f"{call};\n"}, "tests/unit/a_test.cpp", 1, "take a Clock")

    def test_only_the_base_draws_random_numbers(self) -> None:
        self.assert_clean("time", {"pipeline/base/a.cpp": "std::random_device d;\n"})
        for call in ("std::random_device d", "rand()", "uuid_generate_random(a)"):
            with self.subTest(call):
                self.assert_finds("time", {"app/a.cpp": f"{call};\n"}, "app/a.cpp", 1, "belongs to pipeline/base/")

    def test_similar_words_are_not_found(self) -> None:
        self.assert_clean("time", {"app/a.cpp": "operand(1); strand(2); // rand()\nlog(\"usleep(3)\");\n"})

    def test_forbidden_calls_are_found(self) -> None:
        for call in ("throw Error{};", "assert(a);", "std::format(a);", "thread.detach();", "using namespace std;"):
            with self.subTest(call):
                self.assert_finds("time", {"app/a.cpp": f"\n{call}\n"}, "app/a.cpp", 2, call.split("(")[0].split()[0].rstrip(";")[:5])
        self.assert_clean("time", {"app/a.cpp": "static_assert(a);\n", "tests/unit/a_test.cpp": "using namespace std;\n"})


class Headers(SampleTest):
    def test_a_header_says_what_it_is_and_its_threads(self) -> None:
        self.assert_clean("headers", {"app/a.h": HEADER})
        self.assert_finds("headers", {"app/a.h": "#pragma once\n\n#include <map>\n"}, "app/a.h", 1, "paragraph")
        self.assert_finds("headers", {"app/a.h": "#pragma once\n// What it is.\n"}, "app/a.h", 2, "Threads:")


class Words(SampleTest):
    def test_a_word_that_the_glossary_replaces_is_found(self) -> None:
        glossary = {"docs/glossary.md": GLOSSARY}
        self.assert_clean("words", glossary | {"app/a.h": HEADER + "class Intake {};\n"})
        self.assert_finds("words", glossary | {"app/a.h": HEADER + "// The ingestion of turns.\n"}, "app/a.h", 3, "say intake")
        self.assert_finds("words", glossary | {"app/a.h": HEADER + "void ingest_turn();\n"}, "app/a.h", 3, "say intake")
        self.assert_finds("words", glossary | {"app/a.h": HEADER, "README.md": "It ingests turns.\n"}, "README.md", 1, "say intake")

    def test_a_missing_glossary_is_a_breach(self) -> None:
        self.assert_finds("words", {}, "docs/glossary.md", 1, "missing")

    def test_a_name_says_what_the_thing_does(self) -> None:
        glossary = {"docs/glossary.md": GLOSSARY}
        self.assert_finds("words", glossary | {"app/a.h": HEADER + "class TopicManager {};\n"}, "app/a.h", 3, "TopicManager")
        self.assert_finds("words", glossary | {"app/a.h": HEADER, "app/string_utils.h": HEADER}, "app/string_utils.h", 1, "name of this file")


class Unfinished(SampleTest):
    def test_unfinished_work_is_found_in_any_file(self) -> None:
        for text in ("TO" + "DO: more", "FIX" + "ME", "for " + "now it works", "not yet imple" + "mented"):
            with self.subTest(text):
                self.assert_finds("unfinished", {"scripts/a.sh": f"\n# {text}\n"}, "scripts/a.sh", 2, "finish it")

    def test_banners_are_found(self) -> None:
        self.assert_finds("unfinished", {"app/a.cpp": "// ---- state ------------------\n"}, "app/a.cpp", 1, "banner")
        self.assert_finds("unfinished", {"app/a.cpp": "//////////\n"}, "app/a.cpp", 1, "banner")
        self.assert_clean("unfinished", {"app/a.cpp": "// a -- b; see `--json`\n/// Says what.\nint a;  // 1 - 2\n"})


class Machine(SampleTest):
    def test_paths_of_a_machine_are_found(self) -> None:
        for path in ("/ho" + "me/ann/x", "/ro" + "ot/.cache", "/wo" + "rk/main"):
            with self.subTest(path):
                self.assert_finds("machine", {"docs/a.md": f"In {path} it is.\n"}, "docs/a.md", 1, "one machine")
        self.assert_clean("machine", {"docs/a.md": "In /var/lib/turnstream, app/work/x, ~/.cache, $HOME/work/x and /tmp.\n"})

    def test_hosts_of_registries_are_found(self) -> None:
        self.assert_finds("machine", {"Dockerfile": "RUN pip install -i https://pypi" + ".org/simple\n"}, "Dockerfile", 1, "registry")


class TestNames(SampleTest):
    def test_a_name_that_hides_a_test_from_ctest_is_found(self) -> None:
        for sign in (";", ",", "*"):
            with self.subTest(sign):
                self.assert_finds("test-names", {"tests/unit/a_test.cpp": f'TEST_CASE("one{sign} two") {{}}\n'},
                                  "tests/unit/a_test.cpp", 1, "must not have")
        self.assert_clean("test-names", {"tests/unit/a_test.cpp": 'TEST_CASE_FIXTURE(F, "a turn arrives") {}\nTEST_CASE("b: c (d)") {}\n'})

    def test_a_name_is_a_sentence(self) -> None:
        self.assert_finds("test-names", {"tests/unit/a_test.cpp": 'TEST_CASE("parser") {}\n'}, "tests/unit/a_test.cpp", 1, "sentence")


if __name__ == "__main__":
    unittest.main()
