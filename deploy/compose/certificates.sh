#!/bin/sh
# Writes the passwords, the addresses of the database and its certificates into secrets/, once.
set -eu
cd "$(dirname "$0")"
[ ! -e secrets ] || { echo "secrets/ exists already; nothing was changed." >&2; exit 1; }
umask 077
mkdir -p secrets/tls

for who in owner service; do
  openssl rand -hex 24 | tr -d '\n' > "secrets/${who}_password"
done
tls='sslmode=verify-full&sslrootcert=/etc/vezne/ca.crt'
printf 'postgres://vezne_owner:%s@postgres:5432/vezne?%s' "$(cat secrets/owner_password)" "$tls" \
  > secrets/owner_url
printf 'postgres://vezne:%s@postgres:5432/vezne?%s' "$(cat secrets/service_password)" "$tls" \
  > secrets/service_url
# The key of stored cards is made up of both parts; keep a copy of each with another person.
for part in 1 2; do
  openssl rand -base64 32 | tr -d '\n' > "secrets/vault_part_$part"
done

cd secrets/tls
openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 3650 \
  -subj '/CN=vezne database authority' -keyout ca.key -out ca.crt 2> /dev/null
openssl req -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes \
  -subj '/CN=postgres' -keyout server.key -out server.csr 2> /dev/null
printf 'subjectAltName=DNS:postgres\n' > server.ext
openssl x509 -req -in server.csr -CA ca.crt -CAkey ca.key -CAcreateserial -days 825 \
  -extfile server.ext -out server.crt 2> /dev/null
rm server.csr server.ext
chmod 644 ca.crt server.crt
# The users of the containers: PostgreSQL has 999, Vezne 10001.
if [ "$(id -u)" = 0 ]; then
  chown 999 server.key ../owner_password ../service_password
  chown 10001 ../owner_url ../service_url ../vault_part_1 ../vault_part_2
  chmod 711 .. .
else
  echo "Run 'chown 999 tls/server.key *_password' and 'chown 10001 *_url vault_part_*' in secrets/" >&2
fi
