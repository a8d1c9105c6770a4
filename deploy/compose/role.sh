#!/bin/sh
# Runs once, when the database is made: the role of the service, which owns nothing.
set -eu
psql -v ON_ERROR_STOP=1 -U "$POSTGRES_USER" -d "$POSTGRES_DB" \
  -v password="$(cat /run/secrets/service_password)" <<'SQL'
create role vezne login password :'password';
SQL
