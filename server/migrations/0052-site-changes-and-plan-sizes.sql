-- How often something of a site was changed that its ledger does not tell: ship lists, pens, the cabinet, settings. Open
-- screens of the app are told by it (decision 0112).
create table herd.changes (
  site_id uuid primary key,
  n int8 not null,
  changed_at timestamptz(3) not null default now()
);

-- How many animals a plan is sized for, as its first feature says in words; null: any number, or it is no site's.
alter table payments.plans add column head int8;
update payments.plans set head = 250 where product = 'sites' and features[1] = 'Sized for up to 250 head';
update payments.plans set head = 2500 where product = 'sites' and features[1] = 'Sized for up to 2,500 head';

-- The plan that a site is on, where it is sized for a number of animals: what its app tells its managers beside their head.
create view platform.plan_sizes as
  select s.site_id as place_id, p.name as plan_name, p.head as plan_head
  from payments.subscriptions s
  join payments.subscription_items i on i.subscription_id = s.id
  join payments.plans p on p.id = i.plan_id
  where s.site_id is not null and s.status <> 'canceled' and p.head is not null;
