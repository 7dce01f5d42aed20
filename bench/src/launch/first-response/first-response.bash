#!/usr/bin/env bash
# first-response.c for machines without a C compiler: the same verbs, exit codes and meaning. The shell's
# own start (some 3 ms) is part of what it times.
set -u

ask() { # ask PORT: 0 status 200, 1 anything else, 2 no listener
    local line
    exec 3<>"/dev/tcp/127.0.0.1/$1" || return 2
    # A server that is just exiting accepts the connection but not the request. Ignore SIGPIPE only here: a
    # server inherits what is ignored when it starts.
    trap '' PIPE
    printf 'GET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n' >&3
    line=
    read -r -t 1 -u 3 line
    trap - PIPE
    exec 3>&-
    [[ $line == "HTTP/1."?" 200"* ]]
} 2>/dev/null

# A read that never gets any input waits without starting a process.
exec 9<> <(:)
pause() { read -r -t 0.001 -u 9 _; }

start() {
    local port=$1 seconds=$2 pid_file=$3 server until
    shift 3
    ask "$port"
    if [[ $? -ne 2 ]]; then
        echo "first-response: port $port was taken before the start" >&2
        return 3
    fi
    # A separate job is a separate process group, which "stop" kills as a whole.
    set -m
    "$@" >/dev/null 9>&- </dev/null &
    server=$!
    set +m
    echo "$server $port" >"$pid_file" || { kill -KILL -- "-$server"; return 6; }
    until=$((${EPOCHREALTIME/./} + ${seconds%.*} * 1000000))
    while [[ ${EPOCHREALTIME/./} -lt $until ]]; do
        ask "$port"
        local answer=$?
        if ! kill -0 "$server" 2>/dev/null; then
            echo "first-response: the server exited first" >&2
            return 4
        fi
        [[ $answer -eq 0 ]] && return 0
        pause
    done
    kill -KILL -- "-$server" 2>/dev/null
    echo "first-response: no 200 within $seconds s" >&2
    return 5
}

stop() {
    local pid='' port=''
    [[ -f $1 ]] || return 0
    read -r pid port <"$1"
    rm -f "$1"
    [[ $pid =~ ^[0-9]+$ && $pid -gt 1 ]] || return 0
    for ((tries = 0; tries < 2000; tries++)); do
        kill -KILL -- "-$pid" 2>/dev/null || break
        ask "$port"
        [[ $? -eq 2 ]] && break
        pause
    done
    return 0
}

case ${1:-} in
    start) shift; [[ $# -ge 4 ]] && { start "$@"; exit; } ;;
    stop) [[ $# -eq 2 ]] && { stop "$2"; exit; } ;;
esac
echo 'first-response: start PORT SECONDS PIDFILE COMMAND... | stop PIDFILE' >&2
exit 6
