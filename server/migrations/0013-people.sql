-- People without an account on a place's list, and places that are offered to another owner.
create table customers.hands (
  id uuid primary key,
  place_id uuid not null,
  kind text not null check (kind in ('site', 'clinic')),
  name text not null check (length(name) between 1 and 255),
  user_id uuid references customers.users on delete cascade, -- whose account it was; listed as a member from then on
  created_at timestamptz(3) not null default now()
);
create index hands_place on customers.hands (place_id, id);
create index hands_user on customers.hands (user_id);

-- One open offer a place; answering, withdrawing or leaving deletes it, and the trail tells of it.
create table customers.hand_overs (
  place_id uuid primary key,
  id uuid not null,                                 -- of this offer, which letters speak of
  kind text not null check (kind in ('site', 'clinic', 'billing_entity')),
  from_user_id uuid not null references customers.users on delete cascade,
  to_user_id uuid not null references customers.users on delete cascade,
  created_at timestamptz(3) not null default now(),
  expires_at timestamptz(3) not null
);
create index hand_overs_from on customers.hand_overs (from_user_id);
create index hand_overs_to on customers.hand_overs (to_user_id);
create index hand_overs_expiry on customers.hand_overs (expires_at);

-- A payer's activity also holds what its sites and clinics did that costs it: their lines name it.
create index audit_payer_before on platform.audit ((before ->> 'billing_entity_id'), id)
  where before ->> 'billing_entity_id' is not null;
create index audit_payer_after on platform.audit ((after ->> 'billing_entity_id'), id)
  where after ->> 'billing_entity_id' is not null;
