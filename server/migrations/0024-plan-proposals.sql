-- Plans that a place's Owner proposes to whoever pays for it next, having no right there.
create table customers.plan_proposals (
  id uuid primary key,
  place_id uuid not null,
  kind text not null check (kind in ('site', 'clinic')),
  billing_entity_id uuid not null references customers.billing_entities, -- who was to pay when it was made
  plan_id uuid not null,                       -- of payments.plans
  present_plan_id uuid,                        -- what was chosen for the place when it was made
  proposed_by uuid not null references customers.users on delete cascade,
  -- What was done with it. That it expired or its proposer is no Owner is worked out when it is read.
  status text not null default 'open'
    check (status in ('open', 'accepted', 'declined', 'withdrawn', 'overtaken')),
  created_at timestamptz(3) not null default now(),
  expires_at timestamptz(3) not null,
  answered_by uuid references customers.users on delete cascade,
  answered_at timestamptz(3)
);
create unique index plan_proposals_open on customers.plan_proposals (place_id) where status = 'open';
create index plan_proposals_payer on customers.plan_proposals (billing_entity_id, id) where status = 'open';
create index plan_proposals_place on customers.plan_proposals (place_id, id);
create index plan_proposals_proposer on customers.plan_proposals (proposed_by, id);
create index plan_proposals_answerer on customers.plan_proposals (answered_by) where answered_by is not null;

-- One is overtaken by another plan or payer, and by the deletion of its place, however these come about.
create function customers.end_plan_proposals() returns trigger language plpgsql as $$
begin
  update customers.plan_proposals set status = 'overtaken'
  where place_id = new.id and kind = tg_argv[0] and status = 'open';
  return null;
end $$;
create trigger sites_plan_proposals after update on customers.sites for each row
  when ((old.plan_id, old.billing_entity_id, old.deleted_at)
    is distinct from (new.plan_id, new.billing_entity_id, new.deleted_at))
  execute function customers.end_plan_proposals('site');
create trigger clinics_plan_proposals after update on customers.clinics for each row
  when ((old.plan_id, old.billing_entity_id, old.deleted_at)
    is distinct from (new.plan_id, new.billing_entity_id, new.deleted_at))
  execute function customers.end_plan_proposals('clinic');

-- And by its proposer's loss of the place.
create function customers.end_proposals_of() returns trigger language plpgsql as $$
begin
  update customers.plan_proposals set status = 'overtaken'
  where proposed_by = old.user_id and place_id = old.place_id and kind = old.kind and status = 'open';
  return null;
end $$;
create trigger members_gone_proposals after delete on customers.members for each row
  when (old.role = 'Owner') execute function customers.end_proposals_of();
create trigger members_lower_proposals after update on customers.members for each row
  when (old.role = 'Owner' and new.role <> 'Owner') execute function customers.end_proposals_of();
