-- no transaction
-- Of what an animal was ever given, and of all that a site ever gave, a board reads what still holds.
drop index concurrently if exists herd.withdrawals_of_animal;
create index concurrently withdrawals_of_animal on herd.withdrawals (site_id, animal_id, clear_at);
drop index concurrently if exists herd.withdrawals_ending;
create index concurrently withdrawals_ending on herd.withdrawals (site_id, clear_at);
-- What a list calls the pen and the lot of each of its animals, without a look at the pens themselves: among all those of the site
-- they were looked for, where a page of the table held them.
drop index concurrently if exists herd.pens_called;
create unique index concurrently pens_called on herd.pens (site_id, id) include (name);
drop index concurrently if exists herd.lots_called;
create unique index concurrently lots_called on herd.lots (site_id, id) include (name);
