#!/bin/sh
# Writes both configurations into a new temporary folder, starts PHP-FPM and nginx, and stops both with either.
set -eu
cd "$(dirname "$0")"

# number NAME VALUE MOST: stops unless the value is a number from 1 to MOST
number() {
    case $2 in
        '' | *[!0-9]* | ??????*) ;;
        *) [ "$2" -ge 1 ] && [ "$2" -le "$3" ] && return ;;
    esac
    echo "php: $1: expected a number from 1 to $3, got \"$2\"" >&2
    exit 1
}

port=${PORT:-8080}
workers=${WORKERS:-$(nproc)}
pool=${DB_POOL_SIZE:-16}
host=${HOST:-127.0.0.1}
number PORT "$port" 65535
number WORKERS "$workers" 1024
number DB_POOL_SIZE "$pool" 10000
case $host in
    *[!0-9A-Za-z.:-]*)
        echo "php: HOST: expected a name or an address, got \"$host\"" >&2
        exit 1
        ;;
    *:*) host="[$host]" ;; # IPv6
esac

scratch=$(mktemp -d)
for file in nginx.conf php-fpm.conf; do
    sed -e "s|@HOST@|$host|; s|@PORT@|$port|; s|@WORKERS@|$workers|; s|@POOL@|$pool|" \
        -e "s|@FOLDER@|$PWD|; s|@SCRATCH@|$scratch|" "$file" >"$scratch/$file"
done

# Debian's program has the version in its name.
fpm=$(command -v php-fpm || command -v "php-fpm$(php -r 'echo PHP_MAJOR_VERSION, ".", PHP_MINOR_VERSION;')")
# Started by root, both have their workers be somebody else unless told otherwise: that one may read neither the socket
# nor, perhaps, this folder.
user=
if [ "$(id -u)" -eq 0 ]; then
    user='user root;'
    printf 'user = root\ngroup = root\n' >>"$scratch/php-fpm.conf"
    set -- --allow-to-run-as-root
fi
# Without PHP-FPM, nginx would answer 502 for good: its end ends this script, too.
{
    "$fpm" --nodaemonize --force-stderr -c "$PWD/php.ini" --fpm-config "$scratch/php-fpm.conf" "$@" &
    echo $! >"$scratch/php-fpm.pid"
    wait $! || true
    kill -TERM $$ 2>/dev/null || true
} &
php_fpm=$!
# -e: nginx opens its compiled-in log, which it may not write to, before it reads the configuration.
nginx -e stderr -c "$scratch/nginx.conf" -g "$user" &
nginx=$!

# With QUIT, both finish the requests under way, for as long as their configurations say; TERM would cut them off.
trap 'kill -QUIT "$nginx" 2>/dev/null || true' TERM INT
# A signal ends the first wait before nginx has ended.
wait "$nginx" || wait "$nginx" || true
kill -QUIT "$(cat "$scratch/php-fpm.pid")" 2>/dev/null || true
wait "$php_fpm" || true
rm -rf "$scratch"
