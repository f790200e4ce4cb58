# shellcheck shell=bash
# Sourced by the scripts, never run: starts a PostgreSQL server of the tests' own, on a socket in a temporary folder.
# `start_postgres` sets WINDFALL_TEST_POSTGRES to its address, `stop_postgres` stops it and removes the folder.

# The newest server that is installed; Debian has each version in a folder of its own.
postgres_programs() {
    local server
    server=$(printf '%s\n' /usr/lib/postgresql/*/bin/postgres | sort -V | tail -n 1)
    [[ -x $server ]] || server=$(type -P postgres) || return 1
    dirname "$server"
}

# Runs a command as a user without rights: the server refuses to run as root.
as_postgres() {
    if [[ $(id -u) != 0 ]]; then
        "$@"
    elif id -u postgres >/dev/null 2>&1; then
        setpriv --reuid=postgres --regid=postgres --clear-groups -- "$@"
    else
        setpriv --reuid=nobody --regid="$(id -g nobody)" --clear-groups -- "$@"
    fi
}

# $1: settings in the place of those that make it fast and not durable.
start_postgres() {
    # One that is named from outside is used as it is.
    [[ -z ${WINDFALL_TEST_POSTGRES:-} ]] || return 0
    local programs
    if ! programs=$(postgres_programs); then
        echo "test: no PostgreSQL server is installed, its tests are skipped" >&2
        return 0
    fi
    postgres_folder=$(mktemp -d /tmp/windfall-postgres.XXXXXX)
    chmod 0711 "$postgres_folder"
    [[ $(id -u) != 0 ]] || chown "$(as_postgres id -u)" "$postgres_folder"
    # What the tests store need not outlive them, so nothing waits for the disk, unless $1 gives other settings. The
    # server runs in the folder, since the user may not be allowed to enter ours.
    if ! (
        cd "$postgres_folder"
        export LC_ALL=C.UTF-8 HOME=$postgres_folder
        as_postgres "$programs/initdb" -D "$postgres_folder/cluster" -U windfall -A trust -E UTF8 --no-sync \
            >"$postgres_folder/log" 2>&1 &&
            as_postgres "$programs/pg_ctl" -D "$postgres_folder/cluster" -l "$postgres_folder/cluster/log" -w -s -o \
                "-k '$postgres_folder' -c listen_addresses='' -c max_connections=200 ${1--c fsync=off -c full_page_writes=off}" \
                start >>"$postgres_folder/log" 2>&1
    ); then
        cat "$postgres_folder/log" "$postgres_folder/cluster/log" >&2 || true
        stop_postgres
        echo "test: the PostgreSQL server did not start" >&2
        return 1
    fi
    export WINDFALL_TEST_POSTGRES="postgres://windfall@/postgres?host=$postgres_folder"
}

stop_postgres() {
    [[ -n ${postgres_folder:-} ]] || return 0
    if [[ -f $postgres_folder/cluster/postmaster.pid ]]; then
        (cd "$postgres_folder" && as_postgres "$(postgres_programs)/pg_ctl" -D "$postgres_folder/cluster" -m immediate \
            -w -s stop) || true
    fi
    rm -rf "$postgres_folder"
    postgres_folder=""
}
