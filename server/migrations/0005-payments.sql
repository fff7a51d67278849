-- Plans, what places have subscribed to, the cards that pay, and the sandbox's own book.
create table payments.plans (
  id uuid primary key,
  product text not null check (product in ('sites', 'clinics')),
  name text not null,
  currency text not null check (currency in ('cad', 'usd')),
  amount int8 not null check (amount between 0 and 9007199254740991), -- minor units, without tax
  "interval" text not null check ("interval" in ('month', 'year')),
  interval_count int not null default 1 check (interval_count > 0),
  description text not null,
  features text[] not null,
  trial_days int not null default 14 check (trial_days >= 0),
  active boolean not null default true,        -- false: keeps its buyers, takes no new ones
  version int not null default 1,
  created_at timestamptz(3) not null default now()
);
create unique index plans_on_offer on payments.plans (product, name, currency, "interval") where active;
create index plans_by_amount on payments.plans (amount, id);

-- One live subscription a place; an ended one stays as its history.
create table payments.subscriptions (
  id uuid primary key,
  billing_entity_id uuid not null,
  site_id uuid,
  clinic_id uuid,
  status text not null
    check (status in ('trialing', 'active', 'past_due', 'read_only', 'stopped', 'canceled')),
  trial_ends_at timestamptz(3),
  current_period_start timestamptz(3),
  current_period_end timestamptz(3),
  cancel_at timestamptz(3),                    -- asked to end then; may still be undone
  ended_at timestamptz(3),
  version int not null default 1,
  created_at timestamptz(3) not null default now(),
  check (num_nonnulls(site_id, clinic_id) = 1),
  check ((status = 'canceled') = (ended_at is not null)),
  unique (id, billing_entity_id)
);
create unique index subscriptions_site on payments.subscriptions (site_id) where status <> 'canceled';
create unique index subscriptions_clinic on payments.subscriptions (clinic_id) where status <> 'canceled';
create index subscriptions_payer on payments.subscriptions (billing_entity_id, id);
create index subscriptions_site_history on payments.subscriptions (site_id, id);
create index subscriptions_clinic_history on payments.subscriptions (clinic_id, id);

-- Exactly one a subscription.
create table payments.subscription_items (
  id uuid primary key,
  subscription_id uuid not null unique,
  billing_entity_id uuid not null,             -- the subscription's, kept equal by the foreign key
  plan_id uuid not null references payments.plans (id),
  pending_plan_id uuid references payments.plans (id), -- from the next period on
  created_at timestamptz(3) not null default now(),
  foreign key (subscription_id, billing_entity_id)
    references payments.subscriptions (id, billing_entity_id) on update cascade on delete cascade
);
create index subscription_items_payer on payments.subscription_items (billing_entity_id, id);
create index subscription_items_plan on payments.subscription_items (plan_id);
create index subscription_items_pending_plan on payments.subscription_items (pending_plan_id);

-- What may be shown of a card that the gateway keeps; never its number.
create table payments.cards (
  id uuid primary key,
  billing_entity_id uuid not null,
  gateway text not null check (gateway in ('sandbox', 'stripe')),
  gateway_card_id text not null,
  brand text not null,
  last_four text not null check (last_four ~ '^[0-9]{4}$'),
  exp_month int not null check (exp_month between 1 and 12),
  exp_year int not null check (exp_year between 2000 and 2200),
  checked_at timestamptz(3) not null default now(), -- last known to be with the gateway
  version int not null default 1,
  created_at timestamptz(3) not null default now()
);
create unique index cards_billing_entity on payments.cards (billing_entity_id);
create unique index cards_gateway on payments.cards (gateway, gateway_card_id);
create index cards_checked on payments.cards (gateway, checked_at);

-- Committed before the gateway is asked to keep a card and gone in the transaction that records its
-- answer. One that stays behind names a card nobody knows of, which is then removed at the gateway.
create table payments.card_attempts (
  id uuid primary key,                         -- of the card to be; the gateway files it under this
  billing_entity_id uuid not null,
  gateway text not null,
  abandoned boolean not null default false,    -- true: whoever began it must no longer finish it
  started_at timestamptz(3) not null default now()
);
create index card_attempts_age on payments.card_attempts (started_at);

-- Against trying out stolen cards: tries that were declined or are still open, by user and by network.
create table payments.card_declines (
  who text primary key,
  counted int not null,
  until timestamptz(3) not null                -- forgotten then: 24 hours after the last decline
);
create index card_declines_until on payments.card_declines (until);

-- The sandbox gateway's own book, as it would lie with an outside party.
create table payments.sandbox_cards (
  id text primary key,
  reference uuid not null unique,
  brand text not null,
  last_four text not null,
  exp_month int not null,
  exp_year int not null,
  created_at timestamptz(3) not null default now()
);

-- What is on offer: a year costs ten months, and both currencies have the same figures. The ids are
-- the same everywhere; their last four digits say product, tier, currency and interval.
insert into payments.plans (id, product, name, currency, amount, "interval", description, features)
select
  ('019a0000-0000-7000-8000-00000000' || digits || currency_digit || interval_digit)::uuid,
  product, name, currency, monthly * months, each, description, features
from (values
  ('sites', '11', 'Ranch', 2900, 'For one yard that a family or a small crew runs.',
    array['Sized for up to 250 head', 'Animal records at a web address of its own', 'Metric or imperial units', 'As many people as you invite']),
  ('sites', '12', 'Herd', 7900, 'For breeding and backgrounding herds with daily work at the chute.',
    array['Sized for up to 2,500 head', 'Animal records at a web address of its own', 'Metric or imperial units', 'As many people as you invite']),
  ('sites', '13', 'Feedlot', 24900, 'For feedlots where several crews handle cattle every day.',
    array['Sized for more than 2,500 head', 'Animal records at a web address of its own', 'Metric or imperial units', 'As many people as you invite']),
  ('clinics', '21', 'Solo', 9900, 'For a veterinarian with a practice of their own.',
    array['Sized for one veterinarian', 'Medical records and a customer directory', 'Prescriptions with digital signing', 'Dispensing with label printing']),
  ('clinics', '22', 'Practice', 24900, 'For a clinic whose veterinarians share their customers.',
    array['Sized for up to ten veterinarians', 'Medical records and a customer directory', 'Prescriptions with digital signing', 'Dispensing with label printing', 'As many people as you invite']),
  ('clinics', '23', 'Regional', 49900, 'For a large clinic that serves a whole region.',
    array['Sized for more than ten veterinarians', 'Medical records and a customer directory', 'Prescriptions with digital signing', 'Dispensing with label printing', 'As many people as you invite'])
) as tiers (product, digits, name, monthly, description, features)
cross join (values ('cad', '1'), ('usd', '2')) as currencies (currency, currency_digit)
cross join (values ('month', '1', 1), ('year', '2', 10)) as terms (each, interval_digit, months);
