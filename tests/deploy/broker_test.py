"""The broker of docker-compose.yml, run here with the jars of scripts/kafka: its settings start a real broker, both of
its listeners answer, and its health check follows it."""

import re
import signal
import subprocess
import sys
import tempfile
import time
import unittest
from pathlib import Path

from container_files import ROOT, broker_check, compose


def free_ports() -> list[int]:
    sys.path.insert(0, str(ROOT / "scripts"))
    import free_port
    pairs = subprocess.run([sys.executable, "-B", free_port.__file__], capture_output=True, text=True, check=True)
    return [int(pairs.stdout), int(pairs.stdout) + 1]


def kafka_tool(*arguments: str, **options: object) -> subprocess.Popen:
    return subprocess.Popen([str(ROOT / "scripts/kafka"), "tool", *arguments], stdin=subprocess.DEVNULL,
                            stderr=subprocess.STDOUT, text=True, **options)


def listeners_at(port: int) -> str:
    asked = subprocess.run(["kcat", "-L", "-b", f"127.0.0.1:{port}", "-m", "2"], capture_output=True, text=True, check=False)
    return asked.stdout


class Broker(unittest.TestCase):
    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory(ignore_cleanup_errors=True)
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)
        host, containers = free_ports()
        controller = free_ports()[0]
        self.ports = {"9092": host, "19092": containers, "29093": controller}

    def settings_file(self) -> Path:
        """The broker settings that the image derives from its environment, on free ports of this machine."""
        lines = []
        for key, value in compose()["services"]["kafka"]["environment"].items():
            if key.startswith("KAFKA_"):
                text = re.sub(r":(9092|19092|29093)\b", lambda match: f":{self.ports[match[1]]}", str(value))
                text = text.replace("kafka:", "127.0.0.1:").replace("//kafka", "//127.0.0.1").replace("//:", "//127.0.0.1:")
                text = text.replace("/var/lib/kafka/data", str(self.folder / "data"))
                lines.append(f"{key.removeprefix('KAFKA_').replace('_', '.').lower()}={text}")
        file = self.folder / "server.properties"
        file.write_text("\n".join(lines) + "\n")
        return file

    def health(self) -> int:
        return subprocess.run(broker_check("127.0.0.1", self.ports["19092"]), capture_output=True, timeout=60, check=False).returncode

    def test_it_starts_and_answers_hosts_and_containers(self) -> None:
        self.assertNotEqual(self.health(), 0)
        settings = self.settings_file()
        cluster = compose()["services"]["kafka"]["environment"]["CLUSTER_ID"]
        formatted = kafka_tool("kafka.tools.StorageTool", "format", "-t", cluster, "-c", str(settings), stdout=subprocess.PIPE)
        self.assertEqual((formatted.wait(timeout=60), formatted.communicate()[0])[0], 0)
        with (self.folder / "broker.log").open("w") as log:
            broker = kafka_tool("kafka.Kafka", str(settings), stdout=log)
        try:
            end = time.monotonic() + 60
            while "broker 1" not in listeners_at(self.ports["9092"]) and broker.poll() is None and time.monotonic() < end:
                time.sleep(0.2)
            said = (self.folder / "broker.log").read_text()[-3000:]
            for port in (self.ports["9092"], self.ports["19092"]):
                self.assertIn(f"at 127.0.0.1:{port}", listeners_at(port), said)
            self.assertEqual(self.health(), 0)
        finally:
            broker.send_signal(signal.SIGTERM)
            try:
                broker.wait(timeout=20)
            except subprocess.TimeoutExpired:
                broker.kill()
                broker.wait()


if __name__ == "__main__":
    unittest.main()
