#!/bin/sh
# Runs once in the container of the database, when it is new: makes the registry of tenants, and the role that makes their databases.
set -eu
psql --set ON_ERROR_STOP=1 --username "$POSTGRES_USER" --dbname "$POSTGRES_DB" \
  --set password="$(cat /run/secrets/operator_password)" <<'SQL'
create role cairn_operator login createdb createrole password :'password';
create database cairn_tenants owner cairn_operator;
SQL
