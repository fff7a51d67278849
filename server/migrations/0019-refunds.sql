-- Money to be given back, one row until it has been: refused refunds are tried again, then shown to operators.
create table payments.refunds (
  id text primary key,                         -- names it to the gateway: the same is given back once
  invoice_id uuid not null references payments.invoices, -- the credit note, or the invoice that was paid twice
  gateway text not null,
  gateway_payment_id text not null,
  amount int8 not null check (amount > 0),     -- minor units
  currency text not null check (currency in ('cad', 'usd')),
  created_at timestamptz(3) not null,
  asked_at timestamptz(3),                     -- since when the present try has had no answer
  refusals int not null default 0,             -- each ended a try; the next one has a name of its own
  refused_code text,                           -- the gateway's word for the last of them
  next_try_at timestamptz(3),                  -- null: done, or left to an operator
  done_at timestamptz(3)
);
create index refunds_due on payments.refunds (next_try_at) where next_try_at is not null;
create index refunds_open on payments.refunds (created_at) where done_at is null;
create index refunds_invoice on payments.refunds (invoice_id);

insert into payments.refunds
  (id, invoice_id, gateway, gateway_payment_id, amount, currency, created_at, next_try_at)
select 'credit:' || v.id, v.id, a.gateway, a.gateway_payment_id, v.refund, v.currency, v.issued_at, v.issued_at
from payments.invoices v
join payments.charge_attempts a on a.invoice_id = v.paid_by_id and a.outcome = 'succeeded'
where v.refund > 0 and v.refunded_at is null and a.gateway_payment_id is not null;

-- Charges that nobody has heard of, for the operators' list.
create index charge_attempts_asked on payments.charge_attempts (asked_at) where outcome = 'asked';
-- Operators name an invoice by its number.
create index invoices_number on payments.invoices (number);
