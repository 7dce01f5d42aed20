#!/bin/sh
# Makes the parts of the configuration that hold the shared data, in build/.
set -eu
cd "$(dirname "$0")"
shared=../../shared
mkdir -p build

# {"id":7,…},  →  /assets/7 '{"id":7,…}';
sed -nE "s|^(\{\"id\":([0-9]+),.*\}),?\$|/assets/\2 '\1';|p" "$shared/assets.json" >build/assets.map

# A directive holds 4 kB at most, so the body refers to the sentence 100 times instead of repeating it.
{
    echo 'location = /json-large {'
    echo "    set \$line '$(cat "$shared/sentence.txt")';"
    printf "    return 200 '{\"content\":\""
    awk 'BEGIN { for (line = 1; line < 100; line++) printf "$line\\\\n"; printf "$line" }'
    echo "\",\"size\":100,\"price\":10.12,\"vip\":true}';"
    echo '}'
} >build/json-large.conf

# A map that is cut short would serve some assets and not others.
assets=$(wc -l <build/assets.map)
if [ "$assets" -ne 1000 ]; then
    echo "build.sh: $shared/assets.json gave $assets assets, 1000 were expected" >&2
    exit 1
fi
