import unittest

from sample import HEADER, SampleTest

from tidy_checks import cpp


def lines(count: int) -> str:
    return "  step();\n" * count


class Sizes(SampleTest):
    def test_a_file_ends_at_300_lines(self) -> None:
        self.assert_clean("sizes", {"app/table.cpp": "int a;\n" * 300})
        self.assert_finds("sizes", {"app/table.cpp": "int a;\n" * 301}, "app/table.cpp", 1, "301 lines")

    def test_a_file_that_the_readme_of_its_folder_names_ends_at_400_lines(self) -> None:
        reason = "`table.cpp` has more than 300 lines: it is one table.\n"
        self.assert_clean("sizes", {"app/table.cpp": "int a;\n" * 400, "app/README.md": reason})
        self.assert_finds("sizes", {"app/table.cpp": "int a;\n" * 401}, "app/table.cpp", 1, "400 is the maximum")
        self.assert_finds("sizes", {"app/table.cpp": "int a;\n" * 301, "app/README.md": "big_table.cpp, table.cpp2\n"},
                          "app/table.cpp", 1, "a reason in the README.md")

    def test_scripts_count_as_well(self) -> None:
        self.assert_finds("sizes", {"scripts/demo": "#!/usr/bin/env bash\n" + "true\n" * 300}, "scripts/demo", 1, "301 lines")

    def test_a_function_ends_at_70_lines(self) -> None:
        self.assert_clean("sizes", {"app/run.cpp": "void run() {\n" + lines(68) + "}\n"})
        self.assert_finds("sizes", {"app/run.cpp": "\nvoid run() {\n" + lines(69) + "}\n"}, "app/run.cpp", 2, "run has 71 lines")

    def test_a_method_in_a_class_in_a_namespace_counts(self) -> None:
        text = HEADER + "namespace a {\nclass B {\n public:\n  template <class T>\n  void c(T t) const {\n" + lines(70) + "  }\n};\n}\n"
        self.assert_finds("sizes", {"app/b.h": text}, "app/b.h", 6, "c has 73 lines")

    def test_a_constructor_with_braced_members_counts(self) -> None:
        text = "Worker::Worker(int id) : id_{id}, name_(\"x\"), list_{1, 2} {\n" + lines(70) + "}\n"
        self.assert_finds("sizes", {"app/worker.cpp": text}, "app/worker.cpp", 1, "Worker has 72 lines")

    def test_a_test_suite_is_not_a_function(self) -> None:
        self.assert_clean("sizes", {"tests/unit/a_test.cpp": "TEST_SUITE(\"a\") {\n" + "TEST_CASE(\"b c\") {}\n" * 90 + "}\n"})

    def test_a_long_table_is_not_a_function(self) -> None:
        self.assert_clean("sizes", {"app/table.cpp": "const Row kRows[] = {\n" + "    {f(1), \"}\"},\n" * 90 + "};\n"})

    def test_six_parameters_are_enough(self) -> None:
        self.assert_clean("sizes", {"app/f.cpp": "void f(int a, std::map<int, int> b, int c, int d, int e, int g) {}\n"})
        self.assert_finds("sizes", {"app/f.cpp": "void f(int a, int b, int c, int d, int e, int g,\n int h) {}\n"},
                          "app/f.cpp", 1, "f takes 7 parameters")
        self.assert_finds("sizes", {"app/f.cpp": "struct F {\n virtual void f(int a, int b, int c, int d, int e, int g, int h) = 0;\n};\n"},
                          "app/f.cpp", 2, "f takes 7 parameters")

    def test_python_functions_count(self) -> None:
        self.assert_finds("sizes", {"scripts/a.py": "def f():\n" + "    pass\n" * 70}, "scripts/a.py", 1, "f has 71 lines")
        self.assert_finds("sizes", {"scripts/a.py": "def f(a, b, c, d, e, g, h):\n    pass\n"}, "scripts/a.py", 1, "7 parameters")


class ReadingCpp(unittest.TestCase):
    def names(self, text: str) -> list[str]:
        return [function.name for function in cpp.functions(text)]

    def test_comments_and_literals_are_not_code(self) -> None:
        text = 'f("// no {", R"(} ")", \'{\', 1\'000); // {\n/* { */ g();'
        self.assertEqual(len(cpp.code(text)), len(text))
        self.assertNotIn("{", cpp.code(text))
        self.assertIn("1'000", cpp.code(text))
        self.assertIn("g();", cpp.code(text))

    def test_functions_are_found_by_name(self) -> None:
        self.assertEqual(self.names("bool operator==(const A& a, const A& b) { return true; }\nint B::operator()(int a) { return a; }"),
                         ["operator==", "operator()"])
        self.assertEqual(self.names("TEST_CASE(\"a, b {\") { int x; }\n[[nodiscard]] auto f(int) noexcept(true) -> int { return 1; }"),
                         ["TEST_CASE", "f"])
        self.assertEqual(self.names("#define M(a) \\\n  { a }\nstruct S { int x{0}; S() = default; ~S() { end(); } };"), ["~S"])

    def test_control_flow_is_not_a_function(self) -> None:
        self.assertEqual(self.names("void f() { if (a) { b(); } else { c(); } for (;;) { d(); } }"), ["f"])


if __name__ == "__main__":
    unittest.main()
