import json
import unittest

from sample import HEADER, SampleTest


class Paths(SampleTest):
    def test_a_path_named_in_a_text_must_exist(self) -> None:
        tree = {"docs/a.md": "See `pipeline/base/clock.h`, pipeline/base/ and scripts/test.\n", "pipeline/base/clock.h": HEADER,
                "scripts/test": "#!/bin/sh\n"}
        self.assert_clean("paths", tree)
        self.assert_finds("paths", tree | {"docs/b.md": "\nSee pipeline/base/clocks.h.\n"}, "docs/b.md", 2, "no pipeline/base/clocks.h")

    def test_a_path_named_in_a_comment_must_exist(self) -> None:
        self.assert_finds("paths", {"app/a.cpp": "int a;  // as docs/b.md says\n"}, "app/a.cpp", 1, "no docs/b.md")
        (self.root / "app/a.cpp").unlink()
        self.assert_finds("paths", {"scripts/a": "#!/bin/sh\n# as docs/b.md says\n"}, "scripts/a", 2, "no docs/b.md")

    def test_patterns_and_other_roots_are_not_paths(self) -> None:
        self.assert_clean("paths", {"docs/a.md": "stages/<name>/x.h, tests/*_test.cpp, build/dev/tests/x, /usr/app/x, pipeline/…\n"})

    def test_the_target_of_a_link_and_a_named_file_must_exist(self) -> None:
        self.assert_clean("paths", {"docs/a.md": "[b](b.md) [c](../LICENSE#x) [d](https://example.org/x) `b.cpp`\n", "docs/b.md": "",
                                    "LICENSE": "", "app/b.cpp": ""})
        self.assert_finds("paths", {"docs/c.md": "[x](none.md)\n"}, "docs/c.md", 1, "does not exist")
        self.assert_finds("paths", {"docs/c.md": "`none.cpp`\n"}, "docs/c.md", 1, "no file called none.cpp")


class Readmes(SampleTest):
    def test_each_folder_has_a_page(self) -> None:
        overview = {"pipeline/README.md": "x\n"}
        self.assert_clean("readmes", overview | {"pipeline/base/a.h": HEADER, "pipeline/base/README.md": "x\n" * 60})
        self.assert_finds("readmes", {"pipeline/base/README.md": "x\n" * 61}, "pipeline/base/README.md", 1, "61 lines")
        (self.root / "pipeline/base/README.md").unlink()
        self.assert_finds("readmes", {}, "pipeline/base/README.md", 1, "missing")

    def test_the_folder_of_all_stages_has_a_page(self) -> None:
        stage = {"stages/skill/a.h": HEADER, "stages/skill/README.md": "x\n"}
        self.assert_finds("readmes", stage, "stages/README.md", 1, "missing")
        self.assert_clean("readmes", {"stages/README.md": "x\n"})


class Orphans(SampleTest):
    def configured(self, sources: dict[str, str], run: list[str]) -> None:
        commands = [{"directory": str(self.build), "file": str(self.root / source), "command": f"c++ -include y/CMakeFiles/other.dir/cmake_pch.hxx -o x/CMakeFiles/{target}.dir/a.o"}
                    for source, target in sources.items()]
        (self.build / "compile_commands.json").write_text(json.dumps(commands))
        (self.build / "CTestTestfile.cmake").write_text("".join(f'add_test({name} "/bin/{name}")\n' for name in run))

    def test_a_source_without_a_target_is_found(self) -> None:
        self.configured({"app/a.cpp": "program"}, [])
        self.assert_finds("orphans", {"app/a.cpp": "", "app/b.cpp": ""}, "app/b.cpp", 1, "no target compiles")

    def test_a_test_that_ctest_does_not_run_is_found(self) -> None:
        self.configured({"tests/unit/a_test.cpp": "unit_a", "tests/unit/b_test.cpp": "unit_b"}, ["unit_a"])
        self.assert_finds("orphans", {"tests/unit/a_test.cpp": "", "tests/unit/b_test.cpp": ""},
                          "tests/unit/b_test.cpp", 1, "ctest does not run unit_b")

    def test_the_sources_of_a_batch_are_in_its_target(self) -> None:
        batch = self.build / "tests/unit_batch/1.cpp"
        batch.parent.mkdir(parents=True)
        batch.write_text('#include "tests/unit/a_test.cpp"\n#include "tests/unit/b.cpp"\n')
        self.configured({str(batch): "unit_a"}, [])
        self.assert_finds("orphans", {"tests/unit/a_test.cpp": "", "tests/unit/b.cpp": ""},
                          "tests/unit/a_test.cpp", 1, "ctest does not run unit_a")
        self.configured({str(batch): "unit_a"}, ["unit_a"])
        self.assert_finds("orphans", {"tests/unit/c.cpp": ""}, "tests/unit/c.cpp", 1, "no target compiles")

    def test_a_python_test_that_ctest_does_not_run_is_found(self) -> None:
        self.configured({"app/a.cpp": "program"}, ["a_test.py"])
        self.assert_finds("orphans", {"tests/x/a_test.py": "", "tests/x/b_test.py": ""}, "tests/x/b_test.py", 1, "does not run")


if __name__ == "__main__":
    unittest.main()
