-- Accounts, the addresses they are reached under, the codes mailed to them, and what slows guessing down.

create table auth.accounts (
  id uuid primary key,
  password_hash text not null,               -- Argon2id with its parameters and salt
  groups text[] not null default '{User}',
  confirmed_at timestamptz(3),               -- when the address was proven; null: no sign-in yet
  created_at timestamptz(3) not null default now()
);
create index accounts_unconfirmed on auth.accounts (created_at) where confirmed_at is null;

-- Apart from the account, since an address is unique over everybody.
create table auth.emails (
  email text primary key check (email = lower(email)),
  user_id uuid not null references auth.accounts on delete cascade
);
create unique index emails_user on auth.emails (user_id);

-- One row a letter that carries a code.
create table auth.codes (
  id uuid primary key,                       -- the id of the job that mails it
  user_id uuid not null references auth.accounts on delete cascade,
  purpose text not null check (purpose in ('confirm', 'reset')),
  digits_hash bytea,                         -- keyed; null once five wrong tries have closed the digits
  link_hash bytea,                           -- keyed, of the token in a reset letter's link
  made_at timestamptz(3) not null default now(),
  expires_at timestamptz(3) not null,        -- counted again when the letter is handed over
  closed_at timestamptz(3)                   -- used, or made useless by another that was
);
create index codes_user on auth.codes (user_id, purpose, made_at);
create index codes_age on auth.codes (expires_at);

-- How often an account's digits were tried since they last came anew, and when in the last day.
create table auth.code_tries (
  user_id uuid primary key references auth.accounts on delete cascade,
  tries int not null default 0,
  tried_at timestamptz(3)[] not null default '{}'
);

-- When letters were asked for, by keyed hash of the address, known or not.
create table auth.askings (
  address_hash bytea not null,
  purpose text not null,
  asked_at timestamptz(3)[] not null,
  last_at timestamptz(3) not null,
  primary key (address_hash, purpose)
);
create index askings_age on auth.askings (last_at);

-- Wrong passwords in a row, by keyed hash of the address, known or not.
create table auth.sign_in_failures (
  address_hash bytea primary key,
  failures int not null,
  locked_until timestamptz(3),
  last_at timestamptz(3) not null default now()
);
create index sign_in_failures_age on auth.sign_in_failures (last_at);
