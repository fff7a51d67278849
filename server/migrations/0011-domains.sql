-- Custom domains: what a site or clinic asks for, and what was seen when it was last looked up.

-- A row a place that has a domain. Another domain is another row: proof and token never outlive it.
create table customers.domain_claims (
  id uuid primary key,
  place_id uuid not null,
  kind text not null check (kind in ('site', 'clinic')),
  domain text not null check (domain ~ '^[a-z0-9](?:[a-z0-9.-]{0,251}[a-z0-9])?$'),
  token text not null check (token ~ '^[a-z0-9]{32}$'), -- what its TXT record must hold
  state text not null default 'pending' check (state in ('pending', 'verified', 'failing', 'removed')),
  begun_at timestamptz(3) not null default now(),   -- when looking began; how often is counted from it
  verified_at timestamptz(3),                       -- first seen proven
  failing_since timestamptz(3),                     -- first of the failed looks since it was last seen proven
  is_off boolean not null default false,            -- proven once, failed too long: nothing answers there
  checked_at timestamptz(3),
  next_check_at timestamptz(3) default now(),       -- null: not looked at by itself any more
  seen_a text[] not null default '{}',
  seen_txt text[] not null default '{}',
  reason text,                                      -- what is amiss, in words for its owner; null: nothing
  check ((state in ('verified', 'failing')) = (verified_at is not null)),
  check (not is_off or state = 'failing')
);
create unique index domain_claims_place on customers.domain_claims (place_id);
-- Anyone may claim; one at a time has the proof. The same index answers whose a host is.
create unique index domain_claims_proven on customers.domain_claims (domain)
  where state in ('verified', 'failing');
create index domain_claims_due on customers.domain_claims (next_check_at) where next_check_at is not null;

-- What a tenant's own host must know of its place, whichever kind it is.
create view customers.tenants as
  select id, 'site'::text as kind, name, subdomain, standing, install_preference,
    null::text as email, null::text as phone, deleted_at
  from customers.sites
  union all
  select id, 'clinic', name, subdomain, standing, null, email, phone, deleted_at
  from customers.clinics;

-- Names that certificates were allowed for, so that no place uses up what the authority gives us in a day.
create table tenants.certificate_names (
  name text not null,
  place_id uuid not null,
  allowed_at timestamptz(3) not null default now(),
  primary key (name, place_id)
);
create index certificate_names_place on tenants.certificate_names (place_id, allowed_at);
create index certificate_names_age on tenants.certificate_names (allowed_at);
