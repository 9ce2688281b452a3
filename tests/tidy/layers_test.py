import unittest

from sample import HEADER, SampleTest

from tidy_checks import layers


def including(*paths: str) -> str:
    return HEADER + "".join(f"#include {path if path.startswith('<') else chr(34) + path + chr(34)}\n" for path in paths)


class Layers(SampleTest):
    def test_a_stage_may_see_the_stage_interface_but_not_the_log(self) -> None:
        self.assert_clean("layers", {"stages/episodic/ring.h": including("pipeline/stage_api/stage.h", "stages/episodic/item.h")})
        self.assert_finds("layers", {"stages/episodic/ring.h": including("pipeline/stage_api/stage.h", "pipeline/log/client.h")},
                          "stages/episodic/ring.h", 4, "stages must not include pipeline/log/client.h")

    def test_a_stage_may_not_see_another_stage(self) -> None:
        self.assert_finds("layers", {"stages/semantic/facts.h": including("stages/episodic/ring.h")},
                          "stages/semantic/facts.h", 3, "must not include stages/episodic/ring.h")

    def test_the_runtime_may_see_the_port_but_not_an_implementation(self) -> None:
        self.assert_clean("layers", {"pipeline/runtime/task/task.h": including("pipeline/log/client.h")})
        self.assert_finds("layers", {"pipeline/runtime/task/task.h": including("pipeline/log/kafka/consumer.h")},
                          "pipeline/runtime/task/task.h", 3, "pipeline/runtime/task must not include pipeline/log/kafka")

    def test_the_pipeline_may_not_see_the_program(self) -> None:
        self.assert_finds("layers", {"pipeline/base/clock.h": including("app/program.h")}, "pipeline/base/clock.h", 3, "app/program.h")

    def test_the_program_and_the_tests_may_see_everything(self) -> None:
        everything = including("pipeline/log/kafka/consumer.h", "stages/episodic/ring.h", "pipeline/base/clock.h")
        self.assert_clean("layers", {"app/main.cpp": everything, "tests/integration/kafka_test.cpp": everything})

    def test_a_folder_without_a_rule_is_a_breach(self) -> None:
        self.assert_finds("layers", {"pipeline/extras/thing.h": including()}, "pipeline/extras/thing.h", 1, "no layer is given")

    def test_an_include_in_a_comment_does_not_count(self) -> None:
        self.assert_clean("layers", {"pipeline/base/clock.h": HEADER + '/*\n#include "app/program.h"\n*/\n'})


class Page(SampleTest):
    def page(self, picture: str) -> dict[str, str]:
        return {"docs/architecture.md": f"# A\n\n```\nother\n```\n\n## Layers\n\n```\n{picture}```\n"}

    def test_the_page_has_the_layers_as_they_are_checked(self) -> None:
        self.assert_clean("layer-page", self.page(layers.picture()))
        self.assert_finds("layer-page", self.page(layers.picture() + "more\n"), "docs/architecture.md", 10, "scripts/tidy --layers")
        self.assert_finds("layer-page", {"docs/architecture.md": "# A\n"}, "docs/architecture.md", 1, "no code block")

    def test_each_folder_has_a_line(self) -> None:
        lines = dict(line.split(" ─▶ ") for line in layers.picture().splitlines() if "─▶" in line)
        lines = {folder.strip(): included for folder, included in lines.items()}
        self.assertEqual(len(lines), len(layers.LAYERS))
        self.assertEqual(lines["pipeline/base"], "nothing of the project")
        self.assertEqual(lines["pipeline/log/kafka"], "pipeline/{base, log}")
        self.assertEqual(lines["app"], "pipeline, stages, recall, app")


class Libraries(SampleTest):
    def test_each_library_is_known_to_its_own_folder_only(self) -> None:
        self.assert_clean("libraries", {"pipeline/log/kafka/handles.h": including("<librdkafka/rdkafka.h>"),
                                        "pipeline/store/rocks_store.cpp": including("<rocksdb/db.h>"),
                                        "app/http/server.cpp": including("<microhttpd.h>")})
        for library, home in {"<librdkafka/rdkafka.h>": "pipeline/log/kafka", "<rocksdb/db.h>": "pipeline/store",
                              "<microhttpd.h>": "app/http", "<curl/curl.h>": "app/http", "<yaml-cpp/yaml.h>": "pipeline/settings", "<CLI/CLI.hpp>": "app",
                              "<spdlog/spdlog.h>": "app"}.items():
            with self.subTest(library):
                self.assert_finds("libraries", {"pipeline/runtime/worker.cpp": including(library)},
                                  "pipeline/runtime/worker.cpp", 3, f"only {home}")

    def test_a_header_names_json_types_without_the_whole_library(self) -> None:
        self.assert_clean("libraries", {"pipeline/codec/turn.cpp": including("<nlohmann/json.hpp>")})
        self.assert_finds("libraries", {"pipeline/codec/turn.h": including("<nlohmann/json.hpp>")},
                          "pipeline/codec/turn.h", 3, "json_fwd.hpp")


class Includes(SampleTest):
    def test_a_source_begins_with_its_own_header(self) -> None:
        header = {"app/program.h": HEADER}
        self.assert_clean("includes", header | {"app/program.cpp": '#include "app/program.h"\n\n#include <string>\n'})
        self.assert_finds("includes", header | {"app/program.cpp": '#include <string>\n#include "app/program.h"\n'},
                          "app/program.cpp", 1, "the first include must be app/program.h")

    def test_an_include_is_written_from_the_root(self) -> None:
        self.assert_finds("includes", {"app/program.h": including("verb.h")}, "app/program.h", 3, "from the root")

    def test_a_type_of_fixed_width_comes_from_its_header(self) -> None:
        self.assert_clean("includes", {"app/a.h": including("<cstdint>") + "std::int64_t a();\n",
                                       "app/b.h": including("app/a.h") + "std::int64_t b();\n"})
        self.assert_finds("includes", {"app/c.h": including("<string>") + "std::uint8_t c();\n"}, "app/c.h", 4, "<cstdint>")

    def test_a_header_has_pragma_once(self) -> None:
        self.assert_finds("includes", {"app/program.h": "int x();\n"}, "app/program.h", 1, "#pragma once")


if __name__ == "__main__":
    unittest.main()
