#!/bin/sh
# Writes the configuration for this HOST, PORT and WORKERS into a new temporary folder and becomes nginx.
set -eu
cd "$(dirname "$0")"

# number NAME VALUE MOST: stops unless the value is a number from 1 to MOST
number() {
    case $2 in
        '' | *[!0-9]* | ??????*) ;;
        *) [ "$2" -ge 1 ] && [ "$2" -le "$3" ] && return ;;
    esac
    echo "nginx: $1: expected a number from 1 to $3, got \"$2\"" >&2
    exit 1
}

port=${PORT:-8080}
workers=${WORKERS:-$(nproc)}
host=${HOST:-127.0.0.1}
number PORT "$port" 65535
number WORKERS "$workers" 1024
case $host in
    *[!0-9A-Za-z.:-]*)
        echo "nginx: HOST: expected a name or an address, got \"$host\"" >&2
        exit 1
        ;;
    *:*) host="[$host]" ;; # IPv6
esac

scratch=$(mktemp -d)
sed -e "s|@HOST@|$host|; s|@PORT@|$port|; s|@WORKERS@|$workers|" \
    -e "s|@BUILD@|$PWD/build|; s|@SCRATCH@|$scratch|" nginx.conf >"$scratch/nginx.conf"

# -e: nginx opens its compiled-in log, which it may not write to, before it reads the configuration.
exec nginx -e stderr -c "$scratch/nginx.conf"
