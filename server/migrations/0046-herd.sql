-- A site's ledger and what is made of it. Events are never changed; all else here but pens, lots and the cabinet is a
-- projection of them, written in the same transaction, which rebuilding finds as it is.
create schema if not exists herd;

create table herd.ledgers (
  site_id uuid primary key,
  n int8 not null,                             -- of its last event; its row is the lock of all its writes
  head bytea not null,                         -- the hash of that event; 32 zeros before the first
  context text                                 -- canonical JSON: zone, markets, species that its projections stand under
);

create table herd.events (
  site_id uuid not null,
  n int8 not null check (n > 0),               -- the site's own, without a gap
  id uuid not null,                            -- made where it happened
  kind text not null,
  received_at timestamptz(3) not null,
  record text not null,                        -- canonical JSON of the event and what the server added
  hash bytea not null,                         -- SHA-256 of the hash before it and the record
  primary key (site_id, n)
);
create unique index events_id on herd.events (site_id, id);

-- Of which animals an event is; a void is of those of the event that it takes back.
create table herd.event_animals (
  site_id uuid not null,
  animal_id uuid not null,
  at timestamptz(3) not null,                  -- when it was, as far as the server believes it
  n int8 not null,
  primary key (site_id, animal_id, at, n)
);

-- What an animal is now: its card.
create table herd.animals (
  site_id uuid not null,
  id uuid not null,
  as_of int8 not null,                         -- the number of the last event that is of it
  status text not null check (status in ('here', 'dead', 'gone', 'merged', 'void')), -- void: all of it was taken back
  same_as uuid,                                -- merged: the animal that it is
  pen_id uuid,
  lot_id uuid,
  main_tag text collate "C" not null,          -- empty where it bears none
  clear_at timestamptz(3),                     -- the latest end of what holds it at home; year 9999: none; null: never held
  card text not null,                          -- canonical JSON
  primary key (site_id, id)
);
create unique index animals_changes on herd.animals (site_id, as_of, id);
create index animals_list on herd.animals (site_id, status, main_tag, id);
create index animals_in_pen on herd.animals (site_id, pen_id, main_tag, id) include (clear_at) where status = 'here';
create index animals_in_lot on herd.animals (site_id, lot_id, main_tag, id) include (clear_at) where status = 'here';
create index animals_held on herd.animals (site_id, clear_at, id) where status = 'here' and clear_at is not null;
create index animals_same on herd.animals (site_id, same_as) where same_as is not null;

create table herd.identifiers (
  site_id uuid not null,
  animal_id uuid not null,
  event_id uuid not null,
  kind text not null,
  value text collate "C" not null,             -- capitals, letters and digits alone
  typed text not null,
  from_at timestamptz(3) not null,
  to_at timestamptz(3),                        -- null: it bears it
  reversed text collate "C" not null,          -- for what a value ends with
  grams text[] not null,                       -- every three characters in a row, after the site's own mark
  primary key (site_id, animal_id, event_id, kind, value)
);
create index identifiers_value on herd.identifiers (site_id, value);
create index identifiers_reversed on herd.identifiers (site_id, reversed);
create index identifiers_grams on herd.identifiers using gin (grams);

create table herd.treatments (
  site_id uuid not null,
  animal_id uuid not null,
  event_id uuid not null,
  at timestamptz(3) not null,
  product_id uuid,                             -- the version of a product of the cabinet
  row text not null,                           -- canonical JSON
  primary key (site_id, animal_id, event_id)
);
create index treatments_given on herd.treatments (site_id, at, product_id);

create table herd.withdrawals (
  site_id uuid not null,
  animal_id uuid not null,
  event_id uuid not null,
  commodity text not null,
  market text not null,
  why text not null,
  clear_at timestamptz(3) not null,            -- year 9999: no end
  provisional text,                            -- yes: rests on doses that are planned
  primary key (site_id, animal_id, event_id, commodity, market, why)
);

create table herd.weights (
  site_id uuid not null,
  animal_id uuid not null,
  event_id uuid not null,
  at timestamptz(3) not null,
  grams int8 not null,
  typed text not null,
  unit text not null,
  source text not null,
  primary key (site_id, animal_id, event_id)
);

create table herd.stays (
  site_id uuid not null,
  animal_id uuid not null,
  event_id uuid not null,
  pen_id uuid not null,
  from_at timestamptz(3) not null,
  to_at timestamptz(3),
  primary key (site_id, animal_id, event_id)
);
create index stays_pen on herd.stays (site_id, pen_id, from_at);

create table herd.findings (
  site_id uuid not null,
  kind text not null,
  subject text not null,                       -- the event, or the value of a tag
  animal_id uuid not null,
  primary key (site_id, kind, subject, animal_id)
);
create index findings_animal on herd.findings (site_id, animal_id);

create table herd.pens (
  site_id uuid not null,
  id uuid not null,
  name text not null check (length(name) between 1 and 60),
  created_at timestamptz(3) not null default now(),
  primary key (site_id, id)
);
create unique index pens_name on herd.pens (site_id, lower(name));

create table herd.lots (
  site_id uuid not null,
  id uuid not null,
  name text not null check (length(name) between 1 and 60),
  created_at timestamptz(3) not null default now(),
  primary key (site_id, id)
);
create unique index lots_name on herd.lots (site_id, lower(name));

-- The medicine cabinet. A version is never changed: another label is another version.
create table herd.products (
  site_id uuid not null,
  id uuid not null,
  name text not null check (length(name) between 1 and 60),
  version_id uuid not null,                    -- its newest
  primary key (site_id, id)
);
create unique index products_name on herd.products (site_id, lower(name));

create table herd.product_versions (
  site_id uuid not null,
  id uuid not null,
  product_id uuid not null,
  version int not null,
  uses text not null,                          -- canonical JSON: what its label says of each use, where that stands, read when
  person_id uuid not null,                     -- who typed it in
  created_at timestamptz(3) not null default now(),
  primary key (site_id, id)
);
create unique index product_versions_number on herd.product_versions (site_id, product_id, version);

create table herd.stock_lots (
  site_id uuid not null,
  id uuid not null,
  product_id uuid not null,
  batch text not null check (length(batch) between 1 and 60),
  expires_on date,
  created_at timestamptz(3) not null default now(),
  primary key (site_id, id)
);
create unique index stock_lots_batch on herd.stock_lots (site_id, product_id, lower(batch));
