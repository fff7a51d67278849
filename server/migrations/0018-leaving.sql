-- What people prefer, accounts that are closed, and people who have left.

alter table customers.users add column time_zone text check (length(time_zone) <= 64); -- IANA; null: the browser's
alter table customers.users add column theme text check (theme in ('system', 'light', 'dark')); -- null: never chosen

-- Closed by an operator: no session begins, and those there were have ended.
alter table auth.accounts add column user_state text not null default 'active' check (user_state in ('active', 'disabled'));

-- Whoever left: the row stays for its id, and says nothing of the person any more.
alter table customers.users add column left_at timestamptz(3);
alter table customers.users add constraint users_left check (
  left_at is null
  or (email = '' and pending_email is null and last_name is null and city is null and region is null
    and country is null and phone is null and time_zone is null and theme is null));

-- Nobody is made a member of anything after they left. A deed that meets somebody's leaving is told to begin
-- again (40001), and then finds no session, or nobody to add.
create function customers.refuse_who_left() returns trigger language plpgsql as $$
begin
  perform from customers.users where id = new.user_id and left_at is null for key share;
  if not found then
    raise exception 'whoever left cannot belong to a place' using errcode = '40001';
  end if;
  return new;
end $$;
create trigger members_here before insert on customers.members
  for each row execute function customers.refuse_who_left();

-- For taking somebody's address out of the trail.
create index audit_email_before on platform.audit ((before ->> 'email')) where before ->> 'email' is not null;
create index audit_email_after on platform.audit ((after ->> 'email')) where after ->> 'email' is not null;
