-- Which secrets (APP_SECRET) values here were written under, so that a process with others is told at its start.
create table platform.secrets (
  fingerprint text primary key,              -- keyed by the secret itself, which it gives away to nobody
  began_at timestamptz(3) not null default now(), -- when a process that writes under it first started
  retired_at timestamptz(3)                  -- since when nothing that must be kept is under it
);
