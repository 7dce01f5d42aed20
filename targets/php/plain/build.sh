#!/bin/sh
# Checks that PHP has the extensions, and writes the shared data as PHP, in build/.
set -eu
cd "$(dirname "$0")"

modules=$(php -m)
for extension in apcu mongodb pdo_mysql pdo_pgsql; do
    if ! printf '%s\n' "$modules" | grep -qix "$extension"; then
        echo "build.sh: PHP lacks the extension $extension: php -m lists it if it is installed" >&2
        echo "next: apt-get install php-fpm php-apcu php-mongodb php-mysql php-pgsql" >&2
        exit 1
    fi
done

mkdir -p build
php build.php
