#!/bin/sh
# start.sh PROGRAM ARGUMENT...: becomes the program, on as many processors as WORKERS says. The runtime reads
# the number when it starts, so the program cannot set it itself.
set -eu
export DOTNET_PROCESSOR_COUNT="${WORKERS:-$(nproc)}"
exec "$@"
