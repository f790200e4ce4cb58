# shellcheck shell=bash
# Sourced by script/up and script/down: whether what they start in the background is there. $1 is the folder, $2 `store`
# or `merchant`.

# Prints the process; fails where none runs.
running_process() {
    local process order
    process=$(cat "$1/$2.pid" 2>/dev/null) || return 1
    [[ $process =~ ^[0-9]+$ ]] || return 1
    case $2 in
        store) order=" store --data $1/store " ;;
        merchant) order=" serve --config $1/merchant.json5 " ;;
    esac
    # A number is given out again: the process has to be ours.
    tr '\0' ' ' 2>/dev/null <"/proc/$process/cmdline" | grep -qF "$order" || return 1
    echo "$process"
}

# Whether it is running; `is_ready` says whether run.json has also said where it is.
is_running() { running_process "$1" "$2" >/dev/null; }

is_ready() {
    is_running "$1" "$2" && [[ -e $1/run.json ]] || return 1
    # Of a merchant server that died run.json still tells; what this one has written begins its log.
    [[ $2 == store ]] || grep -q '^{"merchant"' "$1/merchant.log" 2>/dev/null
}

# Stops it, if it runs; one that does not end in ten seconds is ended.
stop_running() {
    local process tries
    if process=$(running_process "$1" "$2"); then
        kill "$process" 2>/dev/null || true
        for ((tries = 0; tries < 100; tries++)); do
            kill -0 "$process" 2>/dev/null || break
            sleep 0.1
        done
        kill -KILL "$process" 2>/dev/null || true
    fi
    rm -f "$1/$2.pid"
}
