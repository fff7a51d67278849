-- What a site's app keeps of its people and its lots.

-- Members who see the app and change nothing in it. An Owner is none, whatever stands here; nor is who is no member.
create table herd.viewers (
  site_id uuid not null,
  person_id uuid not null,
  since timestamptz(3) not null default now(),
  primary key (site_id, person_id)
);

-- What a lot is meant to gain, in grams a day; null: nobody has said.
alter table herd.lots add column target_grams int check (target_grams between 10 and 5000);

-- As before, but that a viewer is one: by the next call, and with no look-up of its own.
create or replace view platform.visitors as
  select
    t.token_hash,
    t.id as session_id,
    case when t.last_used_at < now() - interval '1 hour' then t.id end as due_session_id,
    t.user_id,
    t.place_id,
    case when s.id is not null then 'site' else 'clinic' end as place_kind,
    case
      when m.role <> 'Owner'
        and exists (select from herd.viewers w where w.site_id = t.place_id and w.person_id = t.user_id)
        then 'Viewer'
      else m.role
    end as role,
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

-- Who belongs to a site, as its app names them.
create view platform.site_people as
  select
    m.place_id as site_id,
    m.user_id as person_id,
    m.role,
    coalesce(nullif(concat_ws(' ', nullif(u.first_name, ''), nullif(u.last_name, '')), ''), u.email) as name
  from customers.members m
  join customers.users u on u.id = m.user_id
  where m.kind = 'site' and m.place_deleted_at is null;
