-- Files of animals that were brought, and what is there of demo animals.
create table herd.imports (
  site_id uuid not null,
  id uuid not null,                            -- the `session` of the events that it made
  person_id uuid not null,
  file_name text not null,
  rows int4 not null,
  done int4 not null default 0,                -- fewer than `rows` where it was broken off
  options text not null,                       -- canonical JSON: how its columns were read, remembered for the next
  began_at timestamptz(3) not null default now(),
  primary key (site_id, id)
);
create index imports_latest on herd.imports (site_id, began_at desc, id);

create table herd.demo (
  site_id uuid not null,
  kind text not null check (kind in ('animal', 'pen', 'product')),
  id uuid not null,
  primary key (site_id, kind, id)
);
