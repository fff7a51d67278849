-- no transaction
-- The key of what is withheld begins with its event. Where it began with the animal, a board that asks what still holds one was planned by it
-- in a database of many sites, and read all that the animal was ever given.
drop index concurrently if exists herd.withdrawals_of_event;
create unique index concurrently withdrawals_of_event on herd.withdrawals
  (site_id, event_id, animal_id, commodity, market, why);
alter table herd.withdrawals drop constraint if exists withdrawals_pkey,
  add constraint withdrawals_pkey primary key using index withdrawals_of_event;
