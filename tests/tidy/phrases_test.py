import unittest

from sample import HEADER, SampleTest

GLOSSARY = {"docs/glossary.md": """# Glossary

| avoid | write | allowed |
|---|---|---|
| nobody, whoever | a named subject | |
| is no | is not | is no longer, there is no |
| mend | fix | |
"""}


class Phrases(SampleTest):
    def assert_avoided(self, path: str, text: str, line: int, message: str = "write is not") -> None:
        with self.subTest(text):
            self.assert_finds("phrases", GLOSSARY | {path: text}, path, line, message)
            (self.root / path).unlink()

    def assert_allowed(self, path: str, text: str) -> None:
        with self.subTest(text):
            self.assert_clean("phrases", GLOSSARY | {path: text})
            (self.root / path).unlink()

    def test_prose_is_checked_wherever_it_is(self) -> None:
        self.assert_avoided("app/a.h", HEADER + "// This is no turn.\n", 3)
        self.assert_avoided("app/a.cpp", 'fail("the topic is no log");\n', 1)
        self.assert_avoided("docs/a.md", "\nNobody reads it.\n", 2, "write a named subject")
        self.assert_avoided("scripts/a.sh", "#!/bin/sh\n# This is no turn.\n", 2)
        self.assert_avoided("tests/unit/CMakeLists.txt", "add_test(a)  # This is no turn.\n", 1)
        self.assert_avoided("tests/unit/a_test.cpp", 'TEST_CASE("a tick is no turn") {}\n', 1)

    def test_a_phrase_may_go_over_lines(self) -> None:
        self.assert_avoided("app/a.h", HEADER + "  // This is\n  // no turn.\n", 3)
        self.assert_avoided("docs/a.md", "This IS\nno turn.\n", 1)
        self.assert_allowed("app/a.cpp", "int a;  // what it is\nint b;  // no turn\n")

    def test_a_longer_word_or_an_allowed_phrase_is_not_found(self) -> None:
        self.assert_allowed("docs/a.md", "It is nothing. It is no longer open, it recommends an amendment.\n")
        self.assert_allowed("docs/a.md", "It is no\nlonger open.\n")
        self.assert_avoided("docs/a.md", "It is no longer\nopen. It is no longest.\n", 2)
        self.assert_allowed("docs/a.md", "There\nis no key, and there is no longer a turn.\n")
        self.assert_avoided("docs/a.md", "There is a key. It\nis no turn.\n", 2)

    def test_code_examples_and_data_are_not_prose(self) -> None:
        self.assert_allowed("app/a.cpp", "int nobody = is + no;  // \"is no\" or `nobody`\n")
        self.assert_allowed("app/a.cpp", 'out << "nobody" << "/mend";\n')
        self.assert_avoided("app/a.cpp", 'out << "nobody reads";\n', 1, "write a named subject")
        self.assert_allowed("docs/a.md", "```\nnobody\n```\nThe user `nobody` says \"there is no key\".\n")
        self.assert_allowed("tests/unit/a_test.cpp", 'CHECK(parse("there is no key"));\n')
        self.assert_allowed("tests/labelled/a.ndjson", "there is no key\n")
        self.assert_allowed("stages/common/language/values.cpp", 'constexpr std::string_view kWords[] = {"nobody", "mend"};\n')
        self.assert_avoided("stages/common/language/values.cpp", "// This is no turn.\n", 1)

    def test_without_the_table_nothing_is_checked(self) -> None:
        self.assert_clean("phrases", {"docs/glossary.md": "# Glossary\n", "docs/a.md": "Nobody.\n"})


if __name__ == "__main__":
    unittest.main()
