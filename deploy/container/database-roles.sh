#!/bin/sh
# Runs once in the container of the database, when it is new: makes the role that serves requests and owns nothing.
set -eu
psql --set ON_ERROR_STOP=1 --username "$POSTGRES_USER" --dbname "$POSTGRES_DB" \
  --set password="$(cat /run/secrets/database_password)" <<'SQL'
create role cairn login password :'password';
grant pg_monitor to cairn;
SQL
