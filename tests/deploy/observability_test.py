"""The profile `observability` of docker-compose.yml: Prometheus and Grafana, and the files that they get."""

import json
import re
import unittest

import yaml

from container_files import ROOT, compose

SERVICES = compose()["services"]
OBSERVERS = {name: SERVICES[name] for name in ("prometheus", "grafana")}


def mounts(service: dict) -> dict[str, str]:
    """Path in the container -> path in the repository."""
    parts = [volume.split(":") for volume in service["volumes"]]
    return {inside: outside for outside, inside, *_ in parts if outside.startswith("./")}


class Observability(unittest.TestCase):
    def test_only_the_profile_starts_them(self) -> None:
        named = {name for name, service in SERVICES.items() if "observability" in service.get("profiles", [])}
        self.assertEqual(named, set(OBSERVERS))
        for service in OBSERVERS.values():
            self.assertEqual(service["profiles"], ["observability"])

    def test_images_have_a_version_and_ports_are_published_on_this_machine_only(self) -> None:
        for service in OBSERVERS.values():
            self.assertRegex(service["image"], r"^[\w/.-]+:v?\d+\.\d+\.\d+$")
            self.assertTrue(service["ports"])
            for port in service["ports"]:
                self.assertRegex(port, r"^127\.0\.0\.1:\d+:\d+$")

    def test_each_has_a_health_check_at_the_port_that_it_publishes(self) -> None:
        for service in OBSERVERS.values():
            kind, *command = service["healthcheck"]["test"]
            self.assertEqual(kind, "CMD")
            inside = service["ports"][0].rsplit(":", 1)[1]
            self.assertIn(f"http://127.0.0.1:{inside}/", command[-1])

    def test_mounted_files_exist_and_cannot_be_changed_from_inside(self) -> None:
        for service in OBSERVERS.values():
            for volume in service["volumes"]:
                if volume.startswith("./"):
                    self.assertTrue(volume.endswith(":ro"), volume)
            for outside in mounts(service).values():
                self.assertTrue((ROOT / outside).is_file(), outside)

    def test_prometheus_reads_its_settings_and_the_rules_where_they_are_mounted(self) -> None:
        inside = mounts(OBSERVERS["prometheus"])
        flags = dict(word.removeprefix("--").split("=", 1) for word in OBSERVERS["prometheus"]["command"])
        settings = yaml.safe_load((ROOT / inside[flags["config.file"]]).read_text())
        for rules in settings["rule_files"]:
            self.assertIn(rules, inside)

    def test_prometheus_asks_every_container_that_runs_turnstream_at_its_port(self) -> None:
        settings = yaml.safe_load((ROOT / "observability" / "prometheus.yaml").read_text())
        found = settings["scrape_configs"][0]["dns_sd_configs"][0]
        running = {name for name, service in SERVICES.items() if service.get("command", [""])[0] == "run"}
        self.assertEqual(set(found["names"]), running)
        port = int(re.search(r"^EXPOSE (\d+)$", (ROOT / "Dockerfile").read_text(), re.MULTILINE)[1])
        self.assertEqual(found["port"], port)

    def test_grafana_finds_the_board_and_prometheus(self) -> None:
        inside = mounts(OBSERVERS["grafana"])
        providers = yaml.safe_load((ROOT / inside["/etc/grafana/provisioning/dashboards/turnstream.yaml"]).read_text())
        folder = providers["providers"][0]["options"]["path"]
        boards = [outside for path, outside in inside.items() if path.startswith(folder + "/")]
        self.assertEqual([json.loads((ROOT / board).read_text())["title"] for board in boards], ["Turnstream"])
        self.assertIn(OBSERVERS["grafana"]["environment"]["GF_DASHBOARDS_DEFAULT_HOME_DASHBOARD_PATH"], inside)
        sources = yaml.safe_load((ROOT / inside["/etc/grafana/provisioning/datasources/turnstream.yaml"]).read_text())["datasources"]
        self.assertEqual([(source["type"], source["url"]) for source in sources], [("prometheus", "http://prometheus:9090")])
        self.assertNotIn("uid", sources[0])

    def test_grafana_shows_and_changes_nothing_without_a_login(self) -> None:
        environment = OBSERVERS["grafana"]["environment"]
        self.assertEqual(environment["GF_AUTH_ANONYMOUS_ORG_ROLE"], "Viewer")
        self.assertEqual(environment["GF_AUTH_BASIC_ENABLED"], "false")
        self.assertFalse(any("PASSWORD" in name for name in environment))


if __name__ == "__main__":
    unittest.main()
