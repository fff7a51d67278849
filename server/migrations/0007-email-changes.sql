-- Another address for an account, in force once a code sent to it is entered; undone from the old one.

create table auth.email_changes (
  id uuid primary key,                       -- the undo link follows from it under our secret
  user_id uuid not null references auth.accounts on delete cascade,
  email text not null check (email = lower(email)),
  previous_email text not null,              -- in force when it was asked for; it is told, and may undo
  asked_at timestamptz(3) not null default now(),
  confirmed_at timestamptz(3),
  ended_at timestamptz(3),                   -- given up or replaced before it was confirmed
  undone_at timestamptz(3)                   -- by its own link, or with an earlier change by that one's
);
create unique index email_changes_pending on auth.email_changes (user_id)
  where confirmed_at is null and ended_at is null and undone_at is null;
create index email_changes_user on auth.email_changes (user_id, asked_at);
create index email_changes_age on auth.email_changes (asked_at);

alter table auth.codes drop constraint codes_purpose_check;
alter table auth.codes add constraint codes_purpose_check check (purpose in ('confirm', 'reset', 'email'));

-- A copy that auth keeps true, as `email` is.
alter table customers.users add column pending_email text check (length(pending_email) <= 254);
