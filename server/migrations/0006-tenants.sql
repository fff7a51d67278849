-- Launches: single-use codes on their way to a tenant's host, and the sessions they become there.

-- Both tables go with their portal session: platform.sessions is what every module stands on.
create table tenants.hand_offs (
  code_hash bytea primary key,                 -- SHA-256 of the code
  state_hash bytea not null,                   -- SHA-256 of the state cookie that began the launch
  host text not null,                          -- the one host where the code is good
  place_kind text not null check (place_kind in ('site', 'clinic')),
  place_id uuid not null,
  user_id uuid not null,
  portal_session_id uuid not null references platform.sessions on delete cascade,
  expires_at timestamptz(3) not null,
  used_at timestamptz(3)
);
create index hand_offs_portal_session on tenants.hand_offs (portal_session_id);
create index hand_offs_expiry on tenants.hand_offs (expires_at);

create table tenants.sessions (
  id uuid primary key,
  token_hash bytea not null unique,            -- SHA-256 of the cookie
  place_id uuid not null,                      -- good on this place's hosts alone
  user_id uuid not null,
  portal_session_id uuid not null references platform.sessions on delete cascade,
  created_at timestamptz(3) not null default now()
);
create index sessions_portal_session on tenants.sessions (portal_session_id);
