"""docker-compose.yml: the services, their order of start and their settings."""

import re
import resource
import socket
import subprocess
import threading
import unittest

from container_files import ROOT, CommandTest, broker_check, compose, run_program

SERVICES = compose()["services"]
TURNSTREAM = {name: service for name, service in SERVICES.items() if service["image"] == "turnstream:local"}


def started_by(profile: str) -> set[str]:
    return {name for name, service in SERVICES.items() if profile in service.get("profiles", [profile])}


class Compose(CommandTest):
    def test_by_default_one_container_runs_all_stages(self) -> None:
        self.assertIn("COMPOSE_PROFILES=fused\n", (ROOT / ".env").read_text())
        self.assertEqual(started_by("fused"), {"kafka", "topics", "turnstream"})
        self.assertIn("all", SERVICES["turnstream"]["command"])

    def test_the_profile_phased_runs_intake_each_stage_and_recall_in_a_container_of_its_own(self) -> None:
        stages = {folder.name for folder in (ROOT / "stages").iterdir() if (folder / "CMakeLists.txt").exists()}
        containers = started_by("phased") - {"kafka", "topics"}
        self.assertEqual(containers, {"intake", "recall"} | stages)
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
        self.assertEqual(sorted(name for name in used if not name.startswith("./")), sorted(compose()["volumes"]))

    def test_ports_are_published_on_this_machine_only(self) -> None:
        for service in SERVICES.values():
            for port in service.get("ports", []):
                self.assertTrue(port.startswith("127.0.0.1:"), port)

    def test_each_instance_of_a_form_has_a_different_name(self) -> None:
        for form in (["turnstream"], [name for name in TURNSTREAM if name != "turnstream"]):
            names = [self.instance_of(name) for name in form if "--instance" in TURNSTREAM[name]["command"]]
            self.assertGreater(len(names), 0)
            self.assertEqual(len(names), len(set(names)))

    def test_intake_has_one_name_in_both_forms_so_that_the_new_one_does_not_wait_for_the_session_of_the_old_one(self) -> None:
        self.assertEqual(self.instance_of("turnstream"), self.instance_of("intake"))

    @staticmethod
    def instance_of(service: str) -> str:
        command = TURNSTREAM[service]["command"]
        return command[command.index("--instance") + 1]

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


API_VERSIONS = b"\0\0\0\x0a\0\x12\0\0turn\0\0"


class BrokerCheck(unittest.TestCase):
    """The health check of the broker, asked of servers that give one answer. broker_test.py asks a real broker."""

    def check(self, answer: bytes | None) -> tuple[int, bytes]:
        """The exit code of the check and the request that it sent. `answer` None: the server says nothing."""
        requests: list[bytes] = []
        checked = threading.Event()

        def serve() -> None:
            client, _ = server.accept()
            with client:
                request = b""
                while len(request) < len(API_VERSIONS) and (part := client.recv(100)):
                    request += part
                requests.append(request)
                if answer is not None:
                    client.sendall(answer)
                else:
                    checked.wait(timeout=60)

        with socket.create_server(("127.0.0.1", 0)) as server:
            thread = threading.Thread(target=serve)
            thread.start()
            code = subprocess.run(broker_check("127.0.0.1", server.getsockname()[1]), capture_output=True, timeout=60,
                                  check=False).returncode
            checked.set()
            thread.join()
        return code, requests[0]

    def test_a_broker_that_answers_is_healthy(self) -> None:
        self.assertEqual(self.check(b"\0\0\1\2turn\0\0\0\0\0\5"), (0, API_VERSIONS))

    def test_another_answer_or_none_is_unhealthy(self) -> None:
        for answer in (b"", b"\0\0\1\2turn\0\x23", b"\0\0\1\2nrut\0\0", b"HTTP/1.1 400 Bad Request\r\n\r\n", None):
            with self.subTest(answer):
                self.assertNotEqual(self.check(answer)[0], 0)

    def test_a_closed_port_is_unhealthy(self) -> None:
        with socket.create_server(("127.0.0.1", 0)) as server:
            port = server.getsockname()[1]
        self.assertNotEqual(subprocess.run(broker_check("127.0.0.1", port), capture_output=True, timeout=60, check=False).returncode, 0)

    def test_it_costs_less_than_a_hundredth_of_a_core(self) -> None:
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        self.check(b"\0\0\1\2turn\0\0")
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        cpu_s = after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime
        interval_s = int(SERVICES["kafka"]["healthcheck"]["interval"].removesuffix("s"))
        self.assertLess(cpu_s, interval_s / 100)

    def test_it_ends_before_the_engine_gives_up(self) -> None:
        command = broker_check()
        self.assertEqual(command[0], "timeout")
        self.assertLess(int(command[1]), int(SERVICES["kafka"]["healthcheck"]["timeout"].removesuffix("s")))


class Broker(unittest.TestCase):
    def test_the_broker_has_the_settings_of_the_local_one(self) -> None:
        # Without what `scripts/kafka start --users` adds.
        script = re.sub(r"^write_access\(\) \{.*?^\}", "", (ROOT / "scripts/kafka").read_text(), flags=re.MULTILINE | re.DOTALL)
        local = dict(re.findall(r"^([a-z]+(?:\.[a-z]+)+)=([^$\n]*)$", script, re.MULTILINE))
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
