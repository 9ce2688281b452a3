"""Prints a port P of the loopback interface for which P to P + 2 are free (a broker uses two, or three with --users)."""

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
    candidates = list(range(20000, 29997, 3))
    random.shuffle(candidates)
    for port in candidates:
        if all(is_free(port + next_to) for next_to in range(3)):
            print(port)
            return
    raise SystemExit("free_port: no three neighbouring ports between 20000 and 29999 are free.")


if __name__ == "__main__":
    main()
