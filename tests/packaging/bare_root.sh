#!/usr/bin/env bash
# tests/packaging/bare_root.sh FILE.deb
#
# Tries the package in a new minimal root of this machine's release: installs it, runs the unit's command as the unit's user,
# publishes the sample turns, recalls from them, stops it as systemd does, removes and purges it. The root has what the package
# depends on and nothing else, so a dependency that is missing shows. Exit code 77, skipped: not root, or no mmdebstrap.

set -euo pipefail
DEB=$(readlink -f "${1:?usage: bare_root.sh FILE.deb}")

skip() { printf 'skipped: %s\n' "$*" >&2; exit 77; }
fail() { printf 'bare_root: %s\n' "$*" >&2; exit 1; }
say() { printf 'bare_root: %s\n' "$*"; }

((EUID == 0)) || skip "making a root needs root"
command -v mmdebstrap >/dev/null || skip "mmdebstrap is not installed; apt-get install mmdebstrap"

WORK=$(mktemp -d "${TMPDIR:-/tmp}/turnstream-root.XXXXXX")
ROOT="$WORK/root" RUNNING=''
clean_up() {
  local code=$?
  trap - EXIT
  [[ -z $RUNNING ]] || { kill -KILL "$RUNNING" && wait "$RUNNING"; } 2>/dev/null || true
  if mountpoint -q "$ROOT/proc"; then
    umount "$ROOT/proc" || fail "$ROOT/proc could not be unmounted; $WORK is left."
  fi
  rm -rf --one-file-system "$WORK"
  exit "$code"
}
trap clean_up EXIT

inside() { chroot "$ROOT" "$@"; }
# The user and the group of the unit, and the address, so that a Turnstream of this machine is not in the way.
as_service() {
  inside setpriv --reuid="$SERVICE_USER" --regid="$SERVICE_USER" --init-groups \
    env -i PATH=/usr/bin:/bin TURNSTREAM_HTTP__LISTEN=127.0.0.1:0 "$@"
}
of_unit() { sed -n "s/^$1=//p" "$ROOT/usr/lib/systemd/system/turnstream.service"; }
verb() { as_service turnstream "$1" --config /etc/turnstream/turnstream.yaml "${@:2}"; }

make_root() {
  local release sources options=() wanted file
  release=$(. /etc/os-release && echo "$VERSION_CODENAME")
  mapfile -t sources < <(find /etc/apt/sources.list /etc/apt/sources.list.d \( -name '*.list' -o -name '*.sources' \) -size +0 2>/dev/null)
  for file in $(grep -ls '^Acquire' /etc/apt/apt.conf /etc/apt/apt.conf.d/*); do
    options+=("--aptopt=$file")
  done
  # The first alternative of each dependency, without its version.
  wanted=$(dpkg-deb -f "$DEB" Depends | sed -E 's/\([^)]*\)//g; s/\|[^,]*//g; s/[[:space:]]//g')
  say "a new root of $release with $wanted"
  mmdebstrap --quiet --variant=minbase "${options[@]}" --include="$wanted" "$release" "$ROOT" "${sources[@]}"
  mount -t proc proc "$ROOT/proc"
}

wait_until_ready() {
  local tries shown
  for ((tries = 0; tries < 600; tries++)); do
    kill -0 "$RUNNING" 2>/dev/null || { cat "$WORK/lines" >&2; fail "the service's command ended."; }
    shown=$(verb status --json 2>/dev/null) || true
    [[ ! $shown =~ \"state\":\ ?\"ready\" ]] || return 0
    sleep 0.1
  done
  cat "$WORK/lines" >&2
  fail "the service's command was not ready within a minute."
}

make_root
cp "$DEB" "$ROOT/turnstream.deb"
inside dpkg -i /turnstream.deb
SERVICE_USER=$(of_unit User)
inside getent passwd "$SERVICE_USER" >/dev/null || fail "the installation made no user $SERVICE_USER."
[[ $(inside stat -c '%U %G %a' /etc/turnstream/turnstream.yaml) == "root $SERVICE_USER 640" ]] || fail "the settings have another owner or mode."
[[ ! -e $ROOT/var/lib/turnstream ]] || fail "the installation made a state directory; the unit makes it at its start."

# What systemd does before ExecStart.
inside install -d -m "$(of_unit StateDirectoryMode)" -o "$SERVICE_USER" -g "$SERVICE_USER" "/var/lib/$(of_unit StateDirectory)"
read -ra COMMAND < <(of_unit ExecStart)
say "as $SERVICE_USER: ${COMMAND[*]}"
# Not as_service: the signal must reach the program and not a function of this shell.
chroot "$ROOT" setpriv --reuid="$SERVICE_USER" --regid="$SERVICE_USER" --init-groups \
  env -i PATH=/usr/bin:/bin TURNSTREAM_HTTP__LISTEN=127.0.0.1:0 "${COMMAND[@]}" >"$WORK/lines" 2>&1 &
RUNNING=$!
wait_until_ready
verb publish --unchecked /usr/share/doc/turnstream/docs/examples/demo_turns.ndjson
FOUND=''
for ((tries = 0; tries < 600; tries++)); do
  FOUND=$(verb recall --persona scout the checkout service port) || true  # nothing is said before recall is ready
  [[ $FOUND != *9090* ]] || break
  sleep 0.1
done
[[ $FOUND == *9090* ]] || fail "what was published is not recalled: $FOUND"
say "recalled: $(head -n 1 <<<"$FOUND")"
inside turnstream completion bash | bash -n || fail "the completion script cannot be read."

kill -TERM "$RUNNING"
code=0
wait "$RUNNING" || code=$?
RUNNING=''
((code == 0)) || { cat "$WORK/lines" >&2; fail "the service's command ended with exit code $code after SIGTERM."; }

inside dpkg --remove turnstream
[[ -d $ROOT/var/lib/turnstream/state ]] || fail "the removal deleted memory."
[[ ! -e $ROOT/usr/bin/turnstream ]] || fail "the removal left the program."
inside dpkg --purge turnstream
for left in var/lib/turnstream etc/turnstream; do
  [[ ! -e $ROOT/$left ]] || fail "the purge left /$left."
done
say "installed, ran as $SERVICE_USER, published, recalled, stopped, removed and purged"
