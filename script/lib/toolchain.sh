# shellcheck shell=bash
# Sourced by the scripts, never run: goes to the project's folder and finds a Swift toolchain that is new enough.
# Afterwards `swift` is the right one, and $project is the folder.

project=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
cd "$project" || exit 1

swift_minimum_major=6
swift_minimum_minor=2

# Places outside PATH where a toolchain usually lies; an empty entry stands for PATH itself.
swift_places=("" /opt/swift/usr/bin "${HOME:-/root}/.local/share/swiftly/bin" /usr/local/swift/usr/bin)

# Prints where the first `swift` lies, whether it works or not; fails where there is none.
any_swift() {
    local place
    for place in "${swift_places[@]}"; do
        PATH=${place:+$place:}$PATH type -P swift && return
    done
    return 1
}

# Whether the `swift` of a PATH answers with a version that is new enough; leaves what it answered in $swift_found.
swift_is_new_enough() {
    local answer
    answer=$(PATH=$1 swift --version 2>/dev/null) || return 1
    [[ $answer =~ Swift\ version\ ([0-9]+)\.([0-9]+) ]] || return 1
    swift_found="${BASH_REMATCH[1]}.${BASH_REMATCH[2]}"
    ((BASH_REMATCH[1] > swift_minimum_major)) && return 0
    ((BASH_REMATCH[1] == swift_minimum_major && BASH_REMATCH[2] >= swift_minimum_minor))
}

# Puts the first toolchain that is new enough in front of PATH; fails where there is none.
find_swift() {
    local place path
    # shellcheck disable=SC2034  # script/setup says it
    swift_found=""
    for place in "${swift_places[@]}"; do
        path=${place:+$place:}$PATH
        if swift_is_new_enough "$path"; then
            export PATH=$path
            return 0
        fi
    done
    return 1
}
