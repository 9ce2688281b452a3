"""The page without JavaScript, as a browser without it and a program see it: everything can be read and searched, memory stays
on the loopback address, and nothing of another server is named.

    plain_test.py TURNSTREAM
"""

import html.parser
import os
import re
import sys
import tempfile
import unittest
from pathlib import Path

from page_server import HOSTILE, HOSTILE_SHOWN, serve

PROGRAM = sys.argv.pop(1) if len(sys.argv) > 1 and not sys.argv[1].startswith("-") else ""
SKIPPED = 77
VOID = {"meta", "link", "input"}


class Reader(html.parser.HTMLParser):
    """The text of a page, its links and scripts; whether all elements are closed in order."""

    def __init__(self, text: str) -> None:
        super().__init__(convert_charrefs=True)
        self.open: list[str] = []
        self.words: list[str] = []
        self.links: list[str] = []
        self.forms: list[str] = []
        self.headings: list[int] = []
        self.scripts: list[str] = []
        self.faults: list[str] = []
        self.feed(text)
        self.close()
        self.text = " ".join(self.words)

    def handle_starttag(self, tag: str, attrs: list) -> None:
        given = dict(attrs)
        if tag not in VOID:
            self.open.append(tag)
        if tag == "a":
            self.links.append(given["href"])
        if tag == "form" and given.get("method") != "dialog":
            self.forms.append(given["action"])
        if tag == "script":
            self.scripts.append(given["src"])
        if re.fullmatch("h[1-6]", tag):
            self.headings.append(int(tag[1]))

    def handle_endtag(self, tag: str) -> None:
        if not self.open or self.open.pop() != tag:
            self.faults.append(f"</{tag}> at {self.getpos()}")

    def handle_data(self, data: str) -> None:
        if "script" not in self.open:
            self.words.append(data)


class Plain(unittest.TestCase):
    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory(dir=os.environ.get("TURNSTREAM_TEST_TMP"))
        self.addCleanup(folder.cleanup)
        self.server = serve(self, PROGRAM, Path(folder.name) / "state")

    def page(self, path: str, status: int = 200) -> Reader:
        answer = self.server.get(path)
        self.assertEqual((answer.status, answer.media), (status, "text/html; charset=utf-8"), (path, answer.body[:500]))
        reader = Reader(answer.body.decode())
        self.assertEqual((reader.faults, reader.open), ([], []), path)
        self.assertEqual(reader.scripts, ["/assets/page.js"], path)
        self.assertEqual(reader.headings[0], 1, path)
        steps = zip(reader.headings, reader.headings[1:])
        self.assertTrue(all(after - before <= 1 for before, after in steps), (path, reader.headings))
        return reader

    def test_all_pages_that_links_lead_to_can_be_read(self) -> None:
        seen: set[str] = set()
        waiting = ["/"]
        while waiting:
            path = waiting.pop()
            if path in seen or path.startswith(("#", "/v1/", "/openapi.json")):
                continue
            seen.add(path)
            reader = self.page(path)
            self.assertTrue(all(link.startswith(("/", "#")) for link in reader.links), (path, reader.links))
            waiting += reader.links + reader.forms
        for path in ("/p/helper", "/p/teacher", "/p/helper/search", "/p/helper/history", "/dead-letters"):
            self.assertIn(path, seen)
        self.assertGreater(len([path for path in seen if "/memory?id=" in path]), 5)

    def test_what_is_known_is_shown_and_found_and_explained(self) -> None:
        known = self.page("/p/helper")
        self.assertIn("api port is 8080", known.text)
        self.assertIn("Without JavaScript you can read and search here.", known.text)
        found = self.page("/p/helper/search?q=harbour+office&kind=message")
        self.assertIn("The harbour office is closed on Sundays", found.text)
        facts = self.server.post("/v1/recall", {"persona_id": "helper", "query": "api port", "kinds": ["fact"]}).json()["results"]
        why = self.page(f"/p/helper/memory?id={facts[0]['id']}")
        self.assertIn("The api port is 8080", why.text)
        self.assertIn("/turn_data/user_input", why.text)
        letters = self.page("/dead-letters")
        self.assertIn("minimum 0", letters.text)
        self.assertIn("/duration_ms", letters.text)

    def test_hostile_text_stays_text(self) -> None:
        for path in ("/p/helper/search?q=harmless", "/p/helper/search?q=%3Cscript%3E%22%27%3E"):
            self.assertNotIn("<script>document", self.server.get(path).body.decode())
            self.page(path)
        found = self.page("/p/helper/search?q=harmless").text
        self.assertIn(HOSTILE_SHOWN, found)
        self.assertNotIn(HOSTILE, found)

    def test_pages_are_for_this_machine_and_this_site_alone(self) -> None:
        for path in ("/", "/p/helper", "/p/helper/search", "/dead-letters"):
            self.assertEqual(self.server.over_tcp("GET", path, Host="evil.example").status, 403)
            self.assertEqual(self.server.over_tcp("GET", path, Origin="http://evil.example").status, 403)
            self.assertEqual(self.server.ask("POST", path, b"x=1", Content_Type="application/x-www-form-urlencoded").status, 405)
        self.assertEqual(self.server.get("/p/helper?surprise=1").status, 400)
        self.page("/p/helper/memory?id=unknown", 404)
        self.page("/p/helper?as_of=yesterday", 400)


if __name__ == "__main__":
    if not PROGRAM:
        print("usage: plain_test.py TURNSTREAM")
        sys.exit(SKIPPED)
    unittest.main()
