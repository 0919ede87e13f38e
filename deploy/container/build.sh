#!/bin/sh
# The steps of the container file: builds Cairn in a checkout, and installs it into an empty folder as production has it, with the versions
# of the lock file, and without sources, packages that build it, the embedded database, or anything else that is optional.
#
#   deploy/container/build.sh <folder>
set -eu

target=${1:?usage: deploy/container/build.sh <folder>}
mkdir -p "$target"
target=$(cd "$target" && pwd)
cd "$(dirname "$0")/../.."

npm ci --include=dev --include=optional --no-audit --no-fund

# What would be published, and nothing else.
cp package.json package-lock.json .npmrc "$target"
for package in openehr client console server cli; do
  mkdir -p "$target/packages/$package"
  tarball=$(npm pack --silent --ignore-scripts --pack-destination "$target" --workspace "packages/$package")
  tar -xzf "$target/$tarball" -C "$target/packages/$package" --strip-components=1
  rm "$target/$tarball"
done

# npm wants the manifest of every workspace that the lock file has.
mkdir -p "$target/packages/embedded"
cp packages/embedded/package.json "$target/packages/embedded"
cd "$target"
npm ci --workspace packages/cli --omit=dev --omit=optional --ignore-scripts --no-audit --no-fund
rm -rf packages/embedded node_modules/.package-lock.json

mkdir -p bin
ln -sf ../node_modules/.bin/cairn bin/cairn
# Nobody has to write here, whoever runs it.
chmod -R a+rX,go-w .
bin/cairn --help >/dev/null
