-- A ledger that was loaded from an export keeps its records to the byte, so that a hash that was printed once is found in it.
-- Up to this number they name the sites that they were recorded at.
alter table herd.ledgers
  add column loaded_n int8 not null default 0,
  add column loaded_from uuid[] not null default '{}';
