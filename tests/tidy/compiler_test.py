import json
import os
import shutil
import unittest
from unittest import mock

from sample import HEADER, SampleTest

from tidy_checks import compiler


class Format(SampleTest):
    def setUp(self) -> None:
        super().setUp()
        if compiler.clang_format() is None:
            self.skipTest("skipped: clang-format 14 is not here")
        self.write({".clang-format": "BasedOnStyle: Google\n"})

    def test_a_file_in_another_layout_is_found(self) -> None:
        self.assert_clean("format", {"app/a.cpp": "int a = 1;\n"})
        self.assert_finds("format", {"app/b.cpp": "int a = 1;\nint  b=2;\n"}, "app/b.cpp", 2, "-i app/b.cpp")


class HeadersAlone(SampleTest):
    def setUp(self) -> None:
        super().setUp()
        command = f"{shutil.which('c++')} -I{self.root} -o CMakeFiles/program.dir/a.o -c a.cpp"
        database = [{"directory": str(self.build), "file": "a.cpp", "command": command}]
        (self.build / "compile_commands.json").write_text(json.dumps(database))
        self.cache = self.build / "cache"
        kept = mock.patch.dict(os.environ, {"TURNSTREAM_CACHE": str(self.cache)})
        kept.start()
        self.addCleanup(kept.stop)

    def test_a_header_that_needs_another_before_it_is_found(self) -> None:
        self.assert_clean("alone", {"app/a.h": HEADER + "#include <string>\nstd::string a();\n"})
        self.assert_finds("alone", {"app/b.h": HEADER + "std::string b();\n"}, "app/b.h", 1, "does not compile alone")

    def test_a_header_is_compiled_again_only_after_an_include_changes(self) -> None:
        files = {"app/a.h": HEADER + '#include "app/b.h"\nB a();\n', "app/b.h": HEADER + "struct B {};\n"}
        self.assert_clean("alone", files)
        self.assertEqual(len(list((self.cache / "tidy-headers").iterdir())), 2)
        self.assert_clean("alone", {})
        self.assertEqual(len(list((self.cache / "tidy-headers").iterdir())), 2)
        self.assert_finds("alone", {"app/b.h": HEADER + "struct C {};\n"}, "app/a.h", 1, "does not compile alone")

    def test_a_header_that_its_source_begins_with_is_left_to_the_build(self) -> None:
        self.assert_clean("alone", {"app/b.h": HEADER + "std::string b();\n", "app/b.cpp": '#include "app/b.h"\n'})

    def test_a_header_of_tests_is_compiled_although_its_source_begins_with_it(self) -> None:
        files = {"tests/x/b.h": HEADER + "std::string b();\n", "tests/x/b.cpp": '#include "tests/x/b.h"\n'}
        self.assert_finds("alone", files, "tests/x/b.h", 1, "does not compile alone")


if __name__ == "__main__":
    unittest.main()
