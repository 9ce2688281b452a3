"""Prints a port P of the loopback interface for which P and P + 1 are free (a broker uses both)."""

import random
import socket


def is_free(port: int) -> bool:
    with socket.socket() as probe:
        try:
            probe.bind(("127.0.0.1", port))
        except OSError:
            return False
    return True


def main() -> None:
    # Below the range of ports that the kernel uses for outgoing connections.
    candidates = list(range(20000, 29998, 2))
    random.shuffle(candidates)
    for port in candidates:
        if is_free(port) and is_free(port + 1):
            print(port)
            return
    raise SystemExit("free_port: no two neighbouring ports between 20000 and 29999 are free.")


if __name__ == "__main__":
    main()
