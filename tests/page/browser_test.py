"""The page in a browser: search in place, where a memory comes from, correcting, forgetting, the live feed, the keyboard, and
what axe-core says of it.

    browser_test.py TURNSTREAM
"""

import os
import sys
import tempfile
import unittest
from pathlib import Path

import browser
from page_server import HOSTILE_SHOWN, serve, turn_at

PROGRAM = sys.argv.pop(1) if len(sys.argv) > 1 and not sys.argv[1].startswith("-") else ""
SKIPPED = 77
SEEN = ("/", "/p/helper", "/p/helper/search?q=api+port", "/p/helper/history", "/dead-letters", "/p/helper/memory?id=unknown")


class Browser(unittest.TestCase):
    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory(dir=os.environ.get("TURNSTREAM_TEST_TMP"), ignore_cleanup_errors=True)
        self.addCleanup(folder.cleanup)
        self.server = serve(self, PROGRAM, Path(folder.name) / "state")
        self.address = f"http://{self.server.address()}"
        self.browser = browser.open_browser(self, Path(folder.name))

    def open(self, path: str) -> None:
        self.browser.get(self.address + path)

    def all(self, selector: str) -> list:
        return self.browser.find_elements("css selector", selector)

    def one(self, selector: str):
        return self.browser.find_element("css selector", selector)

    def text(self, selector: str) -> str:
        return self.one(selector).text

    def until(self, what: str, is_so) -> None:
        browser.until(self, what, is_so)

    def button(self, act: str, text: str):
        """The button of the memory with this text."""
        found = [one for one in self.all(f"button[data-act={act}]") if one.get_attribute("data-text") == text]
        self.assertTrue(found, f"no button to {act} {text}")
        return found[0]

    def focused(self):
        return self.browser.switch_to.active_element

    def fact(self, text: str) -> dict:
        found = self.server.post("/v1/recall", {"persona_id": "helper", "kinds": ["fact"], "limit": 50, "count": False}).json()
        return next(one for one in found["results"] if one["text"] == text)

    def test_search_finds_in_place_and_the_address_follows(self) -> None:
        self.open("/p/helper/search")
        self.browser.execute_script("window.isSamePage = true;")
        self.one("#q").send_keys("harbour office\n")
        self.until("the search did not find it", lambda: "The harbour office is closed on Sundays" in self.text("#results"))
        self.assertTrue(self.browser.execute_script("return window.isSamePage === true;"), "the page was loaded again")
        self.assertIn("q=harbour+office", self.browser.current_url)
        self.assertTrue(self.all("#results .bar-part"))
        self.assertIn("result", self.text("#status"))

    def test_a_fact_opens_to_the_words_of_its_turn(self) -> None:
        self.open("/p/helper")
        links = [one for one in self.all("#list-facts a") if one.get_attribute("aria-label") == "Why? api port is 8080"]
        links[0].click()
        self.until("the words are missing", lambda: "The api port is 8080" in self.text(".tree blockquote"))
        self.assertIn("/turn_data/user_input", self.text("main"))

    def test_hostile_text_is_shown_and_does_nothing(self) -> None:
        self.open("/p/helper/search?q=harmless")
        self.assertIn(HOSTILE_SHOWN, self.text("#results"))
        self.assertNotEqual(self.browser.title, "broken")

    def test_a_correction_supersedes_the_fact(self) -> None:
        former = self.fact("api port is 8080")
        self.open("/p/helper")
        opener = self.button("correct", "api port is 8080")
        opener.click()
        words = self.one("#correct-text")
        self.assertEqual(words.get_attribute("value"), "api port is 8080")
        words.clear()
        words.send_keys("api port is 9090")
        self.one("#correct button[type=submit]").click()
        self.until("the correction is not shown", lambda: "api port is 9090" in self.text("#list-facts"))
        self.assertNotIn("api port is 8080", self.text("#list-facts"))
        self.assertIs(self.fact("api port is 8080")["current"], False)
        self.assertIs(self.fact("api port is 9090")["current"], True)
        self.open(f"/p/helper/memory?id={former['id']}")
        self.assertIn("it no longer holds", self.text("#memory"))

    def test_what_is_forgotten_disappears_after_the_word_was_typed(self) -> None:
        forgotten = self.fact("api port is 8080")
        self.open("/p/helper")
        self.button("forget", "api port is 8080").click()
        submit = self.one("#forget button[type=submit]")
        self.assertFalse(submit.is_enabled())
        self.one("#forget-word").send_keys("forge")
        self.assertFalse(submit.is_enabled())
        self.one("#forget-word").send_keys("t")
        self.assertTrue(submit.is_enabled())
        submit.click()
        self.until("there is no report", lambda: "Forgotten." in self.text("#forget .outcome"))
        self.assertIn("semantic: fact, 1 removed", self.text("#forget .outcome"))
        self.one("#forget [data-close]").click()
        self.until("it is still shown", lambda: "api port is 8080" not in self.text("#list-facts"))
        self.assertEqual(self.server.get(f"/v1/memories/{forgotten['id']}?persona=helper").status, 404)

    def test_everything_is_forgotten_only_after_the_name_was_typed(self) -> None:
        self.open("/p/teacher")
        self.one("button[data-act=forget-all]").click()
        self.one("#forget-word").send_keys("forget")
        self.assertFalse(self.one("#forget button[type=submit]").is_enabled())
        self.one("#forget-word").clear()
        self.one("#forget-word").send_keys("teacher")
        self.one("#forget button[type=submit]").click()
        self.until("there is no report", lambda: "Forgotten." in self.text("#forget .outcome"))
        self.assertEqual(self.server.get("/v1/personas/teacher").json()["counts"]["message"], 0)
        self.assertGreater(self.server.get("/v1/personas/helper").json()["counts"]["message"], 0)

    def test_the_live_feed_shows_turns_as_they_come(self) -> None:
        self.open("/p/helper")
        self.until("the feed is not open", lambda: not self.one("#feed").get_property("hidden"))
        self.server.post("/v1/turns?wait=memory", turn_at(50, "The lighthouse is called Nora"))
        self.until("no turn came", lambda: len(self.all("#feed .turn .phase.is-done")) >= 3)
        self.until("nothing was learnt", lambda: "lighthouse" in self.text("#feed"))
        self.one("#show-changes").click()
        self.until("the page does not show it", lambda: "lighthouse" in self.text("#list-facts"))

    def test_a_memory_that_is_forgotten_leaves_the_feed(self) -> None:
        self.open("/p/helper")
        self.until("the feed is not open", lambda: not self.one("#feed").get_property("hidden"))
        for number, said in ((52, "The lighthouse is called Nora"), (53, "The gateway port is 7411")):
            self.server.post("/v1/turns?wait=memory", turn_at(number, said))
        self.until("no turn came", lambda: all(one in self.text("#feed") for one in ("Nora", "7411")))
        self.server.post("/v1/forget", {"persona_id": "helper", "ids": [self.fact("gateway port is 7411")["id"]]})
        self.until("what was forgotten is still shown", lambda: "7411" not in self.text("#feed"))
        self.assertIn("Nora", self.text("#feed"))
        self.until("nothing says that it left", lambda: any(f"removed {kind}" in self.text("#feed") for kind in ("fact", "message")))
        self.assertNotIn("7411", self.one("#feed").get_property("textContent"))

    def test_a_line_of_the_feed_says_what_its_memory_says_now(self) -> None:
        self.open("/p/helper")
        self.until("the feed is not open", lambda: not self.one("#feed").get_property("hidden"))
        shown = self.browser.execute_script("""
            const feed = new Feed(document.createElement("div"), document.createElement("p"));
            const event = (offset, op, text, id = "m1") =>
                ({ log: { partition: 0, offset }, persona_id: "helper", op, kind: "topic", id, text });
            const shown = [];
            for (const one of [event(1, "add", "Red and blue."), event(1, "add", "Other.", "m2"), event(2, "update", "Blue."),
                               event(3, "delete"), event(4, "add", "Green.")]) {
              feed.change(one);
              shown.push([...feed.list.querySelectorAll(".learnt li")].map((line) => line.textContent));
            }
            return shown;""")
        self.assertEqual(shown, [
            ["new topic: Red and blue."],
            ["new topic: Red and blue.", "new topic: Other."],
            ["changed topic: Blue.", "new topic: Blue.", "new topic: Other."],
            ["removed topic", "new topic: Other."],
            ["new topic: Green.", "removed topic", "new topic: Other."]])

    def test_a_persona_that_is_forgotten_leaves_the_list_and_the_feed(self) -> None:
        self.open("/")
        self.assertIn("teacher", self.text("#personas"))
        self.until("the feed is not open", lambda: not self.one("#feed").get_property("hidden"))
        for number, persona in enumerate(("teacher", "helper")):
            self.server.post("/v1/turns?wait=memory", turn_at(51 + number, f"The canteen of the {persona} is green", agent_id=persona))
        self.until("no turn came", lambda: all(f"canteen of the {one}" in self.text("#feed") for one in ("teacher", "helper")))
        self.server.post("/v1/forget", {"persona_id": "teacher", "all": True, "confirm": "teacher"})
        self.until("the persona is still listed", lambda: "teacher" not in self.text("#personas"))
        self.assertIn("helper", self.text("#personas"))
        self.until("what it learnt is still shown", lambda: "canteen of the teacher" not in self.text("#feed"))
        self.assertIn("canteen of the helper", self.text("#feed"))

    def test_the_keyboard_reaches_all_and_the_focus_comes_back(self) -> None:
        from selenium.webdriver.common.keys import Keys
        self.open("/p/helper")
        self.one("body").send_keys(Keys.TAB)
        self.assertEqual(self.focused().text, "Skip to content")
        self.focused().send_keys(Keys.ENTER)
        self.assertEqual(self.focused().get_attribute("id"), "main")
        opener = self.button("forget", "api port is 8080")
        opener.send_keys(Keys.ENTER)
        self.assertEqual(self.focused().get_attribute("id"), "forget-word")
        self.focused().send_keys(Keys.ESCAPE)
        self.until("the dialog is open", lambda: not self.one("#forget").is_displayed())
        self.until("the focus is elsewhere", lambda: self.focused() == opener)

    def test_landmarks_are_in_the_accessibility_tree(self) -> None:
        self.open("/p/helper")
        roles = browser.roles_of(self.browser)
        for role in ("main", "navigation", "banner", "contentinfo", "search", "heading"):
            self.assertIn(role, roles)

    def test_axe_finds_nothing_serious_in_light_and_dark(self) -> None:
        if not browser.AXE.is_file():
            self.skipTest(f"{browser.AXE} is missing; scripts/setup test installs axe-core")
        fact = self.fact("api port is 8080")["id"]
        for scheme in ("light", "dark"):
            browser.emulate(self.browser, prefers_color_scheme=scheme, prefers_reduced_motion="reduce")
            for path in (*SEEN, f"/p/helper/memory?id={fact}"):
                self.open(path)
                self.assertEqual(browser.axe_faults(self.browser), [], f"{scheme} {path}")
            self.open("/p/helper")
            for act in ("correct", "forget"):
                self.button(act, "api port is 8080").click()
                self.assertEqual(browser.axe_faults(self.browser), [], f"{scheme} {act}")
                self.one(f"#{act} [data-close]").click()

    def test_the_browser_blocks_and_misses_nothing(self) -> None:
        for path in SEEN[:-1]:
            self.open(path)
            said = [one["message"] for one in self.browser.get_log("browser") if one["level"] == "SEVERE"]
            self.assertEqual([one for one in said if "/v1/stream" not in one], [], path)

    def test_a_narrow_window_scrolls_in_one_direction(self) -> None:
        self.browser.set_window_size(500, 900)  # the smallest that Chromium has
        for path in SEEN:
            self.open(path)
            wide = self.browser.execute_script("return document.documentElement.scrollWidth - document.documentElement.clientWidth;")
            self.assertLessEqual(wide, 0, path)


if __name__ == "__main__":
    if not PROGRAM or browser.missing():
        print(f"SKIPPED: {browser.missing()}" if PROGRAM else "usage: browser_test.py TURNSTREAM")
        sys.exit(SKIPPED)
    unittest.main()
