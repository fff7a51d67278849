-- Invoices as documents: which card paid, what was credited, and who else gets a copy.

alter table payments.charge_attempts
  add column brand text,                       -- of the card, as it was when it was asked
  add column last_four text check (last_four ~ '^[0-9]{4}$'),
  add column amount int8;                      -- what was asked for, minor units
update payments.charge_attempts a set brand = c.brand, last_four = c.last_four
from payments.cards c where c.gateway = a.gateway and c.gateway_card_id = a.gateway_card_id;
update payments.charge_attempts a set amount = v.total from payments.invoices v where v.id = a.invoice_id;
alter table payments.charge_attempts alter column amount set not null;

alter table payments.invoices
  add column credited int8 not null default 0, -- by credit notes, minor units
  add column credited_lines int[] not null default '{}', -- a credit note's: which lines of the invoice it takes back
  add column reason text,                      -- why a credit note was issued
  add column paid_by_id uuid references payments.invoices, -- the invoice whose charge paid this one; null: its own
  add column refund int8 not null default 0,   -- what a credit note gives back to the card
  add column refunded_at timestamptz(3),
  add check (credited between 0 and greatest(total, 0)),
  add check (refund between 0 and greatest(-total, 0)),
  add check (kind = 'invoice' or (corrects_id is not null and reason is not null and status = 'paid')),
  add check (refunded_at is null or refund > 0);
-- An invoice is re-issued once; whoever corrects it again corrects the newer one.
create unique index invoices_reissue on payments.invoices (corrects_id)
  where kind = 'invoice' and corrects_id is not null;
create index invoices_paid_by on payments.invoices (paid_by_id) where paid_by_id is not null;

-- Who else gets a payer's invoices by mail, once they have said so themselves.
create table payments.invoice_recipients (
  id uuid primary key,
  billing_entity_id uuid not null,
  email text not null,
  added_by uuid not null,
  created_at timestamptz(3) not null default now(),
  mailing int not null default 1,              -- which mail's link is good
  asked_at timestamptz(3) not null default now(), -- that mail; its link is good for seven days
  confirmed_at timestamptz(3)
);
create unique index invoice_recipients_address on payments.invoice_recipients (billing_entity_id, email);
