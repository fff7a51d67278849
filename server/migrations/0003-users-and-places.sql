-- People, who pays, and sites: the customer-data service. Clinics join the shared tables later.

-- One row an account, with the account's id; written at sign-up through the front door.
create table customers.users (
  id uuid primary key,
  email text not null check (length(email) <= 254),
  first_name text check (length(first_name) <= 255),
  last_name text check (length(last_name) <= 255),
  city text check (length(city) <= 255),
  region text check (length(region) <= 255),
  country text check (country in ('Canada', 'USA')),
  phone text check (phone ~ '^[0-9]{10}$'),
  onboarded smallint not null default 0 check (onboarded in (0, 1)),
  version int not null default 1,
  created_at timestamptz(3) not null default now()
);

create table customers.billing_entities (
  id uuid primary key,
  name text not null check (length(name) between 1 and 255),
  email text not null check (length(email) <= 254),
  phone text not null check (phone ~ '^[0-9]{10}$'),
  address text check (length(address) <= 255),
  city text check (length(city) <= 255),
  region text check (length(region) <= 255),
  country text check (country in ('Canada', 'USA')),
  postal_code text check (length(postal_code) <= 20),
  currency text check (currency in ('cad', 'usd')), -- fixed by the first thing it pays for
  brand text,                                       -- of its card; a copy that payments keeps true
  last_four text check (last_four ~ '^[0-9]{4}$'),
  version int not null default 1,
  created_at timestamptz(3) not null default now(),
  deleted_at timestamptz(3),
  check ((brand is null) = (last_four is null))
);

create table customers.sites (
  id uuid primary key,
  name text not null check (length(name) between 1 and 255),
  description text not null check (length(description) <= 2000),
  address text check (length(address) <= 255),
  city text check (length(city) <= 255),
  region text check (length(region) <= 255),
  country text check (country in ('Canada', 'USA')),
  postal_code text check (length(postal_code) <= 20),
  domain text,
  subdomain text not null,                          -- the live one of host_names, repeated for lists
  code text not null check (code ~ '^[2-9A-HJKMNP-Z]{8}$'),
  billing_entity_id uuid not null references customers.billing_entities,
  plan_id uuid not null,                            -- of payments.plans
  install_preference text check (length(install_preference) <= 1024), -- {unit, operation_type} as JSON
  standing text not null default 'ok' check (standing in ('ok', 'read_only', 'stopped')),
  version int not null default 1,
  created_at timestamptz(3) not null default now(),
  deleted_at timestamptz(3)                         -- restorable for 30 days, then purged
) with (fillfactor = 90);
create unique index sites_code on customers.sites (code);
create index sites_billing_entity on customers.sites (billing_entity_id);
create index sites_deleted on customers.sites (deleted_at) where deleted_at is not null;

-- Who belongs to what, for every kind of place. A place keeps its members while it can be restored.
create table customers.members (
  place_id uuid not null,
  user_id uuid not null references customers.users,
  kind text not null check (kind in ('site', 'clinic', 'billing_entity')),
  role text not null check (role in ('Owner', 'Admin', 'User')),
  created_at timestamptz(3) not null default now(),
  place_deleted_at timestamptz(3),                  -- repeats the place's, so that lists and totals need no more
  primary key (place_id, user_id)
);
create index members_user on customers.members (user_id, kind, place_id) include (role, place_deleted_at);

-- The one namespace of sites and clinics. `former` names lead to their live place, `held` ones are
-- those of deleted places; both are closed to others until `until`.
create table customers.host_names (
  name text primary key check (name ~ '^[a-z0-9](?:[a-z0-9-]{1,23}[a-z0-9])$'),
  kind text not null check (kind in ('site', 'clinic')),
  place_id uuid not null,
  state text not null check (state in ('live', 'former', 'held')),
  until timestamptz(3),
  check ((state = 'live') = (until is null))
);
create unique index host_names_live on customers.host_names (place_id) where state = 'live';
create index host_names_past on customers.host_names (place_id) where state <> 'live';
create index host_names_until on customers.host_names (until) where state <> 'live';
