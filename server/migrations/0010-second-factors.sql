-- What is asked for after the password, of those who set it up.

-- An authenticator app (RFC 6238); one an account.
create table auth.totps (
  user_id uuid primary key references auth.accounts on delete cascade,
  secret bytea not null,                     -- encrypted under our secret, for this account alone
  begun_at timestamptz(3) not null default now(),
  confirmed_at timestamptz(3),               -- by its first code; null: being set up, asked of nobody
  last_step int8,                            -- of the last code that was taken: none up to it is again
  last_used_at timestamptz(3)
);

-- Each works once: a used one loses its row.
create table auth.backup_codes (
  user_id uuid not null references auth.accounts on delete cascade,
  code_hash bytea not null,                  -- keyed
  primary key (user_id, code_hash)
);

create table auth.passkeys (
  id uuid primary key,
  user_id uuid not null references auth.accounts on delete cascade,
  credential_id text not null,               -- as the authenticator calls it, base64url
  public_key bytea not null,                 -- COSE
  counter int8 not null,                     -- of its last answer; always 0 where it does not count
  transports text[] not null,                -- how the browser may reach it
  name text not null check (length(name) between 1 and 60),
  created_at timestamptz(3) not null default now(),
  last_used_at timestamptz(3)
);
create unique index passkeys_credential on auth.passkeys (credential_id);
create index passkeys_user on auth.passkeys (user_id, id);

-- What a passkey is asked to sign: for one account and purpose, once, within minutes.
create table auth.passkey_challenges (
  challenge_hash bytea primary key,
  user_id uuid not null references auth.accounts on delete cascade,
  purpose text not null check (purpose in ('enrol', 'sign-in', 'step-up')),
  expires_at timestamptz(3) not null
);
create index passkey_challenges_user on auth.passkey_challenges (user_id);
create index passkey_challenges_age on auth.passkey_challenges (expires_at);

-- Whoever showed the right password and not yet the second factor.
create table auth.sign_in_tickets (
  ticket_hash bytea primary key,             -- SHA-256
  user_id uuid not null references auth.accounts on delete cascade,
  expires_at timestamptz(3) not null
);
create index sign_in_tickets_user on auth.sign_in_tickets (user_id);
create index sign_in_tickets_age on auth.sign_in_tickets (expires_at);

-- Browsers that are not asked for the second factor; the password they are.
create table auth.trusted_devices (
  id uuid primary key,
  user_id uuid not null references auth.accounts on delete cascade,
  token_hash bytea not null,                 -- SHA-256 of what its cookie holds
  session_id uuid not null,                  -- the last that began there: ended by its owner, trust ends too
  user_agent text not null,
  network text not null,
  created_at timestamptz(3) not null default now(),
  last_used_at timestamptz(3) not null default now(),
  expires_at timestamptz(3) not null
);
create unique index trusted_devices_token on auth.trusted_devices (token_hash);
create index trusted_devices_user on auth.trusted_devices (user_id, last_used_at);
create index trusted_devices_age on auth.trusted_devices (expires_at);
