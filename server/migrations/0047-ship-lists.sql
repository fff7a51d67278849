-- Animals meant for one load. They stand beside the ledger: what happened to animals is in it, and a departure is there as
-- the `left` of each; what somebody planned, let pass and printed is here, with the ledger's number and hash it rested on.
create table herd.ship_lists (
  site_id uuid not null,
  id uuid not null,
  state text not null check (state in ('draft', 'checked', 'locked', 'broken', 'departed')),
  destination text not null check (length(destination) between 1 and 120),
  market text not null,                        -- of the destination: its rules count beside those of home
  load_at timestamptz(3) not null,             -- planned; the gate judges for it
  transport text not null,                     -- JSON: what the carrier's papers ask for
  made_by uuid not null,
  made_by_name text not null,
  created_at timestamptz(3) not null default now(),
  locked_at timestamptz(3),
  locked_by_name text,
  locked_n int8,                               -- the ledger's last number when it was locked
  locked_head text,                            -- and the hash of that event, in hexadecimal
  broken_at timestamptz(3),
  departed_at timestamptz(3),
  departed_by_name text,
  primary key (site_id, id),
  check ((state in ('locked', 'broken', 'departed')) <= (locked_at is not null)),
  check ((state = 'departed') = (departed_at is not null))
);
create index ship_lists_load on herd.ship_lists (site_id, load_at desc, id desc);
create index ship_lists_open on herd.ship_lists (site_id, load_at desc, id desc) where state <> 'departed';
create index ship_lists_gone on herd.ship_lists (site_id, load_at desc, id desc) where state = 'departed';

create table herd.ship_entries (
  site_id uuid not null,
  list_id uuid not null,
  animal_id uuid not null,
  answer text,                                 -- JSON: what the gate said last; of a list that has left, as it left
  override_by_name text,
  override_reason text,
  override_at timestamptz(3),
  override_of text,                            -- JSON: the reasons that it was of; any other holds again
  primary key (site_id, list_id, animal_id),
  check ((override_reason is null) = (override_of is null))
);
create index ship_entries_animal on herd.ship_entries (site_id, animal_id, list_id);

-- A hold that became known after its animal had left. It stays, also where what it rested on is taken back.
create table herd.late_truths (
  site_id uuid not null,
  list_id uuid not null,
  animal_id uuid not null,
  event_id uuid not null,
  market text not null,
  product_name text,
  clear_at timestamptz(3) not null,            -- year 9999: no end
  found_at timestamptz(3) not null,
  taken_back_at timestamptz(3),
  settled_at timestamptz(3),                   -- somebody has looked at it
  primary key (site_id, list_id, animal_id, event_id, market)
);
