-- What every module stands on: sessions, idempotency keys, the audit trail, shared counters.
create schema platform;
create schema auth;
create schema customers;
create schema payments;
create schema species;
create schema tenants;

-- Written only by auth; read with every call (platform/authentication/actor.ts).
create table platform.sessions (
  id uuid primary key,
  user_id uuid not null,
  user_state text not null default 'active' check (user_state in ('active', 'disabled')),
  access_hash bytea not null,                  -- SHA-256 of the access token
  access_expires_at timestamptz(3) not null,
  refresh_hash bytea not null,                 -- SHA-256 of the refresh token in force
  previous_refresh_hash bytea,                 -- of its direct predecessor
  rotated_at timestamptz(3) not null default now(),
  idle_expires_at timestamptz(3) not null,
  absolute_expires_at timestamptz(3) not null,
  fresh_at timestamptz(3) not null default now(), -- last time a password or passkey was shown
  user_agent text not null default '',
  network text not null default '',            -- address it was last used from, IPv6 as /64
  last_seen_at timestamptz(3) not null default now(),
  created_at timestamptz(3) not null default now()
);
create unique index sessions_access on platform.sessions (access_hash)
  include (user_id, access_expires_at, user_state);
create unique index sessions_refresh on platform.sessions (refresh_hash);
create index sessions_user on platform.sessions (user_id, last_seen_at);
create index sessions_absolute on platform.sessions (absolute_expires_at);

-- One row a deed that was done (or is being done) under an Idempotency-Key, kept 24 hours.
create table platform.idempotency_keys (
  scope text not null,                         -- the user's id, or a keyed hash of the address
  route text not null,
  key text not null,
  body_hash bytea not null,                    -- keyed hash over method, host, path and body
  state text not null check (state in ('running', 'done')),
  lease_until timestamptz(3),                  -- of a running one
  status smallint,
  reply text,
  created_at timestamptz(3) not null default now(),
  primary key (scope, route, key)
);
create index idempotency_keys_age on platform.idempotency_keys (created_at);

-- Append-only: who did what to what, written in the deed's own transaction.
create table platform.audit (
  id uuid primary key,
  at timestamptz(3) not null default now(),
  actor_id uuid,
  deed text not null,
  kind text,
  subject_id uuid,
  before jsonb,
  after jsonb,
  network text not null default '',
  request_id text not null default ''
);
create index audit_subject on platform.audit (subject_id, id);
create index audit_actor on platform.audit (actor_id, id);
create index audit_age on platform.audit (at);

-- Fixed windows for exact limits and for settling the general ones between processes.
create table platform.rate_counters (
  bucket text not null,
  window_start timestamptz(3) not null,
  spent int not null,
  primary key (bucket, window_start)
);
create index rate_counters_age on platform.rate_counters (window_start);
