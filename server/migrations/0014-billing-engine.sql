-- Periods, invoices and charges. What a subscription is worth and when is reckoned by the engine; these
-- rows keep what it said.

alter table payments.subscriptions
  add column phase text not null default 'trial'
    check (phase in ('trial', 'period', 'waiting', 'paused', 'ended')),
  add column anchor_day int check (anchor_day between 1 and 31), -- of the month; periods begin on it
  add column resumes_at timestamptz(3),        -- asked to pause from the period's end until then
  add column pending_billing_entity_id uuid,   -- pays from the next period on
  add column due_at timestamptz(3),            -- when something happens by itself; null: it waits for somebody
  add column events int not null default 0;    -- how many subscription_events it has
update payments.subscriptions set phase = 'ended' where status = 'canceled';
update payments.subscriptions
set due_at = greatest(trial_ends_at - interval '7 days', created_at) where status = 'trialing';
create index subscriptions_due on payments.subscriptions (due_at, id) where due_at is not null;
create index subscriptions_pending_payer on payments.subscriptions (pending_billing_entity_id)
  where pending_billing_entity_id is not null;

-- Everything that happened to a subscription, with what it was before: the engine, given the same again,
-- gives the same books.
create table payments.subscription_events (
  subscription_id uuid not null references payments.subscriptions on delete cascade,
  n int not null,
  at timestamptz(3) not null,
  before jsonb not null,
  event jsonb not null,
  invoice_id uuid,                             -- what it was charged with, if anything
  primary key (subscription_id, n)
);

-- The last number of each payer. Locked by whoever issues the next, so that no number is lost or doubled.
create table payments.invoice_counters (
  billing_entity_id uuid primary key,
  last_sequence int not null check (last_sequence > 0)
);

-- Frozen at issue, but for status and what follows from it.
create table payments.invoices (
  id uuid primary key,
  billing_entity_id uuid not null,
  sequence int not null,                       -- without gaps for each payer
  number text not null,
  kind text not null default 'invoice' check (kind in ('invoice', 'credit_note')),
  corrects_id uuid references payments.invoices, -- the invoice that a credit note or a re-issue is about
  subscription_id uuid not null references payments.subscriptions,
  site_id uuid,
  clinic_id uuid,
  place_name text not null,
  payer jsonb not null,                        -- name, e-mail and address as they were
  seller jsonb not null,                       -- name and address as they were
  lines jsonb not null,
  taxes jsonb not null,
  currency text not null check (currency in ('cad', 'usd')),
  subtotal int8 not null,                      -- minor units, all three
  tax int8 not null,
  total int8 not null,
  status text not null check (status in ('open', 'paid', 'void', 'uncollectible')),
  issued_at timestamptz(3) not null,
  paid_at timestamptz(3),
  next_try_at timestamptz(3),                  -- the card is tried then; null: only a new card helps
  tries int not null default 0,                -- charge attempts so far
  failed_at timestamptz(3),                    -- the first try that failed; a debt from then on
  version int not null default 1,
  check (num_nonnulls(site_id, clinic_id) = 1),
  check (total = subtotal + tax),
  check (kind = 'credit_note' or total >= 0),
  check ((status = 'paid') = (paid_at is not null)),
  check (status = 'open' or next_try_at is null)
);
create unique index invoices_sequence on payments.invoices (billing_entity_id, sequence);
create index invoices_payer on payments.invoices (billing_entity_id, id);
create index invoices_subscription on payments.invoices (subscription_id, id);
create index invoices_site on payments.invoices (site_id, id);
create index invoices_clinic on payments.invoices (clinic_id, id);
create index invoices_corrects on payments.invoices (corrects_id) where corrects_id is not null;
create index invoices_due on payments.invoices (next_try_at, id) where next_try_at is not null;

-- Each try to be paid, committed before the gateway is asked. One that is still `asked` is asked again
-- under its own key, which charges nothing twice; one that was taken although another had paid by then
-- is given back.
create table payments.charge_attempts (
  invoice_id uuid not null references payments.invoices,
  n int not null check (n > 0),
  gateway text not null check (gateway in ('sandbox', 'stripe')),
  gateway_card_id text not null,
  outcome text not null default 'asked'
    check (outcome in ('asked', 'processing', 'requires_action', 'succeeded', 'declined', 'refunded')),
  reason text check (reason in ('hard', 'soft')),
  code text,                                   -- the gateway's word for a decline
  gateway_payment_id text,
  action_url text,                             -- where the payer's bank wants to hear from them
  asked_at timestamptz(3) not null,
  ended_at timestamptz(3),
  primary key (invoice_id, n)
);
create unique index charge_attempts_open on payments.charge_attempts (invoice_id)
  where outcome in ('asked', 'processing', 'requires_action');
create unique index charge_attempts_paid on payments.charge_attempts (invoice_id) where outcome = 'succeeded';
create index charge_attempts_payment on payments.charge_attempts (gateway_payment_id)
  where gateway_payment_id is not null;

-- Notices that are due once: of a trial's end, and of a card's month.
create table payments.notices (
  about_id uuid not null,                      -- a subscription or a card
  kind text not null,                          -- such as `trial 3` or `expires 2026-12`
  sent_at timestamptz(3) not null,
  primary key (about_id, kind)
);
create index notices_age on payments.notices (sent_at);
create index cards_expiry on payments.cards (exp_year, exp_month, id);
