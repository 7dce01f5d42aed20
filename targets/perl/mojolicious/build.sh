#!/bin/sh
# Nothing is built: checks that Perl has the modules.
set -eu
for module in Mojolicious Mojo::Pg DBD::MariaDB MongoDB Cpanel::JSON::XS EV; do
    if ! perl "-M$module" -e 1 2>/dev/null; then
        echo "build.sh: Perl lacks the module $module: perl -M$module -e 1 succeeds if it is installed" >&2
        echo "next: apt-get install libmojolicious-perl libmojo-pg-perl libdbd-mariadb-perl libmongodb-perl" \
            "libcpanel-json-xs-perl libev-perl libbson-xs-perl" >&2
        exit 1
    fi
done
