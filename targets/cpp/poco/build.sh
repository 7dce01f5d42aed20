#!/bin/sh
# Compiles the server into build/, and notes which versions made it.
set -eu
cd "$(dirname "$0")"
mkdir -p build
# pkg-config prints several flags, one word each.
# shellcheck disable=SC2046
c++ -std=c++17 -O2 -Wall -Wextra -o build/server src/*.cpp \
    $(pkg-config --cflags --libs libmongoc-1.0) \
    -lPocoDataMySQL -lPocoDataPostgreSQL -lPocoData -lPocoNet -lPocoJSON -lPocoUtil -lPocoFoundation

# Poco/Version.h has 1.11.2 as 0x010B0200.
version=$(printf '#include <Poco/Version.h>\nPOCO_VERSION\n' | c++ -E -P -x c++ - | tail -n 1)
echo "$((version >> 24)).$((version >> 16 & 255)).$((version >> 8 & 255))" > build/version
c++ --version > build/compiler-version
