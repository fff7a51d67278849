-- Cards are filed with their gateway under a customer of its own; both ways, what one side alone knows
-- is found by comparing them customer by customer.
create table payments.gateway_customers (
  billing_entity_id uuid not null,
  gateway text not null,
  customer text not null,                      -- how the gateway calls this payer
  checked_at timestamptz(3) not null default now(), -- its cards were last compared with ours
  primary key (gateway, billing_entity_id)
);
create unique index gateway_customers_name on payments.gateway_customers (gateway, customer);
create index gateway_customers_checked on payments.gateway_customers (gateway, checked_at);

insert into payments.gateway_customers (billing_entity_id, gateway, customer)
select billing_entity_id, gateway, gateway || '_payer_' || billing_entity_id from payments.cards;

drop index payments.cards_checked;
alter table payments.cards
  drop column checked_at,
  add column attempt_id uuid;                  -- the try that put this card here
create index cards_attempt on payments.cards (attempt_id);

-- A try to keep a card: which it would replace, and what the gateway calls it, known before it is asked.
-- A card that is let go becomes an abandoned try, so that it is removed there however often that fails.
alter table payments.card_attempts
  add column card_id uuid,                     -- the card it would replace; null: a new one
  add column gateway_card_id text,
  add column gateway_setup_id text,            -- set while its holder is asked to confirm it
  add column actor_id uuid,
  add column shown jsonb;                      -- brand, last four and expiry of a card that waits
update payments.card_attempts as a
set gateway_card_id = coalesce(
  (select s.id from payments.sandbox_cards as s where s.reference = a.id), 'sandbox_' || a.id);
alter table payments.card_attempts alter column gateway_card_id set not null;
create index card_attempts_payer on payments.card_attempts (billing_entity_id);

-- Each event of a gateway once, whatever the order and however often it is told.
create table payments.gateway_events (
  gateway text not null,
  id text not null,
  type text not null,
  about_kind text not null check (about_kind in ('payment', 'setup', 'card')),
  about_id text not null,
  received_at timestamptz(3) not null default now(),
  done_at timestamptz(3),
  primary key (gateway, id)
);
create index gateway_events_age on payments.gateway_events (received_at);
create index gateway_events_open on payments.gateway_events (gateway, about_id) where done_at is null;

-- The sandbox's book: cards by how they behave, payments and refunds by their key.
alter table payments.sandbox_cards
  add column customer text,
  add column manner text not null default 'pays',
  add column state text not null default 'kept' check (state in ('kept', 'waiting', 'refused')),
  add column return_url text;
update payments.sandbox_cards as s
set customer = coalesce(
  (select 'sandbox_payer_' || c.billing_entity_id from payments.cards as c where c.gateway_card_id = s.id),
  'sandbox_payer_none');
alter table payments.sandbox_cards
  alter column customer set not null,
  drop column reference;
create index sandbox_cards_customer on payments.sandbox_cards (customer);

create table payments.sandbox_payments (
  id text primary key,
  key text not null unique,
  asked int not null default 1,                -- how often it was asked for under its key
  card_id text not null,
  invoice_id text not null,
  billing_entity_id uuid not null,
  amount int8 not null check (amount > 0),     -- minor units
  currency text not null check (currency in ('cad', 'usd')),
  description text not null,
  state text not null
    check (state in ('succeeded', 'processing', 'requires_action', 'declined', 'canceled')),
  decline_code text,
  settles_at timestamptz(3),                   -- processing until then, succeeded from then on
  return_url text not null,
  created_at timestamptz(3) not null default now()
);
create index sandbox_payments_invoice on payments.sandbox_payments (invoice_id);

create table payments.sandbox_refunds (
  id text primary key,
  key text not null unique,
  payment_id text not null references payments.sandbox_payments,
  amount int8 not null check (amount > 0),
  created_at timestamptz(3) not null default now()
);
create index sandbox_refunds_payment on payments.sandbox_refunds (payment_id);
