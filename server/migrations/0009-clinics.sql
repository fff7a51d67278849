-- Clinics stand beside sites: the same host names, members, payers and standing.
create table customers.clinics (
  id uuid primary key,
  name text not null check (length(name) between 1 and 255),
  description text check (length(description) <= 2000),
  email text not null check (length(email) <= 254),
  phone text not null check (phone ~ '^1[0-9]{10}$'),
  address text check (length(address) <= 255),
  city text check (length(city) <= 255),
  region text check (length(region) <= 255),
  country text check (country in ('Canada', 'USA')),
  postal_code text check (length(postal_code) <= 20),
  domain text check (domain ~ '^https://[a-z0-9.-]{1,25}$'),
  subdomain text not null,                          -- the live one of host_names, repeated for lists
  code text not null check (code ~ '^[2-9A-HJKMNP-Z]{8}$'),
  billing_entity_id uuid not null references customers.billing_entities,
  plan_id uuid,                                     -- of payments.plans; null: in trial, none chosen yet
  standing text not null default 'ok' check (standing in ('ok', 'read_only', 'stopped')),
  version int not null default 1,
  created_at timestamptz(3) not null default now(),
  deleted_at timestamptz(3)                         -- restorable for 30 days, then purged
) with (fillfactor = 90);
create unique index clinics_code on customers.clinics (code);
create index clinics_billing_entity on customers.clinics (billing_entity_id);
create index clinics_deleted on customers.clinics (deleted_at) where deleted_at is not null;

-- What every kind of place has in common, for deeds that serve all kinds (members, invites, activity).
create view customers.places as
  select id, 'site'::text as kind, name, standing, deleted_at from customers.sites
  union all
  select id, 'clinic', name, standing, deleted_at from customers.clinics
  union all
  select id, 'billing_entity', name, 'ok', deleted_at from customers.billing_entities;
