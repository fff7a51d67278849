-- Undoing a change of address ends what was set since whoever asked for it had signed in.
alter table auth.email_changes add column since timestamptz(3); -- at most a day before it was asked for
update auth.email_changes set since = asked_at;
alter table auth.email_changes alter column since set default now();
alter table auth.email_changes alter column since set not null;

alter table auth.backup_codes add column made_at timestamptz(3); -- null: before this column
alter table auth.backup_codes alter column made_at set default now();
