"""docker-compose.yml: the services, their order of start and their settings."""

import re
import unittest

from container_files import ROOT, CommandTest, compose, run_program

SERVICES = compose()["services"]
TURNSTREAM = {name: service for name, service in SERVICES.items() if name != "kafka"}


def started_by(profile: str) -> set[str]:
    return {name for name, service in SERVICES.items() if profile in service.get("profiles", [profile])}


class Compose(CommandTest):
    def test_by_default_one_container_runs_all_stages(self) -> None:
        self.assertIn("COMPOSE_PROFILES=fused\n", (ROOT / ".env").read_text())
        self.assertEqual(started_by("fused"), {"kafka", "topics", "turnstream"})
        self.assertIn("all", SERVICES["turnstream"]["command"])

    def test_the_profile_phased_runs_intake_and_each_stage_in_a_container_of_its_own(self) -> None:
        stages = {folder.name for folder in (ROOT / "stages").iterdir() if (folder / "CMakeLists.txt").exists()}
        containers = started_by("phased") - {"kafka", "topics"}
        self.assertEqual(containers, {"intake"} | stages)
        for name in containers:
            command = SERVICES[name]["command"]
            self.assertEqual(command[command.index("--stages") + 1], name)
            self.assertEqual(command[command.index("--grouping") + 1], "phased")

    def test_nothing_starts_before_the_broker_is_healthy_and_the_topics_are_made(self) -> None:
        self.assertIn("test", SERVICES["kafka"]["healthcheck"])
        self.assertEqual(SERVICES["topics"]["depends_on"], {"kafka": {"condition": "service_healthy"}})
        self.assertEqual(SERVICES["topics"]["restart"], "no")
        for name in TURNSTREAM.keys() - {"topics"}:
            self.assertEqual(SERVICES[name]["depends_on"], {"topics": {"condition": "service_completed_successfully"}})

    def test_every_volume_is_declared_and_no_two_containers_share_one(self) -> None:
        used = [volume.split(":")[0] for service in SERVICES.values() for volume in service.get("volumes", [])]
        self.assertEqual(sorted(used), sorted(compose()["volumes"]))

    def test_ports_are_published_on_this_machine_only(self) -> None:
        for service in SERVICES.values():
            for port in service.get("ports", []):
                self.assertTrue(port.startswith("127.0.0.1:"), port)

    def test_each_instance_has_a_different_name(self) -> None:
        names = [command[command.index("--instance") + 1] for command in
                 (service["command"] for service in TURNSTREAM.values()) if "--instance" in command]
        self.assertEqual(len(names), len(set(names)))

    def test_each_container_has_more_than_ten_seconds_to_stop(self) -> None:
        for service in TURNSTREAM.values():
            self.assertGreater(int(service["stop_grace_period"].removesuffix("s")), 10)


class Commands(CommandTest):
    def test_every_command_and_flag_is_one_the_program_has(self) -> None:
        for name, service in TURNSTREAM.items():
            with self.subTest(name):
                self.assert_program_knows(service["command"])

    def test_every_setting_in_the_environment_is_one_the_program_has(self) -> None:
        for name, service in TURNSTREAM.items():
            with self.subTest(name):
                settings = {key: str(value) for key, value in service["environment"].items()}
                checked = run_program("config", environment=settings)
                self.assertEqual(checked.returncode, 0, checked.stderr)
                self.assertRegex(checked.stdout, r"kafka\.bootstrap\W+kafka:19092")


class Broker(unittest.TestCase):
    def test_the_broker_has_the_settings_of_the_local_one(self) -> None:
        local = dict(re.findall(r"^([a-z]+(?:\.[a-z]+)+)=([^$\n]*)$", (ROOT / "scripts/kafka").read_text(), re.MULTILINE))
        given = {key.removeprefix("KAFKA_").replace("_", ".").lower(): str(value)
                 for key, value in SERVICES["kafka"]["environment"].items()}
        # The addresses at which the broker of docker-compose.yml listens differ on purpose.
        where = {"listener.security.protocol.map", "inter.broker.listener.name", "controller.listener.names"}
        self.assertGreater(len(local), 10)
        for key in local.keys() - where:
            self.assertEqual(given.get(key), local[key], key)

    def test_the_broker_is_of_the_version_that_the_tests_run(self) -> None:
        version = re.search(r"^default_version=(\S+)$", (ROOT / "scripts/kafka").read_text(), re.MULTILINE)[1]
        self.assertEqual(SERVICES["kafka"]["image"], f"apache/kafka:{version}")

    def test_the_containers_use_the_listener_for_containers(self) -> None:
        listeners = dict(entry.split("://") for entry in SERVICES["kafka"]["environment"]["KAFKA_ADVERTISED_LISTENERS"].split(","))
        self.assertEqual(listeners["CONTAINERS"], TURNSTREAM["turnstream"]["environment"]["TURNSTREAM_KAFKA__BOOTSTRAP"])
        self.assertIn("127.0.0.1:9092:9092", SERVICES["kafka"]["ports"])
        self.assertEqual(listeners["HOST"], "127.0.0.1:9092")


if __name__ == "__main__":
    unittest.main()
