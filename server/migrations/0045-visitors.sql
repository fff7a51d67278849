-- Who stands on a tenant's host: what a call of its app asks by cookie and host, in its own statement.

-- A visit of the app keeps its session alive as a visit of the portal does; set at most once an hour.
alter table tenants.sessions add column last_used_at timestamptz(3) not null default now();

-- One row a name that the place of a live session answers or answered under. A view, not a copy: whoever is removed, signs
-- out or does not pay is so with the next call. Without a role: no member any more.
create view platform.visitors as
  select
    t.token_hash,
    t.id as session_id,
    case when t.last_used_at < now() - interval '1 hour' then t.id end as due_session_id,
    t.user_id,
    t.place_id,
    case when s.id is not null then 'site' else 'clinic' end as place_kind,
    m.role,
    coalesce(s.standing, c.standing) as standing,
    n.host_name,
    n.is_former,
    coalesce(nullif(concat_ws(' ', nullif(u.first_name, ''), nullif(u.last_name, '')), ''), u.email) as person_name,
    coalesce(s.name, c.name) as place_name,
    coalesce(s.country, c.country) as country,
    coalesce(s.region, c.region) as region,
    s.install_preference
  from tenants.sessions t
  join platform.sessions p on p.id = t.portal_session_id
  left join customers.sites s on s.id = t.place_id and s.deleted_at is null
  left join customers.clinics c on c.id = t.place_id and c.deleted_at is null
  left join customers.members m
    on m.place_id = t.place_id and m.user_id = t.user_id and m.place_deleted_at is null
  left join customers.users u on u.id = t.user_id
  cross join lateral (
    select h.name as host_name, h.state = 'former' as is_former
    from customers.host_names h
    where h.place_id = t.place_id and (h.state = 'live' or (h.state = 'former' and h.until > now()))
    union all
    select d.domain, false
    from customers.domain_claims d
    where d.place_id = t.place_id and d.state in ('verified', 'failing') and not d.is_off
    union all
    select t.place_id::text, false
  ) n
  where p.user_state = 'active'
    and p.absolute_expires_at > now()
    and (p.idle_expires_at > now() or t.last_used_at > now() - interval '7 days')
    and coalesce(s.id, c.id) is not null;

create schema if not exists herd;

-- What a site was asked at its first launch.
create table herd.settings (
  site_id uuid primary key,
  kind text not null,                          -- of operation: feedlot, cow-calf, …
  zone text not null,                          -- an IANA name; all days of the site are told by it
  markets text[] not null check (cardinality(markets) > 0),
  changed_at timestamptz(3) not null default now()
);
