-- A payer's address gets nothing but one question until whoever reads there has said yes; its Owners get its
-- mails meanwhile. Answers are kept with those of the addresses that get copies: one an address and payer.
alter table payments.invoice_recipients
  add column is_copy boolean not null default true, -- gets a copy of each invoice; else it is, or was, the payer's own
  add column refused_at timestamptz(3);             -- said no, which holds for good; `confirmed_at` is null then
alter table payments.invoice_recipients
  add check (confirmed_at is null or refused_at is null);

alter table customers.billing_entities
  add column email_state text not null default 'waiting' -- what the address has said
    check (email_state in ('confirmed', 'waiting', 'refused')),
  add column email_asked_at timestamptz(3);              -- the newest mail that asked it; null: none did

-- What is there already: an Owner's or Admin's own address is proven.
update customers.billing_entities as b set email_state = 'confirmed'
where exists (
  select from customers.members as m join customers.users as u on u.id = m.user_id
  where m.place_id = b.id and m.kind = 'billing_entity' and m.role in ('Owner', 'Admin')
    and u.left_at is null and u.email = b.email);

-- So is one whose invoices were mailed to it and paid: somebody reads them there. It can say no from now on by
-- the link in each mail, for which it needs a row.
with proven as (
  update customers.billing_entities as b set email_state = 'confirmed'
  where b.email_state = 'waiting' and b.deleted_at is null and exists (
    select from payments.invoices as v
    where v.billing_entity_id = b.id and v.kind = 'invoice' and v.paid_at is not null
      and v.payer ->> 'email' = b.email)
  returning b.id, b.email
)
insert into payments.invoice_recipients (id, billing_entity_id, email, added_by, is_copy, confirmed_at)
select gen_random_uuid(), p.id, p.email, o.user_id, false, now()
from proven as p
cross join lateral (
  select m.user_id from customers.members as m
  where m.place_id = p.id and m.role = 'Owner' order by m.created_at limit 1) as o
on conflict (billing_entity_id, email) do update
  set confirmed_at = coalesce(payments.invoice_recipients.confirmed_at, now());

-- Every other one is asked with the first mail that would have gone to it.
