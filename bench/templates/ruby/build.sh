#!/bin/sh
# Resolves the Gemfile, in build/: with the gems that are installed here if they suffice, as Debian's packages
# do, otherwise with the current ones, downloaded into build/gems.
set -eu
cd "$(dirname "$0")"
mkdir -p build
cp Gemfile build/
# Where an earlier build had to download, it left word to look nowhere else.
rm -rf build/.bundle

# Ruby's official image sets the second one, too: to a folder outside of build/.
export BUNDLE_GEMFILE="$PWD/build/Gemfile" BUNDLE_APP_CONFIG="$PWD/build/.bundle"
# Debian's own Bundler finds the gems of Debian's packages, the one that comes with Ruby does not always.
for version in $(gem list --exact bundler | tr -cs '0-9.' ' '); do
    if bundle "_${version}_" install --local; then exit; fi
done
bundle config set --local path gems
bundle install || {
    echo "build.sh: the gems are neither installed here nor to be had from their registry" >&2
    echo "next: apt-get install bundler puma ruby" >&2
    exit 1
}
