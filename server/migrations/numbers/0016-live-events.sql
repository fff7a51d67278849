-- Instead of 0016-live-events.sql where EVENT_CURSOR is numbers, for databases that have no numbers of transactions: a line is
-- numbered once it can be seen, in the order in which it is, and never below a number that was given before.
alter table platform.audit add column written_in int8; -- 0: has none yet; null: nobody is told of it
alter table platform.audit alter column written_in set default 0;
create index audit_written on platform.audit (written_in);

-- The last number that was given: one row, held by whoever gives the next ones.
create table platform.audit_numbers (
  is_one boolean primary key default true check (is_one),
  last int8 not null
);
insert into platform.audit_numbers (last) values (0);
