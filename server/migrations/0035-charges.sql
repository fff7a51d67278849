-- What a payer owes in one run is one charge: committed with its shares before the gateway is asked, never
-- changed after. How it went stands with the shares.
create table payments.charges (
  id uuid primary key,
  key text not null unique,                    -- names it to the gateway for ever: its id, or `invoice:try` for those from before
  billing_entity_id uuid not null,
  amount int8 not null,                        -- the sum of its shares, minor units
  currency text not null check (currency in ('cad', 'usd')),
  asked_at timestamptz(3) not null
);
create index charges_payer on payments.charges (billing_entity_id, id);

-- Each attempt to have an invoice paid is a share of a charge; until now each was a charge of its own.
insert into payments.charges (id, key, billing_entity_id, amount, currency, asked_at)
select gen_random_uuid(), a.invoice_id || ':' || a.n, v.billing_entity_id, a.amount, v.currency, a.asked_at
from payments.charge_attempts a join payments.invoices v on v.id = a.invoice_id;

alter table payments.charge_attempts add column charge_id uuid references payments.charges;
update payments.charge_attempts a set charge_id = c.id
from payments.charges c where c.key = a.invoice_id || ':' || a.n;
alter table payments.charge_attempts alter column charge_id set not null;
create index charge_attempts_charge on payments.charge_attempts (charge_id, invoice_id);

-- Mails that follow from a run, until it is over: what is about one payer then leaves as one.
create table payments.gathered_mails (
  id uuid primary key,
  billing_entity_id uuid not null,
  letter text not null check (letter in ('trial ends', 'trial ended', 'place closed')),
  days int,                                    -- until the trial ends
  about_id uuid not null                       -- a subscription, or of a closed place the invoice that is owed
);
