#!/bin/sh
# Two roles and the database: `byre_owner` migrates, `byre` reads and writes rows (docs/operators/database.md). The PostgreSQL
# image runs it once, when its volume is empty. SECRETS is the folder with the two passwords.
set -eu
secrets=${SECRETS:-/run/secrets}
psql --no-psqlrc --quiet --set=ON_ERROR_STOP=1 --username="${POSTGRES_USER:-postgres}" --dbname=postgres \
	--set=owner="$(cat "$secrets/owner_password")" --set=byre="$(cat "$secrets/byre_password")" <<'SQL'
create role byre_owner login password :'owner';
create role byre login password :'byre';
create database byre owner byre_owner template template0 encoding 'UTF8';
revoke all on database byre from public;
grant connect on database byre to byre;
SQL
