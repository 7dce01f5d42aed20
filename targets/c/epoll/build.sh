#!/bin/sh
set -eu
cd "$(dirname "$0")"
mkdir -p build
cc -std=gnu11 -O2 -Wall -Wextra -o build/server server.c bodies.c
