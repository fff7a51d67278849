-- What changed since a moment: an audit line knows the transaction that wrote it, so that two snapshots of
-- the database tell exactly which lines became visible between them, in whatever order they were committed.
alter table platform.audit add column written_in xid8; -- null: written before this column
alter table platform.audit alter column written_in set default pg_current_xact_id();
create index audit_written on platform.audit (written_in);
