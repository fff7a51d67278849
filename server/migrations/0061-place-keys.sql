-- Keys of a place: a program calls as that site or clinic, in a role that was chosen for it, and goes on when whoever made the
-- key has left. Its own id stands where a person's would; it is nobody, and no member.
alter table platform.api_keys
  alter column user_id drop not null,
  add column place_kind text,
  add column place_id uuid,
  add column role text,
  add column place_deleted_at timestamptz(3),  -- repeats the place's, as in customers.members
  add column made_by uuid,                     -- whoever made a place's; without a reference: they may leave
  add constraint api_keys_whose check (
    case when user_id is null
      then place_id is not null and place_kind in ('site', 'clinic') and role in ('Admin', 'User')
        and place_kind is not null and role is not null and made_by is not null
      else place_id is null and place_kind is null and role is null and place_deleted_at is null and made_by is null
    end);
create index api_keys_place on platform.api_keys (place_id, id) where place_id is not null;
create index api_keys_made_by on platform.api_keys (made_by) where made_by is not null;

create or replace view platform.callers as
  select s.access_hash as token_hash, s.user_id, s.id as session_id, null::uuid as key_id, s.fresh_at
  from platform.sessions s
  where s.access_expires_at > now() and s.user_state = 'active'
  union all
  select k.key_hash, coalesce(k.user_id, k.id), k.id, k.id, null::timestamptz(3)
  from platform.api_keys k
  left join auth.accounts a on a.id = k.user_id
  where k.expires_at > now() and k.revoked_at is null and k.place_deleted_at is null
    and (k.user_id is null or a.user_state = 'active');

-- Whoever has a role somewhere: members, and keys of places. Without a condition, so that each half is looked up by its index;
-- keys of people have no place and are found by none. Only who calls is looked for here: lists of people ask members.
create view customers.role_holders as
  select place_id, user_id, kind, role, place_deleted_at from customers.members
  union all
  select place_id, id, place_kind, role, place_deleted_at from platform.api_keys;
