-- How long an arrival is held of which nobody knows what it was given, and how many millilitres one place takes by injection.
alter table herd.settings
  add column arrival_days int not null default 60,
  add column injection_ml int not null default 10;
