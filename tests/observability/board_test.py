"""The board for Grafana and the alert rules for Prometheus, read: every panel has an expression that can be read, every alert says
what to do, every page that it names exists."""

import re
import shutil
import subprocess
import unittest

from expressions import ADDED, ALERTS, ROOT, board, panels, rules, use_of, uses

PLACE = re.compile(r"\b(docs/\w+\.md)(?:#([\w-]+))?")


def anchors(page: str) -> set[str]:
    """The anchors of the headings, as GitHub makes them."""
    titles = re.findall(r"^#+ (.+)$", (ROOT / page).read_text(encoding="utf-8"), re.MULTILINE)
    return {re.sub(r"[^\w -]", "", title).strip().lower().replace(" ", "-") for title in titles}


class Reading(unittest.TestCase):
    def test_metrics_and_labels_of_an_expression_are_found(self) -> None:
        use = use_of("", 'sum by (a, b) (rate(turnstream_x{job=~"$job",c!="d{e}"}[5m])) > 2e9 or turnstream_y offset 15m + turnstreem_z')
        self.assertEqual(use.metrics, {"turnstream_x": {"job", "c"}, "turnstream_y": set()})
        self.assertEqual((use.grouped, use.unknown), ({"a", "b"}, {"turnstreem_z"}))


class Board(unittest.TestCase):
    def test_every_panel_has_expressions_and_says_what_it_shows(self) -> None:
        self.assertGreater(len(panels()), 20)
        for panel in panels():
            with self.subTest(panel["title"]):
                self.assertTrue(panel["description"])
                self.assertTrue(panel["targets"])
                for target in panel["targets"]:
                    self.assertTrue(target["expr"].strip())

    def test_every_expression_uses_metrics_of_turnstream_and_known_words_only(self) -> None:
        for use in uses():
            with self.subTest(use.where):
                self.assertTrue(use.metrics)
                self.assertEqual(use.unknown, set())

    def test_the_data_source_is_a_variable_and_no_identifier_is_fixed(self) -> None:
        self.assertNotIn("uid", board())
        self.assertNotIn("id", board())
        names = {variable["name"]: variable for variable in board()["templating"]["list"]}
        self.assertEqual((names["datasource"]["type"], names["datasource"]["query"]), ("datasource", "prometheus"))
        for holder in [names["job"], *panels(), *(target for panel in panels() for target in panel["targets"])]:
            self.assertEqual(holder["datasource"], {"type": "prometheus", "uid": "${datasource}"})
        for use in uses():
            if use.where.startswith("panel"):
                for metric, labels in use.metrics.items():
                    self.assertIn("job", labels, f"{use.where}: {metric}")

    def test_panels_have_different_ids_and_do_not_overlap(self) -> None:
        taken: set[tuple[int, int]] = set()
        ids = [panel["id"] for panel in board()["panels"]]
        self.assertEqual(len(ids), len(set(ids)))
        for panel in board()["panels"]:
            place = panel["gridPos"]
            cells = {(x, y) for x in range(place["x"], place["x"] + place["w"]) for y in range(place["y"], place["y"] + place["h"])}
            self.assertLessEqual(place["x"] + place["w"], 24)
            self.assertFalse(cells & taken, panel["title"])
            taken |= cells

    def test_a_legend_names_labels_that_the_expression_keeps(self) -> None:
        for panel in panels():
            for target in panel["targets"]:
                use = use_of(panel["title"], target["expr"])
                for label in re.findall(r"\{\{(\w+)\}\}", target["legendFormat"]):
                    self.assertIn(label, use.grouped or ADDED, f"{panel['title']}: {target['legendFormat']}")


class Alerts(unittest.TestCase):
    def test_every_alert_has_a_severity_a_summary_and_a_description_that_says_where_to_read_on(self) -> None:
        names = [rule["alert"] for rule in rules()]
        self.assertEqual(len(names), len(set(names)))
        for rule in rules():
            with self.subTest(rule["alert"]):
                self.assertIn(rule["labels"]["severity"], ("critical", "warning"))
                self.assertTrue(rule["annotations"]["summary"].endswith((".", " ago.")))
                named = PLACE.findall(rule["annotations"]["description"])
                self.assertTrue(any(page == "docs/operating.md" for page, _ in named))
                for page, anchor in named:
                    self.assertTrue((ROOT / page).exists(), page)
                    if anchor:
                        self.assertIn(anchor, anchors(page), page)

    def test_a_text_names_labels_that_the_expression_keeps(self) -> None:
        for rule in rules():
            use = use_of(rule["alert"], rule["expr"])
            for text in rule["annotations"].values():
                for label in re.findall(r"\$labels\.(\w+)", text):
                    self.assertIn(label, use.grouped or ADDED, rule["alert"])

    def test_every_alert_is_in_the_table_of_the_documentation(self) -> None:
        page = (ROOT / "docs" / "observability.md").read_text(encoding="utf-8")
        shown = set(re.findall(r"`(Turnstream\w+)`", page))
        self.assertEqual(shown, {rule["alert"] for rule in rules()})

    def test_promtool_accepts_the_rules_and_the_scrape_settings(self) -> None:
        if not shutil.which("promtool"):
            self.skipTest("skipped: promtool is not installed; Debian's package prometheus has it")
        checked = subprocess.run(["promtool", "check", "rules", str(ALERTS)], capture_output=True, text=True, check=False)
        self.assertEqual(checked.returncode, 0, checked.stdout + checked.stderr)
        # The rules stand at another place in the container, so only the syntax is checked.
        settings = str(ROOT / "observability" / "prometheus.yaml")
        checked = subprocess.run(["promtool", "check", "config", "--syntax-only", settings], capture_output=True, text=True, check=False)
        self.assertEqual(checked.returncode, 0, checked.stdout + checked.stderr)


if __name__ == "__main__":
    unittest.main()
