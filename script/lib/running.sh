# shellcheck shell=bash
# Sourced by script/up and script/down: whether the store in the background is there.

# Prints the process of the store of the folder $1; fails where none runs.
running_process() {
    local process
    process=$(cat "$1/store.pid" 2>/dev/null) || return 1
    [[ $process =~ ^[0-9]+$ ]] || return 1
    # A number is given out again: the process has to be a store.
    tr '\0' ' ' 2>/dev/null <"/proc/$process/cmdline" | grep -q " store --data $1/store " || return 1
    echo "$process"
}

# Whether the store of the folder $1 is running and ready.
is_running() { [[ -e $1/run.json ]] && running_process "$1" >/dev/null; }
