-- What an account has been signed in from before, so that its owner is told of something new.

create table auth.known_devices (
  user_id uuid not null references auth.accounts on delete cascade,
  device_hash bytea not null,                -- keyed, of what it says of itself and the wider network
  last_at timestamptz(3) not null default now(),
  primary key (user_id, device_hash)
);
create index known_devices_age on auth.known_devices (last_at);
