-- When backups were made; and while a copy that was restored reaches nobody outside.
create table platform.backups (
  taken_at timestamptz(3) primary key, -- of its snapshot
  took_ms int not null,
  bytes int8 not null,
  is_encrypted boolean not null
);
-- A spell without an end: nothing is mailed or charged until an operator ends it.
create table platform.quiet_spells (
  began_at timestamptz(3) primary key default now(),
  cause text not null,
  ended_at timestamptz(3)
);
