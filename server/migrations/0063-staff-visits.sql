-- Visits: a member of the staff sees the portal as somebody who has allowed it, for a time, and changes nothing.
create table platform.staff_visits (
  id uuid primary key,
  staff_id uuid not null,                      -- without a reference: lines outlive accounts
  staff_name text not null,
  user_id uuid not null references auth.accounts on delete cascade, -- whose eyes it is seen through
  reason text not null check (length(reason) between 3 and 500),
  minutes int not null check (minutes in (15, 30, 60)),
  state text not null default 'asked' check (state in ('asked', 'allowed', 'running', 'declined', 'revoked', 'ended')),
  asked_at timestamptz(3) not null default now(),
  until timestamptz(3) not null,               -- when the question, the yes or the visit is over
  started_at timestamptz(3),
  session_id uuid,                             -- of whoever of the staff began it: it ends with that one
  token_hash bytea,                            -- SHA-256 of the token, which is nowhere else
  looked_at uuid[] not null default '{}',      -- the places and payers that were opened
  check (state <> 'running' or (started_at is not null and session_id is not null and token_hash is not null))
);
create unique index staff_visits_token on platform.staff_visits (token_hash) where token_hash is not null;
-- One that is open, of each of the staff to each person; one that ran out of time is closed by the next.
create unique index staff_visits_open on platform.staff_visits (staff_id, user_id)
  where state in ('asked', 'allowed', 'running');
create index staff_visits_user on platform.staff_visits (user_id, id);
create index staff_visits_staff on platform.staff_visits (staff_id, user_id, id);

-- Whom a token lets read: callers, and visits that go on. Commands look in platform.callers alone, as does a process of the last
-- release, for which a visit's token is nobody's. A visit is over with its time, with the session and the rights of whoever
-- began it, and with either account.
create view platform.reading_callers as
  select c.token_hash, c.user_id, c.session_id, null::uuid as visit_id from platform.callers c
  union all
  select v.token_hash, v.user_id, v.id, v.id
  from platform.staff_visits v
  join platform.sessions s on s.id = v.session_id and s.user_id = v.staff_id
  join auth.accounts a on a.id = v.staff_id
  join auth.accounts u on u.id = v.user_id
  where v.state = 'running' and v.until > now()
    and s.user_state = 'active' and s.idle_expires_at > now() and s.absolute_expires_at > now()
    and a.user_state = 'active' and 'Admin' = any(a.groups) and u.user_state = 'active'
    -- Each looked for by its index, and only of a visit that was found: of two that exist either way a table would be read whole.
    and coalesce(
      (select true from auth.totps t where t.user_id = v.staff_id and t.confirmed_at is not null limit 1),
      (select true from auth.passkeys k where k.user_id = v.staff_id limit 1),
      false);
