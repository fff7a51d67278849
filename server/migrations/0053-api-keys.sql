-- Keys with which programs call as a person. Written only by auth; read with every call, as sessions are.
create table platform.api_keys (
  id uuid primary key,
  user_id uuid not null references auth.accounts on delete cascade, -- whose rights it has, and never more
  name text not null,
  key_hash bytea not null,                     -- SHA-256 of the whole key, which is nowhere else
  scopes text[] not null check (cardinality(scopes) > 0),
  networks text[] not null default '{}',       -- addresses and networks it works from; none: from anywhere
  calls_per_minute int not null check (calls_per_minute > 0),
  created_at timestamptz(3) not null default now(),
  expires_at timestamptz(3) not null,
  last_used_at timestamptz(3),                 -- set at most once a minute
  last_network text,                           -- address it was last used from, IPv6 as /64
  revoked_at timestamptz(3)                    -- the row stays, for the activity that names it
);
create unique index api_keys_hash on platform.api_keys (key_hash);
create index api_keys_user on platform.api_keys (user_id, id);

-- By which key something was done; null: by its person themselves, or by nobody. Without a reference: lines outlive keys.
alter table platform.audit add column key_id uuid;

-- Whoever a bearer's token belongs to now: one row a live session and a key that works. A key is never fresh, so that
-- nothing is done by it that asks again who somebody is.
create view platform.callers as
  select s.access_hash as token_hash, s.user_id, s.id as session_id, null::uuid as key_id, s.fresh_at
  from platform.sessions s
  where s.access_expires_at > now() and s.user_state = 'active'
  union all
  select k.key_hash, k.user_id, k.id, k.id, null::timestamptz(3)
  from platform.api_keys k
  join auth.accounts a on a.id = k.user_id and a.user_state = 'active'
  where k.expires_at > now() and k.revoked_at is null;
