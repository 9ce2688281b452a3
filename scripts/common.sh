# The other shell scripts source this file: progress lines with elapsed time, error messages, child processes.
# Sets ROOT (the checkout) and CACHE (files that are kept between runs) and changes to the directory ROOT.

ROOT="$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)"
CACHE="${TURNSTREAM_CACHE:-${XDG_CACHE_HOME:-${HOME:-/root}/.cache}/turnstream}"
cd "$ROOT"
# A script that another script started counts the time from the start of the first one.
export TURNSTREAM_STARTED="${TURNSTREAM_STARTED:-$(date +%s)}"
SECONDS=$(($(date +%s) - TURNSTREAM_STARTED))

say() { printf '[%4d s] %s\n' "$SECONDS" "$*"; }

fail() {
  printf '%s: %s\n' "${0##*/}" "$*" >&2
  exit 1
}

# wrong_usage SENTENCE: ends with exit code 2, the same code as turnstream uses for wrong usage.
wrong_usage() {
  printf '%s: %s\n' "${0##*/}" "$*" >&2
  exit 2
}

# Prints the comment block at the top of the calling script.
print_help() { sed -n '2,/^[^#]/{/^#/s/^# \{0,1\}//p}' "$0"; }

# run COMMAND…: runs it in its own process group, so that end_running can end it with all its children.
RUNNING=''
run() {
  local code=0
  setsid "$@" </dev/null &
  RUNNING=$!
  wait "$RUNNING" || code=$?
  RUNNING=''
  return "$code"
}

# For exit traps: ends the command of run() with all its children, if it still runs.
end_running() {
  [[ -n $RUNNING ]] || return 0
  kill -TERM -- "-$RUNNING" 2>/dev/null || true
  local waited
  for ((waited = 0; waited < 50; waited++)); do
    kill -0 -- "-$RUNNING" 2>/dev/null || break
    sleep 0.1
  done
  kill -KILL -- "-$RUNNING" 2>/dev/null || true
  RUNNING=''
}

trap end_running EXIT
trap 'exit 129' HUP
trap 'exit 130' INT
trap 'exit 143' TERM

# report_progress TITLE LOG PID: prints the last line of LOG every 20 s while PID runs.
report_progress() {
  local waited=0
  while sleep 0.5 && kill -0 "$3" 2>/dev/null; do
    waited=$((waited + 1))
    ((waited % 40 == 0)) && say "$1: $(tail -n 1 "$2" | cut -c1-100)"
  done
}

# run_logged TITLE LOG COMMAND…: writes the output to LOG; prints the last lines of LOG if the command fails.
run_logged() {
  local title=$1 log=$2 started=$SECONDS
  shift 2
  mkdir -p "$(dirname "$log")"
  : >"$log"
  report_progress "$title" "$log" $$ &
  local reporter=$! code=0
  run "$@" >"$log" 2>&1 || code=$?
  kill "$reporter" 2>/dev/null || true
  wait "$reporter" 2>/dev/null || true
  if ((code != 0)); then
    tail -n 60 "$log" >&2
    fail "$title failed after $((SECONDS - started)) s; the whole output is in $log."
  fi
  say "$title: done in $((SECONDS - started)) s"
}

# build PRESET TARGET…: configures and builds.
build() {
  local preset=$1
  shift
  run_logged "configure $preset" "build/$preset.configure.log" cmake --preset "$preset"
  run_logged "build $preset" "build/$preset.build.log" \
    cmake --build --preset "$preset" --parallel "$(nproc)" --target "$@"
}
