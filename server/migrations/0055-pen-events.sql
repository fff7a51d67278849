-- Which events are of a pen rather than of animals: feed that is begun and stopped there, and what takes these back. An animal
-- is folded with those of the pens in which it stood.
create table herd.pen_events (
  site_id uuid not null,
  pen_id uuid not null,
  n int8 not null,                             -- of the event in the ledger
  at timestamptz(3) not null,                  -- when it was, as far as the server believes it
  primary key (site_id, pen_id, n)
);
